// Which tool of which agent does what. A tool that no row names is asked about as unknown. Nothing
// here is looked up anywhere: a new tool of an agent is strict until it is written down in
// agent-tools.ts.
import { agentTools } from './agent-tools.ts'
import type { HookAgent } from '../../../contract/server/hook-agent.ts'
import type { Native } from './native.ts'

export const agentTitles: Readonly<Record<HookAgent, string>> = {
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  codex: 'Codex',
  'gemini-cli': 'Gemini CLI',
  'qwen-code': 'Qwen Code',
  continue: 'Continue',
}

/** Before the name of a tool of our gateway. No agent may call a tool so. */
export const GATEWAY = 'gateway:'

/** MCP tools come as `mcp__SERVER__TOOL`, with Gemini CLI also as `mcp_SERVER_TOOL`. */
export function nativeOf(agent: HookAgent, tool: string): Native {
  if (tool.startsWith(GATEWAY)) return { kind: 'gateway' }
  const table = agentTools[agent].tools
  const known = Object.hasOwn(table, tool) ? table[tool] : undefined
  if (known !== undefined) return known
  const server = /^mcp__(.+?)__/.exec(tool)?.[1] ?? /^mcp_([^_]+)_/.exec(tool)?.[1]
  return server === undefined ? { kind: 'other' } : { kind: 'mcp', server }
}
