// Changes of the policy by a form, put into a file that a person wrote; what they free, and what
// the schema says of each setting.
import { describe, expect, it } from 'vitest'
import { Config } from '../../contract/policy/config/config.ts'
import type { PolicyEdit } from '../../contract/policy/policy-file.ts'
import { Rule } from '../../contract/policy/rule.ts'
import { relaxesIn, removedStopsIn } from '../../main/config/relaxation/relaxes.ts'
import { configSchema } from '../../main/config/json-schemas.ts'
import { overviewOf } from '../../main/config/overview.ts'
import { parseConfig } from '../../main/config/parse.ts'
import { editPolicy } from '../../main/config/edit/edit-policy.ts'
import { PolicyHash } from '../../contract/ids.ts'

const rule = (change: object = {}): Rule =>
  Rule.parse({ id: 'b', when: { tools: ['exec'] }, effect: 'deny', reason: 'No.', ...change })

const written = `# mine
allowlist:
  hosts: [a.example, b.example] # seen
rules:
  # never this
  - id: a
    when: {tools: [exec]} # all commands
    effect: confirm
    reason: see what it does
stop: [~/x/**]
`

describe('a change by a form', () => {
  it.each<[name: string, edit: PolicyEdit, want: string]>([
    [
      'a rule more',
      { kind: 'put-rule', rule: rule(), replaces: null },
      written.replace(
        'stop:',
        '  - id: b\n    when:\n      tools:\n        - exec\n    effect: deny\n    reason: No.\nstop:',
      ),
    ],
    [
      'a rule in its place, with the words above it',
      { kind: 'put-rule', rule: rule({ id: 'a' }), replaces: 'a' },
      written.replace(
        'effect: confirm\n    reason: see what it does',
        'effect: deny\n    reason: No.',
      ),
    ],
    [
      'a rule gone',
      { kind: 'remove-rule', id: 'a' },
      '# mine\nallowlist:\n  hosts: [a.example, b.example] # seen\nrules:\n  # never this\n  []\nstop: [~/x/**]\n',
    ],
    [
      'a host more',
      { kind: 'add-host', entry: 'c.example' },
      written.replace('b.example]', 'b.example, c.example]'),
    ],
    ['a host gone', { kind: 'remove-host', host: 'a.example' }, written.replace('a.example, ', '')],
    [
      'a place more that nothing touches',
      { kind: 'add-stop', path: '~/y/**' },
      written.replace('~/x/**', '~/x/**, ~/y/**'),
    ],
    [
      'places to write, where a standard preset was in force',
      { kind: 'set-write-paths', preset: 'careful', paths: ['docs/**'] },
      `${written}presets:\n  careful:\n    description: Agents read files in the workspace. Everything else needs approval, also running a command.\n    withoutApproval:\n      - fs.read\n      - fs.list\n      - fs.search\n      - fs.find\n    allowWritePaths:\n      - docs/**\n`,
    ],
  ])('%s', (_, edit, want) => {
    const edited = editPolicy(written, 'f', edit)
    expect(edited).toEqual({ ok: true, value: want })
    expect(parseConfig(want, 'f').ok).toBe(true)
  })

  it.each<[name: string, text: string, edit: PolicyEdit, code: string]>([
    ['a rule that is not there', written, { kind: 'remove-rule', id: 'z' }, 'config.no-rule'],
    [
      'an id that is there twice',
      written,
      { kind: 'put-rule', rule: rule({ id: 'a' }), replaces: null },
      'config.rule-twice',
    ],
    [
      'a host that is not listed',
      written,
      { kind: 'remove-host', host: 'z.example' },
      'config.no-host',
    ],
    ['a file with a mistake', 'rules: 3\n', { kind: 'add-stop', path: '/x' }, 'config.malformed'],
  ])('is refused: %s', (_, text, edit, code) => {
    expect(editPolicy(text, 'f', edit)).toMatchObject({ ok: false, error: { code } })
  })
})

describe('what a change loosens', () => {
  const base = Config.parse({
    preset: 'careful',
    rules: [rule()],
    stop: ['~/x/**'],
    exfiltrationGuard: { enabled: true },
    tools: { exec: { tier: 'R4', disabled: true, rateLimits: { perMinute: 3 } } },
    gateway: { clients: { editor: { preset: 'read-only' } } },
  })
  const says = (change: object): readonly string[] =>
    relaxesIn(base, Config.parse({ ...base, ...change }))

  it.each<[name: string, change: object, said: RegExp]>([
    [
      'a rule that allows',
      { rules: [rule(), rule({ id: 'c', effect: 'allow' })] },
      /^Rule c allows/,
    ],
    ['a rule that is gone', { rules: [] }, /^Rule b, which denies, was removed/],
    [
      'a rule that says less',
      { rules: [rule({ when: { tools: ['exec'], tiers: ['R3'] } })] },
      /^Rule b.*something else/,
    ],
    ['a rule that ends', { rules: [rule({ expires: '2026-12-31T18:00:00Z' })] }, /^Rule b/],
    ['a listed host', { allowlist: { hosts: ['a.example'] } }, /^The host a.example/],
    ['a freer preset', { preset: 'ask' }, /^The preset ask lets more run without approval/],
    [
      'a freer tier',
      { preset: 'flow' },
      /^The preset flow lets R2 run without approval: changing files/,
    ],
    [
      'one more that needs no approval',
      { preset: 'mine', presets: { mine: { withoutApproval: ['fs.read', 'system.stage'] } } },
      /^The preset mine lets more run without approval/,
    ],
    ['the guard off', { exfiltrationGuard: { enabled: false } }, /guard is off/],
    ['a place that may be touched', { stop: [] }, /^The place ~\/x/],
    [
      'a tool switched on',
      { tools: { exec: { tier: 'R4', rateLimits: { perMinute: 3 } } } },
      /switched on/,
    ],
    [
      'a tool that is not raised',
      { tools: { exec: { disabled: true, rateLimits: { perMinute: 3 } } } },
      /not raised/,
    ],
    [
      'a tool called more often',
      { tools: { exec: { tier: 'R4', disabled: true, rateLimits: { perMinute: 0 } } } },
      /more often/,
    ],
    ['larger writes', { limits: { writeBytes: 9_999_999 } }, /^Larger files/],
    [
      'longer work of all',
      { limits: { treeCpuSeconds: 3_601 } },
      /^Programs may use more processor time/,
    ],
    ['longer work', { limits: { cpuSeconds: 301 } }, /^Programs may use more processor time/],
    ['longer work of servers', { limits: { serverCpuSeconds: 3_601 } }, /^Programs may use more/],
    ['a client set otherwise', { gateway: { clients: { editor: { preset: null } } } }, /editor/],
    ['a client that is gone', { gateway: { clients: {} } }, /editor was removed/],
  ])('%s', (_, change, said) => expect(says(change).join('\n')).toMatch(said))

  it.each<[name: string, change: object]>([
    ['nothing', {}],
    ['a rule that refuses more', { rules: [rule(), rule({ id: 'c', when: {} })] }],
    ['another reason and name', { rules: [rule({ id: 'other', reason: 'Still no.' })] }],
    ['the look of the window', { window: { theme: 'dark' } }],
  ])('is nothing with %s', (_, change) => expect(says(change)).toEqual([]))

  it('is that a call may leave the workspace without approval', () => {
    const mine = (confirmOutside: boolean) =>
      Config.parse({
        preset: 'mine',
        presets: { mine: { confirmOutside, tiers: { R2: 'allow' } } },
      })
    expect(relaxesIn(mine(true), mine(false))).toEqual([
      'The preset mine needs no approval just because a call leaves the workspace.',
    ])
    expect(relaxesIn(mine(false), mine(true))).toEqual([])
  })

  it('names the places that would leave the STOP list', () => {
    expect(removedStopsIn(base, Config.parse({ ...base, stop: ['/y'] }))).toEqual(['~/x/**'])
  })
})

/** Settings that only the window writes, and that need no sentence each. */
const silent = /^window\.tools\.(usual|views\.\*)\./

/** Places of the schema that no sentence explains. */
function undescribed(node: unknown, path: string): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  const {
    properties = {},
    additionalProperties,
    items,
    anyOf = [],
    oneOf = [],
  } = node as {
    readonly properties?: Readonly<Record<string, object>>
    readonly additionalProperties?: unknown
    readonly items?: unknown
    readonly anyOf?: readonly unknown[]
    readonly oneOf?: readonly unknown[]
  }
  const below = (key: string): string => (path === '' ? key : `${path}.${key}`)
  return [
    ...Object.entries(properties).flatMap(([key, inner]) => [
      ...('description' in inner || silent.test(below(key)) ? [] : [below(key)]),
      ...undescribed(inner, below(key)),
    ]),
    ...undescribed(additionalProperties, below('*')),
    ...undescribed(items, below('[]')),
    ...[...anyOf, ...oneOf].flatMap((each) => undescribed(each, path)),
  ]
}

describe('the schema', () => {
  it('says of every setting what it means', () => {
    expect(undescribed(configSchema(), '')).toEqual([])
  })
})

it('shows on which line each part begins', () => {
  const parsed = parseConfig(written, 'f')
  if (!parsed.ok) throw new Error('unreadable')
  const shown = overviewOf({
    file: 'f',
    text: written,
    textHash: '0'.repeat(64),
    config: parsed.value,
    policyHash: PolicyHash.parse('0'.repeat(64)),
    effects: [],
    builtInStop: [],
    problems: [],
    warnings: [],
  })
  expect([shown.rules.map(({ line }) => line), shown.hosts.map(({ line }) => line)]).toEqual([
    [6],
    [3, 3],
  ])
})

it('shows whose each host of a preset, an agent or a client is', () => {
  const text = `presets:
  mine:
    hosts: [a.example]
agents: { main: { hosts: [b.example] } }
gateway:
  clients:
    editor:
      hosts:
        - c.example
`
  const parsed = parseConfig(text, 'f')
  if (!parsed.ok) throw new Error('unreadable')
  const { scopedHosts, hosts } = overviewOf({
    file: 'f',
    text,
    textHash: '0'.repeat(64),
    config: parsed.value,
    policyHash: PolicyHash.parse('0'.repeat(64)),
    effects: [],
    builtInStop: [],
    problems: [],
    warnings: [],
  })
  expect(hosts).toEqual([])
  expect(scopedHosts).toEqual([
    { whose: 'preset', name: 'mine', entry: 'a.example', line: 3 },
    { whose: 'agent', name: 'main', entry: 'b.example', line: 4 },
    { whose: 'client', name: 'editor', entry: 'c.example', line: 9 },
  ])
})
