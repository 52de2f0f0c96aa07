// A rule as a sentence. Pure: says what the rule says, in the order in which a person would.
import type { Rule, RuleWhen } from '../../../../contract/policy/rule.ts'
import type { Effect } from '../../../../contract/policy/decision.ts'

/** A run of words, or a fact of the rule that is shown as written. */
export type Piece = { readonly text: string; readonly fact?: boolean }

export type Condition = keyof RuleWhen
type Listed = Exclude<Condition, 'hours' | 'guarded'>

export const conditionNames: Readonly<Record<Condition, string>> = {
  tools: 'Tools',
  capabilities: 'Capabilities',
  actions: 'Actions',
  commands: 'Commands',
  paths: 'Paths',
  domains: 'Hosts',
  ports: 'Ports',
  methods: 'Methods',
  tiers: 'Tiers',
  principals: 'Caller',
  agents: 'Agent name',
  channels: 'Channel',
  taint: 'Data seen',
  guarded: 'Protected files',
  hours: 'Hours',
}
export const conditionHints: Readonly<Record<Condition, string>> = {
  tools: 'Names such as exec, or patterns such as forge__*. One per line.',
  capabilities: 'Stable ids such as system.run, or patterns such as fs.*. One per line.',
  actions: 'Verbs of tools that have several. One per line.',
  commands:
    'A program and its first words, such as git push; {any} at the end of a rule that allows lets the rest vary. One per line.',
  paths: 'src/** from the workspace, /etc/* from the root, ~/docs from your home. One per line.',
  domains:
    'example.org is that name alone, *.example.org the names below it. To allow plain http, write http:// before it. One per line.',
  ports: 'Ports of requests and connections, such as 8443. One per line.',
  methods: 'Of requests.',
  tiers: 'The effective tier of the call.',
  principals: 'Kind of caller.',
  agents: 'Names of agents, clients or schedules, or patterns. One per line.',
  channels: 'Channel of the request.',
  taint: 'What the session has read so far.',
  guarded:
    'Whether it writes a file that other programs run or trust automatically. Both: no limit.',
  hours: 'Local time, also over midnight.',
}

export const values: Readonly<Record<string, string>> = {
  person: 'a person',
  agent: 'an agent',
  subagent: 'a sub-agent',
  'mcp-client': 'an MCP client',
  schedule: 'a schedule',
  cli: 'the command line',
  window: 'the window',
  browser: 'the browser',
  gateway: 'the gateway',
  true: 'writes a protected file',
  false: 'writes none',
  private: 'private data',
  untrusted: 'text that anyone may have written',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

const verbs: Readonly<Record<Effect, string>> = {
  allow: 'Allow',
  confirm: 'Ask before',
  deny: 'Deny',
}
/** Words before each condition, for a rule that allows, and for one that does not. */
const leads: Readonly<Partial<Record<Listed, readonly [allow: string, else_: string]>>> = {
  actions: ['with the action', 'with the action'],
  commands: ['when every command is', 'when a command is'],
  paths: ['when every path is in', 'when a path is in'],
  domains: ['when every host is', 'when a host is'],
  ports: ['on port', 'on port'],
  methods: ['with', 'with'],
  tiers: ['of tier', 'of tier'],
  principals: ['by', 'by'],
  agents: ['named', 'named'],
  channels: ['through', 'through'],
  taint: ['once the session has read', 'once the session has read'],
}

const joined = (list: readonly string[], asFact: boolean): readonly Piece[] =>
  list.flatMap((each, at): readonly Piece[] => [
    ...(at === 0 ? [] : [{ text: at === list.length - 1 ? ' or ' : ', ' }]),
    asFact ? { text: each, fact: true } : { text: values[each] ?? each },
  ])

/** `Refuse every call when a path is in /etc/** by an MCP client`, in pieces. */
export function ruleSentence({ effect, when }: Pick<Rule, 'effect' | 'when'>): readonly Piece[] {
  const named = [...(when.tools ?? []), ...(when.capabilities ?? [])]
  const subject: readonly Piece[] =
    when.tools !== undefined && when.capabilities !== undefined
      ? [...joined(when.tools, true), { text: ' that can ' }, ...joined(when.capabilities, true)]
      : named.length === 0
        ? [{ text: 'every call' }]
        : joined(named, true)
  const plain = new Set<Condition>(['principals', 'channels', 'taint'])
  let asked = false
  const clauses = Object.entries(leads).flatMap(([key, lead]): readonly Piece[] => {
    const list = when[key as Listed]
    if (list === undefined) return []
    const words = lead[effect === 'allow' ? 0 : 1]
    const again = words.startsWith('when ') && asked
    asked ||= words.startsWith('when ')
    return [
      { text: ` ${again ? words.replace('when', 'and') : words} ` },
      ...joined(list.map(String), !plain.has(key as Condition)),
    ]
  })
  const { hours, guarded } = when
  const files: readonly Piece[] =
    guarded === undefined
      ? []
      : [
          {
            text: ` ${asked ? 'and' : 'when'} it writes ${guarded ? 'a' : 'no'} protected file`,
          },
        ]
  const time: readonly Piece[] =
    hours === undefined
      ? []
      : [
          { text: ' between ' },
          { text: hours.from, fact: true },
          { text: ' and ' },
          { text: hours.to, fact: true },
          ...(hours.days === undefined ? [] : [{ text: ' on ' }, ...joined(hours.days, false)]),
        ]
  return [{ text: `${verbs[effect]} ` }, ...subject, ...clauses, ...files, ...time]
}

export const sentenceText = (rule: Pick<Rule, 'effect' | 'when'>): string =>
  ruleSentence(rule)
    .map(({ text }) => text)
    .join('')
