// A secret that was typed for a server, as it goes to the store of credentials.

export type StoredSecret = {
  readonly name: string
  readonly hosts: readonly string[]
  readonly value: string
}
