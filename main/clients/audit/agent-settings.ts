// What is known of one agent's settings that let its tools run unasked.
import type { Format, HostFacts } from '../connect/agents/clients.ts'
import type { Switch } from './audit-switch.ts'

/** Beside the file of its servers: other files with settings that free its tools. */
export type AgentSettings = {
  readonly more: (
    join: (...parts: readonly string[]) => string,
    hostFacts: HostFacts,
  ) => readonly { readonly file: string; readonly format: Format }[]
  readonly switches: readonly Switch[]
}
