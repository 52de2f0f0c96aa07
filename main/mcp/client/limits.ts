// Bounds on what one server may send. What exceeds them ends its session, or is left out and counted.

export type Limits = {
  /** One message, in bytes of JSON. */
  readonly messageBytes: number
  /** Of one message: how deep, and how many values and separators. */
  readonly depth: number
  readonly values: number
  /**
   * Notifications in ten seconds: so many are heard, at so many the session ends, and where more
   * than are heard come this often in a row.
   */
  readonly notesReceived: number
  readonly notesMost: number
  readonly notesPeriods: number
  /** Requests of ours that it has not answered, and of its that we have not. */
  readonly pending: number
  readonly pendingRequests: number
  readonly pages: number
  readonly tools: number
  readonly prompts: number
  readonly resources: number
  /** Of all lists together, in bytes. */
  readonly listBytes: number
  /**
   * Of one thing that is offered, and of all tools together, in characters: what is longer is
   * refused, and never looked into.
   */
  readonly definitionChars: number
  readonly definitionsChars: number
  /**
   * From its start to its first word of who it is; for all lists; for one round of asking which era
   * it speaks.
   */
  readonly handshakeMs: number
  readonly discoveryMs: number
  readonly probeMs: number
  /** Of one answer about signing in: in bytes, and until all of it is there. */
  readonly signInBytes: number
  readonly signInMs: number
  /** So many ends within so long stop it; before that it waits, longer each time. */
  readonly crashes: number
  readonly crashWindowMs: number
  readonly waitMs: readonly number[]
  /** How long list changes are gathered. */
  readonly quietMs: number
  /** How long it is given to end by itself. */
  readonly politeMs: number
  readonly memoryBytes: number
  readonly processes: number
}

const MIB = 1024 * 1024

export const usualLimits: Limits = {
  messageBytes: 16 * MIB,
  depth: 128,
  values: 1_000_000,
  notesReceived: 1_000,
  notesMost: 20_000,
  notesPeriods: 6,
  pending: 512,
  pendingRequests: 32,
  pages: 64,
  tools: 2_000,
  prompts: 1_000,
  resources: 5_000,
  listBytes: 32 * MIB,
  definitionChars: MIB / 4,
  definitionsChars: 4 * MIB,
  handshakeMs: 60_000,
  discoveryMs: 30_000,
  probeMs: 10_000,
  signInBytes: MIB,
  signInMs: 30_000,
  crashes: 3,
  crashWindowMs: 300_000,
  waitMs: [1_000, 5_000, 15_000, 60_000],
  quietMs: 300,
  politeMs: 2_000,
  memoryBytes: 2 * 1024 * MIB,
  processes: 128,
}
