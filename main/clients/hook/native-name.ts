// Names of the own tools of other agents, as they come to the gate. Loads no schema: the check of a
// configuration asks it.
import { hookAgents, type HookAgent } from '../../../contract/server/hook-agent.ts'

export type NativeName = { readonly agent: HookAgent; readonly tool: string }

const prefixOf = (agent: HookAgent): string => `${agent.replaceAll('-', '_')}_`

export const nativeName = (agent: HookAgent, tool: string): string => prefixOf(agent) + tool

/** Whose tool a name is, and what the agent calls it; null for every other tool. */
export function readNativeName(name: string): NativeName | null {
  const agent = hookAgents.find((each) => name.startsWith(prefixOf(each)))
  if (agent === undefined) return null
  const tool = name.slice(prefixOf(agent).length)
  return /^[A-Za-z][A-Za-z0-9_.:-]{0,127}$/.test(tool) ? { agent, tool } : null
}
