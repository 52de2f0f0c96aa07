// What the fake model server is told to say, before it is put into a wire format.

/** `raw`: the argument text as it goes over the wire, for what is no JSON. */
export type SaidCall = {
  readonly id: string
  readonly name: string
  readonly args?: unknown
  readonly raw?: string
}
export type Said = {
  readonly text?: readonly string[]
  readonly calls?: readonly SaidCall[]
  readonly length?: boolean
  readonly tokensIn?: number
  /** Of those sent, in the server's cache. */
  readonly tokensCached?: number
  readonly tokensOut?: number
}
