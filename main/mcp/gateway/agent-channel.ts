// A connection of the gateway, as it belongs to an agent at work.
import type { SessionId } from '../../../contract/ids.ts'

export type AgentChannel = {
  session(): SessionId
  close(): void
}
