// A way past the gate that an agent on this machine has.
import type { ClientName } from '../connect/agents/clients.ts'
import type { Frees } from './audit-switch.ts'

export type Finding = {
  readonly agent: ClientName
  /**
   * own-tools: its native tools are not asked about. direct-server: an MCP server beside the gate.
   * free-mode, auto-approve: it does not ask. fails-open: the hook lets calls through when it
   * cannot start. untrusted: the agent passes over the hook.
   */
  readonly kind: 'own-tools' | 'direct-server' | 'unreadable' | 'fails-open' | 'untrusted' | Frees
  readonly file: string
  readonly line: number | null
  readonly text: string
  readonly mend: string
}
