// What an agent out of recorded use would be. It gets the smallest capabilities that hold the tools it
// was suggested for, none that sends, and none that its maker has not. Pure; writes no file.
import {
  MOST_GENERATED,
  capabilities,
  type Granted,
} from '../../../contract/agent/capabilities/registry.ts'
import type { Capability } from '../../../contract/agent/capabilities/capability.ts'
import type { RecordOf } from '../../../contract/record/record.ts'
import type { LeftOutTool } from '../../../contract/record/records-power.ts'

export type AgentFromUse = {
  readonly name: string
  readonly text: string
  readonly capabilities: readonly string[]
  readonly leftOut: readonly LeftOutTool[]
}

type Skill = NonNullable<RecordOf<'suggestion'>['body']['skill']>

/**
 * @param has what its maker has; null: everything.
 * @param taken names of agents that there are.
 */
export function agentFromUse(
  { tools, actions = {}, pattern, times }: Skill,
  has: readonly Granted[] | null,
  taken: (name: string) => boolean,
  day: string,
): AgentFromUse {
  const chosen = new Map<string, readonly Granted[]>()
  const leftOut: LeftOutTool[] = []
  for (const { tool, used } of usesOf(tools, actions, has)) {
    const found = smallestFor(tool, used, has)
    const again = leftOut.some((one) => one.tool === tool)
    if (typeof found === 'string') leftOut.push(...(again ? [] : [{ tool, why: found }]))
    else if (!chosen.has(found.name) && chosen.size === MOST_GENERATED)
      leftOut.push(...(again ? [] : [{ tool, why: 'too-many' as const }]))
    else chosen.set(found.name, found.entries)
  }
  const name = freeName(pattern, taken)
  return {
    name,
    text: textOf({ name, pattern, times, tools, day, entries: [...chosen.values()].flat() }),
    capabilities: [...chosen.keys()],
    leftOut,
  }
}

type Use = {
  readonly tool: string
  /** Actions that one capability has to hold; empty: nobody said which. */
  readonly used: readonly string[]
}

/** All actions of a tool together where one capability holds them, else each for itself. */
const usesOf = (
  tools: readonly string[],
  actions: NonNullable<Skill['actions']>,
  has: readonly Granted[] | null,
): readonly Use[] =>
  tools.flatMap((tool): readonly Use[] => {
    const used = Object.hasOwn(actions, tool) ? (actions[tool] ?? []) : []
    return used.length < 2 || typeof smallestFor(tool, used, has) !== 'string'
      ? [{ tool, used }]
      : used.map((action) => ({ tool, used: [action] }))
  })

function smallestFor(
  tool: string,
  used: readonly string[],
  has: readonly Granted[] | null,
): { readonly name: string; readonly entries: readonly Granted[] } | LeftOutTool['why'] {
  const holding = capabilities.filter((one) => holds(one, tool, used))
  if (holding.length === 0) return 'unknown'
  const quiet = holding.filter(({ sends }) => !sends)
  if (quiet.length === 0) return 'sends'
  const [best] = quiet
    .filter(({ name, legacy }) =>
      has === null ? legacy === undefined : has.some((one) => one.name === name),
    )
    .toSorted((a, b) => weight(a) - weight(b))
  if (best === undefined) return 'not-had'
  const { name } = best
  // With the limits that its maker has: the same words of the file.
  return { name, entries: has?.filter((one) => one.name === name) ?? [{ name, scope: null }] }
}

const holds = ({ tools }: Capability, tool: string, used: readonly string[]): boolean =>
  tools.some(
    ({ tool: each, actions }) =>
      each === tool && (actions === undefined || used.every((action) => actions.includes(action))),
  )

const weight = ({ mode, tools }: Capability): number =>
  (mode === 'read' ? 0 : 1_000) +
  tools.reduce((sum, { actions }) => sum + (actions === undefined ? 10 : actions.length), 0)

/** Names that are nobody’s to give. */
const KEPT = new Set(['main', 'tour', 'helper'])

function freeName(pattern: string, taken: (name: string) => boolean): string {
  const words = pattern
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replaceAll(/^_+|_+$/g, '')
  const base = words === '' || KEPT.has(words) ? `skill${words === '' ? '' : `_${words}`}` : words
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? base : `${base}_${count}`
    if (!taken(name)) return name
  }
}

/** Every text in it is quoted: the pattern is an agent’s words. */
function textOf(given: {
  readonly name: string
  readonly pattern: string
  readonly times: number
  readonly tools: readonly string[]
  readonly day: string
  readonly entries: readonly Granted[]
}): string {
  const { name, pattern, times, tools, day, entries } = given
  const lines = entries.map(({ name: each, scope }) =>
    scope === null ? `  - ${each}` : `  - ${each}: ${JSON.stringify(scope)}`,
  )
  const about = `Serves requests of this kind: ${pattern}. They came up ${times} times.`
  const prompt = `Serve requests of this kind: ${pattern}. These tools served them before: ${tools.join(', ')}.`
  return [
    '# Out of recorded use. The words about what it is for were noted by agents: read them before you turn it on.',
    // In quotes: 1, true and null are names as well.
    `name: ${JSON.stringify(name)}`,
    `description: ${JSON.stringify(about)}`,
    `system_prompt: ${JSON.stringify(prompt)}`,
    lines.length === 0 ? 'capabilities: []' : 'capabilities:',
    ...lines,
    `created_at: ${JSON.stringify(day)}`,
    '',
  ].join('\n')
}
