// The reviewed form of one thing that a server offers.
import type { ToolLabels } from '../../../contract/server/tool-labels.ts'
import type { What } from './items.ts'

/**
 * What a person has looked at. `open: false`: it has changed, gone or been closed since, and stays
 * so until they look again.
 */
export type Pin = {
  readonly server: string
  readonly what: What
  readonly name: string
  readonly text: string
  readonly open: boolean
  /** Of a tool: what the person said of it. Null on anything else, and where they were never asked. */
  readonly labels: ToolLabels | null
}

/** What the keeper of pins needs of the database. */
export type PinsTable = {
  all(): readonly Pin[]
  /** All or none, durable when it returns. */
  change(put: readonly Pin[], removed: readonly Pick<Pin, 'server' | 'what' | 'name'>[]): void
}
