// A running server, by its program or its address, before any message is exchanged.
import type { Transport } from '@modelcontextprotocol/client'
import type { Result } from '../../../../contract/result.ts'
import type { Failure } from '../../../../contract/failure.ts'

export type Wire = {
  readonly transport: Transport
  /** As in `Offer.launch`. */
  readonly pinned: readonly string[]
  /**
   * Why it is over, in words that go after its name; never rejects. Only a program ends by itself.
   */
  readonly ended: Promise<string>
  /** The newest of its standard error. */
  tail(): string
  /** From now on what it does inside is watched, as far as that can be. */
  watch(): void
  /** It has something to do from now on; the function returned ends that. */
  during(): () => void
  /** Whether what it does inside can be seen; null before that was tried. */
  visible(): boolean | null
  /** Politely first, then not. Settles when nothing of it is left. */
  close(): Promise<void>
  /** At once. Settles as `close` does. */
  kill(): Promise<void>
}

export type WireEvents = {
  readonly onFault: (what: string) => void
  readonly onBytes: (bytes: number) => void
  readonly onGreeting: (line: string) => void
  /** It was not started, because its program is not what a person has looked at. */
  readonly onHeld: (launch: readonly string[]) => void
}

export type OpenWire = (events: WireEvents) => Promise<Result<Wire, Failure>>
