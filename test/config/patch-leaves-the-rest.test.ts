// A change names what it changes, and nothing else: whatever it leaves out stays as it was, in the
// patch itself, in the file, and in the configuration that is in force afterwards.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Config } from '../../contract/policy/config/config.ts'
import { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import { editText } from '../../main/config/edit/edit-text.ts'
import { parseConfig } from '../../main/config/parse.ts'

type Key = { readonly path: readonly string[]; readonly schema: z.ZodType }

/** Wrapped in optional, nullable or a default, the object inside. */
const inner = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? inner(schema.unwrap() as z.ZodType)
    : schema

/** Every object that a patch may be made of key by key: all of its keys may be left out. */
function objects(path: readonly string[], schema: z.ZodType): readonly Key[] {
  const object = inner(schema)
  if (!(object instanceof z.ZodObject)) return []
  const shape = object.shape as Readonly<Record<string, z.ZodType>>
  return [
    { path, schema: object },
    ...Object.entries(shape).flatMap(([key, each]) => objects([...path, key], each)),
  ]
}

/** Values are whole there: a rule, a price, an amount, a server or a view is never patched key by key. */
const whole = [
  'addRule',
  'agent.limits.run.cost',
  'agent.limits.day.cost',
  'model.price',
  'model.prices',
  'server.config',
  'toolTable.usual',
  'toolTable.view.view',
]
const parts = objects([], ConfigPatch).filter(
  ({ path }) => !whole.some((each) => path.join('.').startsWith(each)),
)

describe('a patch', () => {
  it('has its parts found', () =>
    expect(parts.map(({ path }) => path.join('.'))).toEqual(
      expect.arrayContaining(['', 'model', 'window', 'desktop', 'tool.setting', 'client']),
    ))

  // A default inside of an optional key still fills in, and then writes over what a person set.
  it.each(parts.map(({ path, schema }) => [path.join('.') || 'as a whole', schema] as const))(
    '%s adds no key that was left out',
    (_name, schema) => {
      const { shape } = schema as z.ZodObject
      const filled = Object.entries(shape).filter(
        ([, each]) => (each as z.ZodType).safeParse(undefined).data !== undefined,
      )
      expect(filled.map(([key]) => key)).toEqual([])
    },
  )
})

const before = `workspace: /work/shop
model:
  provider: openai-compatible
  name: qwen3
  baseUrl: http://127.0.0.1:11434/v1
  apiKeyEnv: SHOP_KEY
  price: {in: 1, out: 2, currency: EUR}
  prices:
    'gpt-5*': {in: 1.25, out: 10, currency: USD}
    qwen3:8b: {in: 0, cached: 0, out: 0, currency: EUR} # at home
exfiltrationGuard: {enabled: true}
preset: careful
tools:
  exec: {tier: R4, rateLimits: {perSession: 9, perMinute: 3}}
window:
  theme: dark
  contrast: more
  density: compact
  textPercent: 130
  singleKeyShortcuts: false
  sidebarCollapsed: true
desktop:
  approvalWindow: false
  approveFromNotification: true
  openAtLogin: true
  updates: beta
gateway:
  clients:
    cursor: {preset: ask, perMinute: 7, commands: sandbox}
approvals: {timeoutSeconds: 77}
`

/** One change for every key there is; `at`: the only place in which the file says otherwise then. */
const changes: readonly (readonly [at: string, value: unknown, patch: ConfigPatch])[] = [
  ['workspace', '/work/other', { workspace: '/work/other' }],
  ['model.provider', 'anthropic', { model: { provider: 'anthropic' } }],
  ['model.name', 'other', { model: { name: 'other' } }],
  ['model.baseUrl', null, { model: { baseUrl: null } }],
  ['model.apiKeyEnv', null, { model: { apiKeyEnv: null } }],
  ['model.price', null, { model: { price: null } }],
  [
    'model.prices',
    {
      'gpt-5*': { in: 1, cached: 0.5, out: 2, currency: 'EUR' },
      'qwen3:8b': { in: 0, cached: 0, out: 0, currency: 'EUR' },
      'qwen3.5': { in: 3, out: 4, currency: 'USD' },
    },
    {
      model: {
        prices: {
          'gpt-5*': { in: 1, cached: 0.5, out: 2, currency: 'EUR' },
          'qwen3.5': { in: 3, out: 4, currency: 'USD' },
        },
      },
    },
  ],
  [
    'model.prices',
    { 'qwen3:8b': { in: 0, cached: 0, out: 0, currency: 'EUR' } },
    { model: { prices: { 'gpt-5*': null, 'never-there': null } } },
  ],
  ['exfiltrationGuard.enabled', false, { exfiltrationGuard: { enabled: false } }],
  ['approvals.timeoutSeconds', 5, { approvals: { timeoutSeconds: 5 } }],
  ['services.mail.provider', 'server', { services: { mail: { provider: 'server' } } }],
  ['services.mail.imap', 'mail.example.org', { services: { mail: { imap: 'mail.example.org' } } }],
  ['services.mail.smtp', 'mail.example.org', { services: { mail: { smtp: 'mail.example.org' } } }],
  ['services.mail.user', 'me', { services: { mail: { user: 'me' } } }],
  ['services.mail.from', 'me@example.org', { services: { mail: { from: 'me@example.org' } } }],
  ['services.calendar.provider', 'files', { services: { calendar: { provider: 'files' } } }],
  [
    'services.calendar.files',
    [{ path: '/me.ics', person: null }],
    { services: { calendar: { files: [{ path: '/me.ics', person: null }] } } },
  ],
  ['services.calendar.zone', 'Asia/Tokyo', { services: { calendar: { zone: 'Asia/Tokyo' } } }],
  [
    'services.calendar.workingHours.to',
    '18:30',
    { services: { calendar: { workingHours: { to: '18:30' } } } },
  ],
  ['services.calendar.softWords', ['deep'], { services: { calendar: { softWords: ['deep'] } } }],
  ['preset', 'flow', { preset: 'flow' }],
  ['window.theme', 'light', { window: { theme: 'light' } }],
  ['window.contrast', 'system', { window: { contrast: 'system' } }],
  ['window.density', 'comfortable', { window: { density: 'comfortable' } }],
  ['window.textPercent', 200, { window: { textPercent: 200 } }],
  ['window.singleKeyShortcuts', true, { window: { singleKeyShortcuts: true } }],
  ['window.sidebarCollapsed', false, { window: { sidebarCollapsed: false } }],
  ['desktop.approvalWindow', true, { desktop: { approvalWindow: true } }],
  ['desktop.approveFromNotification', false, { desktop: { approveFromNotification: false } }],
  ['desktop.openAtLogin', false, { desktop: { openAtLogin: false } }],
  ['desktop.updates', 'off', { desktop: { updates: 'off' } }],
  ['tools.exec.tier', 'R3', { tool: { name: 'exec', setting: { tier: 'R3' } } }],
  ['tools.exec.default', 'deny', { tool: { name: 'exec', setting: { default: 'deny' } } }],
  ['tools.exec.disabled', true, { tool: { name: 'exec', setting: { disabled: true } } }],
  [
    'tools.exec.rateLimits.perMinute',
    1,
    { tool: { name: 'exec', setting: { rateLimits: { perMinute: 1 } } } },
  ],
  ['gateway.clients.cursor.commands', 'agent', { client: { name: 'cursor', commands: 'agent' } }],
  ['gateway.clients.cursor.preset', null, { client: { name: 'cursor', preset: null } }],
  ['gateway.clients.cursor.preset', 'flow', { client: { name: 'cursor', preset: 'flow' } }],
]

describe('patching one key leaves the rest:', () => {
  it('names every key that a patch may have of its own', () => {
    const named = new Set(changes.map(([at]) => at.split('.').slice(0, 2).join('.')))
    const keys = parts.flatMap(({ path, schema }) =>
      path.length === 1 && ['model', 'window', 'exfiltrationGuard'].includes(path[0] ?? '')
        ? Object.keys((schema as z.ZodObject).shape).map((key) => `${path[0]}.${key}`)
        : [],
    )
    expect(keys.filter((key) => !named.has(key))).toEqual([])
  })

  it.each(changes)('%s becomes %j', (at, value, patch) => {
    // As it comes over the wire.
    const read = ConfigPatch.parse(JSON.parse(JSON.stringify(patch)))
    const edited = editText(before, 'f', read)
    if (!edited.ok) throw new Error(JSON.stringify(edited.error))
    expect(configOf(edited.value)).toEqual(withValue(configOf(before), at.split('.'), value))
  })
})

function configOf(text: string): Config {
  const parsed = parseConfig(text, 'f')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error))
  return parsed.value
}

function withValue(config: unknown, [key = '', ...rest]: readonly string[], value: unknown) {
  const record = config as Record<string, unknown>
  const next: unknown = rest.length === 0 ? value : withValue(record[key], rest, value)
  return { ...record, [key]: next }
}
