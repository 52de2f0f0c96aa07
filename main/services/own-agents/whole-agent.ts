// One of the person's own agents as screens and commands show it: what its file says, and what it may do
// now. Pure.
import type { AgentCheck, OwnAgent } from '../../../contract/agent/own-agent.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ToolListing } from '../../../contract/call/manifest.ts'
import type { TierEffects } from '../../../contract/policy/preset.ts'
import type { AgentEntry } from '../../config/agents/agent-files.ts'
import type { ParsedAgent } from '../../config/agents/parse-agent.ts'
import { absentTools, agentTools } from './agent-tools.ts'

export type ToolsNow = { readonly listings: readonly ToolListing[]; readonly tiers: TierEffects }

/**
 * In the order in which a schema gives it out: what is printed without one is the same text.
 * @param organisation that has a file for an agent of that name; null: none has.
 */
export function shownAgent(
  { name, file, state, maker, untrusted, definition, problems, warnings }: AgentEntry,
  organisation: string | null,
): OwnAgent {
  return {
    name,
    file,
    state,
    maker,
    untrusted,
    ...(organisation === null ? {} : { organisation }),
    definition,
    problems,
    warnings,
  }
}

export function agentCheck(
  { definition, problems, warnings }: ParsedAgent,
  { listings, tiers }: ToolsNow,
): AgentCheck {
  const held = definition?.capabilities ?? []
  return {
    definition,
    problems: [...problems],
    warnings: [...warnings],
    tools: agentTools(held, listings, tiers),
    absent: absentTools(held, listings),
  }
}

export const wholeAgent = (entry: AgentEntry, organisation: string | null, now: ToolsNow) => ({
  agent: shownAgent(entry, organisation),
  text: entry.text,
  check: agentCheck(entry, now),
})

export const noAgent = (name: string): Failure =>
  failure(
    'agent.unknown',
    `There is no agent named ${name}.`,
    'gatehouse agents list shows all of them.',
  )
