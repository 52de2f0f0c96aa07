// A rule as a sentence. Pure: says what the rule says, in the order in which a person would.
import type { Rule, RuleWhen } from '../../../../contract/policy/rule.ts'
import type { RuleHost } from '../../../../contract/policy/allowed-host.ts'
import type { Effect } from '../../../../contract/policy/decision.ts'

/** A run of words, or a fact of the rule that is shown as written. */
export type Piece = { readonly text: string; readonly fact?: boolean }

export type Condition = keyof RuleWhen
type Listed = Exclude<
  Condition,
  'hours' | 'guarded' | 'requestBytes' | 'newHost' | 'rate' | 'denials'
>

export const conditionNames: Readonly<Record<Condition, string>> = {
  tools: 'Tools',
  ids: 'Ids',
  categories: 'Categories',
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
  trust: 'Channel trust',
  workspaces: 'Workspace',
  zones: 'Zone',
  allowlist: 'Allowlist',
  requestBytes: 'Request size',
  newHost: 'New host',
  rate: 'Rate',
  denials: 'Denials',
  taint: 'Data seen',
  guarded: 'Protected files',
  hours: 'Hours',
}
export const conditionHints: Readonly<Record<Condition, string>> = {
  tools: 'Names such as exec, or patterns such as forge__*. One per line.',
  ids: 'Stable ids such as system.run, or patterns such as fs.*. One per line.',
  categories: 'Kinds of tools. Of a server’s tool, what you said at its review.',
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
  hours: 'Also over midnight. Local time unless you name a zone such as Europe/Berlin.',
  trust: 'How far the channel is trusted. You lower it in the file, under channels.',
  workspaces:
    'Folders that agents work in, from the root or your home: ~/work/shop, or ~/work/** for all below. One per line.',
  zones:
    'Where it reads, writes or runs. To allow a protected file, choose its zone too, and name it in Paths.',
  allowlist:
    'A host, for GET and HEAD; or a host with its methods and most bytes: api.example.org GET,POST 65536. One per line.',
  requestBytes: 'Bytes of a request’s body. Empty: no bound.',
  newHost: 'Whether this caller has reached the host before. Both: no limit.',
  rate: 'Calls of this caller that were allowed before, of the tools named above, or of all.',
  denials: 'Calls that you have denied in the session, at least.',
}

const values: Readonly<Record<string, string>> = {
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
  'trust.trusted': 'trusted',
  'trust.limited': 'limited',
  'trust.untrusted': 'untrusted',
  'zones.inside': 'inside the workspace',
  'zones.outside': 'outside the workspace',
  'zones.guarded': 'protected files',
  'newHost.true': 'a host it has not reached before',
  'newHost.false': 'hosts it has reached before',
  'rate.minute': 'in a minute',
  'rate.hour': 'in an hour',
  'rate.day': 'in a day',
  'rate.session': 'in a session',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** An entry of an allowlist on one line: host, methods, most bytes. */
export const entryText = (entry: RuleHost): string =>
  typeof entry === 'string' ? entry : `${entry.host} ${entry.methods.join(',')} ${entry.maxBytes}`

/** A value in words; where two conditions have one value of one name, as this one says it. */
export const valueName = (condition: Condition, value: string): string =>
  values[`${condition}.${value}`] ?? values[value] ?? value

const verbs: Readonly<Record<Effect, string>> = {
  allow: 'Allow',
  confirm: 'Ask before',
  deny: 'Deny',
}
const ASK_TWO = 'Ask two people before'

/** Words before each condition, for a rule that allows, and for one that does not. */
const leads: Readonly<Partial<Record<Listed, readonly [allow: string, else_: string]>>> = {
  categories: ['of the category', 'of the category'],
  actions: ['with the action', 'with the action'],
  commands: ['when every command is', 'when a command is'],
  paths: ['when every path is in', 'when a path is in'],
  domains: ['when every host is', 'when a host is'],
  ports: ['on port', 'on port'],
  allowlist: ['when every request is one of', 'when a request is one of'],
  methods: ['with', 'with'],
  tiers: ['of tier', 'of tier'],
  principals: ['by', 'by'],
  agents: ['named', 'named'],
  channels: ['through', 'through'],
  trust: ['through a channel that is', 'through a channel that is'],
  workspaces: ['while agents work in', 'while agents work in'],
  zones: ['when all of it is', 'when some of it is'],
  taint: ['once the session has read', 'once the session has read'],
}

const joined = (list: readonly string[], plain: Condition | null): readonly Piece[] =>
  list.flatMap((each, at): readonly Piece[] => [
    ...(at === 0 ? [] : [{ text: at === list.length - 1 ? ' or ' : ', ' }]),
    plain === null ? { text: each, fact: true } : { text: valueName(plain, each) },
  ])

/** `Refuse every call when a path is in /etc/** by an MCP client`, in pieces. */
export function ruleSentence({
  effect,
  approvers,
  when,
}: Pick<Rule, 'effect' | 'approvers' | 'when'>): readonly Piece[] {
  const named = [...(when.tools ?? []), ...(when.ids ?? [])]
  const subject: readonly Piece[] =
    when.tools !== undefined && when.ids !== undefined
      ? [...joined(when.tools, null), { text: ' that can ' }, ...joined(when.ids, null)]
      : named.length === 0
        ? [{ text: 'every call' }]
        : joined(named, null)
  const plain = new Set<Condition>(['principals', 'channels', 'taint', 'trust', 'zones'])
  let asked = false
  const clauses = Object.entries(leads).flatMap(([key, lead]): readonly Piece[] => {
    const list = when[key as Listed]
    if (list === undefined) return []
    const words = lead[effect === 'allow' ? 0 : 1]
    const again = words.startsWith('when ') && asked
    asked ||= words.startsWith('when ')
    return [
      { text: ` ${again ? words.replace('when', 'and') : words} ` },
      ...joined(
        key === 'allowlist' ? (when.allowlist ?? []).map(entryText) : list.map(String),
        plain.has(key as Condition) ? (key as Condition) : null,
      ),
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
          ...(hours.timeZone === undefined
            ? []
            : [{ text: ' in ' }, { text: hours.timeZone, fact: true }]),
          ...(hours.days === undefined ? [] : [{ text: ' on ' }, ...joined(hours.days, 'hours')]),
        ]
  const sent = sizeAndHost(when, asked || guarded !== undefined)
  return [
    { text: `${approvers === 2 ? ASK_TWO : verbs[effect]} ` },
    ...subject,
    ...clauses,
    ...files,
    ...sent,
    ...time,
    ...before(when),
  ]
}

function sizeAndHost({ requestBytes, newHost }: RuleWhen, asked: boolean): readonly Piece[] {
  const { over, upTo } = requestBytes ?? {}
  const bounds = [
    ...(over === undefined ? [] : [[{ text: 'more than ' }, { text: `${over}`, fact: true }]]),
    ...(upTo === undefined ? [] : [[{ text: 'at most ' }, { text: `${upTo}`, fact: true }]]),
  ]
  const size: readonly Piece[] =
    bounds.length === 0
      ? []
      : [
          { text: ` ${asked ? 'and' : 'when'} a request has ` },
          ...bounds.flatMap((bound, at) => (at === 0 ? bound : [{ text: ' and ' }, ...bound])),
          { text: ' bytes' },
        ]
  return newHost === undefined
    ? size
    : [
        ...size,
        {
          text: ` ${asked || size.length > 0 ? 'and' : 'when'} it goes to ${valueName('newHost', String(newHost))}`,
        },
      ]
}

function before({ rate, denials }: RuleWhen): readonly Piece[] {
  const { over, upTo } = rate ?? {}
  const bounds: readonly Piece[] = [
    ...(over === undefined
      ? []
      : [{ text: ' from call ' }, { text: `${over + 1}`, fact: true }, { text: ' on' }]),
    ...(upTo === undefined
      ? []
      : [{ text: ' for the first ' }, { text: `${upTo}`, fact: true }, { text: ' calls' }]),
  ]
  return [
    ...bounds,
    ...(rate === undefined || bounds.length === 0
      ? []
      : [{ text: ` ${valueName('rate', rate.per)}` }]),
    ...(denials === undefined
      ? []
      : [
          { text: ' once you have denied ' },
          { text: `${denials}`, fact: true },
          { text: ` call${denials === 1 ? '' : 's'} in the session` },
        ]),
  ]
}

export const sentenceText = (rule: Pick<Rule, 'effect' | 'approvers' | 'when'>): string =>
  ruleSentence(rule)
    .map(({ text }) => text)
    .join('')
