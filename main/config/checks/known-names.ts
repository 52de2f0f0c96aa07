// Names in a configuration that nothing carries: tools, ids, actions, rules of redaction. Pure; says
// where by path.
import { dottedPath } from '../../../contract/issue-text.ts'
import { nearest } from '../../../contract/nearest.ts'
import type { Config } from '../../../contract/policy/config/config.ts'
import { presetCapabilities } from '../../../contract/policy/preset.ts'
import type { Rule } from '../../../contract/policy/rule.ts'
import { tierRank } from '../../../contract/call/tier.ts'
import type { KnownTool } from '../../../contract/call/manifest.ts'
import type { PolicyFacts } from '../facts.ts'
import type { Fault } from '../fault.ts'
import { nameHint } from '../name-hint.ts'
import { mayBePlugin } from './plugin-names.ts'

export function nameFaults(config: Config, facts: PolicyFacts): readonly Fault[] {
  const { rules, presets, tools, exfiltrationGuard: guard } = config
  const toolNames = facts.tools.map(({ name }) => name)
  const ids = facts.tools.map(({ id }) => id)
  const byWhatTheyDo = [...ids, ...presetCapabilities].filter((id) => id.includes('.'))
  // What a server offers is not known here. One that is gone may come back: that is a warning.
  const ofServer = (name: string): boolean =>
    serverOf(name) !== null ||
    facts.isAgentTool?.(name) === true ||
    mayBePlugin(name, config.plugins, toolNames, facts)
  const unknown = (
    what: string,
    path: readonly PropertyKey[],
    list: readonly string[] | undefined,
    known: readonly string[] | null,
    patterns = true,
    also: readonly string[] = [],
  ): Fault[] =>
    (list ?? []).flatMap((name, at) =>
      known === null ||
      (patterns && name.includes('*')) ||
      known.includes(name) ||
      also.includes(name) ||
      (what === 'tool' && ofServer(name)) ||
      (what === 'capability' && mayBeExternal(name, ids))
        ? []
        : [
            {
              path: [...path, at],
              text: `${dottedPath(path)}: there is no ${what} named "${name}".`,
              hint: otherList(name, known, facts),
            },
          ],
    )
  return [
    ...rules.flatMap(({ when }, at) => [
      ...unknown('tool', ['rules', at, 'when', 'tools'], when.tools, toolNames),
      ...unknown('id', ['rules', at, 'when', 'ids'], when.ids, ids),
      ...unknown(
        'action of these tools',
        ['rules', at, 'when', 'actions'],
        when.actions,
        actionsFor(when, facts),
      ),
    ]),
    ...Object.entries(presets).flatMap(([name, preset]) =>
      (['tools', 'withoutApproval'] as const).flatMap((key) =>
        unknown('tool', ['presets', name, key], preset[key], toolNames, true, byWhatTheyDo),
      ),
    ),
    ...config.redaction.exceptions.flatMap(({ rule, tool }, at) => [
      ...exceptionRule(rule, at, facts.redactionRules),
      ...(tool === undefined || toolNames.includes(tool) || ofServer(tool)
        ? []
        : [
            {
              path: ['redaction', 'exceptions', at, 'tool'],
              text: `redaction.exceptions[${at}].tool: there is no tool named "${tool}".`,
              hint: otherList(tool, toolNames, facts),
            },
          ]),
    ]),
    ...unknown('tool', ['exfiltrationGuard', 'allowTools'], guard.allowTools, toolNames, false),
    ...unknown('tool', ['exfiltrationGuard', 'blockedTools'], guard.blockedTools, toolNames, false),
    ...Object.entries(tools).flatMap(([name, { tier }]): readonly Fault[] => {
      const tool = facts.tools.find((known) => known.name === name)
      if (tool === undefined && ofServer(name)) return []
      if (tool === undefined)
        return [
          {
            path: ['tools'],
            key: name,
            text: `tools: there is no tool named "${name}".`,
            hint: otherList(name, toolNames, facts),
          },
        ]
      if (tier === undefined || tierRank(tier) >= tierRank(tool.riskTier)) return []
      const text = `tools.${name}.tier: ${name} is ${tool.riskTier}, and a tier only ever goes up.`
      return [
        {
          path: ['tools', name, 'tier'],
          text,
          hint: `Write ${tool.riskTier} or higher, or remove the line.`,
        },
      ]
    }),
  ]
}

/** The server that a tool of that name would be of; null: it is none of a server. */
export const serverOf = (name: string): string | null =>
  /^([a-z][a-z0-9-]{0,23})__[a-zA-Z0-9_-]+$/.exec(name)?.[1] ?? null

/**
 * Ids of servers' tools are given at their review. One that looks like a slip of ours is none of
 * those.
 */
const mayBeExternal = (id: string, ours: readonly string[]): boolean =>
  id.includes('.') && nearest(id, ours) === null

function exceptionRule(rule: string, at: number, known: readonly string[]): readonly Fault[] {
  if (known.includes(rule)) return []
  const path = ['redaction', 'exceptions', at, 'rule']
  if (rule === 'known-secret')
    return [
      {
        path,
        text: `${dottedPath(path)}: what Gatehouse itself keeps as a secret is always hidden.`,
        hint: 'Remove the exception.',
      },
    ]
  return [
    {
      path,
      text: `${dottedPath(path)}: there is no rule named "${rule}".`,
      hint: nameHint(rule, known),
    },
  ]
}

/**
 * The actions of tools that a rule writes out. Null where it could reach other tools, or those have
 * none: then nothing is known.
 */
function actionsFor(when: Rule['when'], facts: PolicyFacts): readonly string[] | null {
  const writtenOut = [when.tools, when.ids].some(
    (list) => list !== undefined && !list.some((name) => name.includes('*')),
  )
  const meant = facts.tools.filter((tool) => concerned(when, tool, facts.matchName))
  const actions = meant.flatMap((tool) => tool.actions.map(({ name }) => name))
  return writtenOut && actions.length > 0 ? [...new Set(actions)] : null
}

/** Whether the names in a rule let it speak of a tool. */
export const concerned = (
  when: Rule['when'],
  { name, id, category }: KnownTool,
  matchName: PolicyFacts['matchName'],
): boolean =>
  (when.tools?.some((glob) => matchName(glob, name)) ?? true) &&
  (when.ids?.some((glob) => matchName(glob, id)) ?? true) &&
  (when.categories?.includes(category) ?? true)

/** A capability where a tool belongs, or the other way round, is the likeliest slip of all. */
function otherList(name: string, known: readonly string[], { tools }: PolicyFacts): string {
  const byId = tools.find(({ id }) => id === name)
  if (byId !== undefined && known.includes(byId.name))
    return `${name} is a capability; its tool is ${byId.name}.`
  const byName = tools.find((tool) => tool.name === name)
  if (byName !== undefined && known.includes(byName.id))
    return `${name} is a tool; its capability is ${byName.id}.`
  return nameHint(name, known)
}
