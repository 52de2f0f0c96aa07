// Which bundle is in force, over what comes: older ones, forks, other organisations, revoked keys,
// looser ones.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Bundle } from '../../contract/bundle/bundle.ts'
import { OrganisationConfig } from '../../contract/policy/config/organisation-config.ts'
import { openBundles } from '../../main/bundle/in-force.ts'
import { storedIn } from '../../main/bundle/stored-bundles.ts'
import { bundleRelaxes } from '../../main/bundle/bundle-relaxes.ts'
import { relaxesIn } from '../../main/config/relaxation/relaxes.ts'
import { makeTemporary } from '../temporary.ts'
import { bundleOf, signedBundle, signingKey } from './bundles.ts'

type More = Partial<z.input<typeof Bundle>>
const [key, other] = [signingKey(), signingKey()]
const NOW = Date.parse('2026-11-27T00:00:00Z')
let folder = ''
let now = NOW
let config: OrganisationConfig | null = null
beforeEach(() => {
  folder = makeTemporary('held')
  now = NOW
  config = organisation()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const organisation = (more: object = {}): OrganisationConfig =>
  OrganisationConfig.parse({ name: 'Example', source: '/policy', keys: [key.text], ...more })
const open = () =>
  openBundles({
    stored: storedIn(folder),
    config: () => config,
    relaxes: bundleRelaxes(relaxesIn),
    now: () => now,
  })
const bytes = (more: More = {}, by = key): Uint8Array => Buffer.from(signedBundle(by, more))
const offered = (bundles: ReturnType<typeof open>, given: Uint8Array): string => {
  const result = bundles.offer(given)
  return result.ok ? result.value.kind : result.error.code
}
const serialOf = (bundles: ReturnType<typeof open>): number | string => {
  const held = bundles.current()
  return held.kind === 'bundle' ? held.read.summary.serial : held.kind
}

const deny = (id: string) => ({ id, when: {}, effect: 'deny' as const, reason: 'No.' })

it('holds everything back until a valid bundle was fetched, also after a restart', () => {
  const bundles = open()
  expect(serialOf(bundles)).toBe('missing')
  expect(offered(bundles, bytes({ serial: 3 }))).toBe('applied')
  expect(serialOf(bundles)).toBe(3)
  expect(serialOf(open())).toBe(3)
  config = null
  expect(serialOf(open())).toBe('none')
})

it.each([
  ['an older one', bytes({ serial: 2 }), 'bundle.older'],
  ['another one of the same serial', bytes({ serial: 3, stop: ['/x'] }), 'bundle.forked'],
  ['the same one', bytes({ serial: 3 }), 'same'],
  [
    'one of another organisation',
    bytes({ serial: 4, organisation: 'Elsewhere' }),
    'bundle.other-organisation',
  ],
  ['one that has expired', bytes({ serial: 4, expires: '2026-11-26T00:00:00Z' }), 'bundle.expired'],
  ['one of a strange key', bytes({ serial: 4 }, other), 'bundle.unsigned'],
  ['a newer one', bytes({ serial: 4 }), 'applied'],
  ['one with a preset that is not in it', bytes({ serial: 4, preset: 'own' }), 'bundle.malformed'],
])('takes %s as such a bundle', (_what, given, expected) => {
  const bundles = open()
  expect(offered(bundles, bytes({ serial: 3 }))).toBe('applied')
  expect(offered(bundles, given)).toBe(expected)
  expect(serialOf(bundles)).toBe(expected === 'applied' ? 4 : 3)
})

it('refuses an older one also after a start, and after the one in force was lost', () => {
  expect(offered(open(), bytes({ serial: 3 }))).toBe('applied')
  expect(offered(open(), bytes({ serial: 2 }))).toBe('bundle.older')
  rmSync(join(folder, 'in-force.json'))
  const again = open()
  expect(serialOf(again)).toBe('missing')
  expect(offered(again, bytes({ serial: 2 }))).toBe('bundle.older')
  expect(offered(again, bytes({ serial: 3 }))).toBe('applied')
})

it('trusts no file of its own that was changed: then everything is held back', () => {
  offered(open(), bytes({ serial: 3 }))
  const file = join(folder, 'in-force.json')
  const text = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    text.replace(/"payload": "(.)/, (_all, one) => `"payload": "${one === 'e' ? 'f' : 'e'}`),
  )
  expect(serialOf(open())).toBe('missing')
})

describe('a key', () => {
  it('that was taken out of the configuration signs nothing any more', () => {
    const bundles = open()
    offered(bundles, bytes({ serial: 3 }))
    config = organisation({ keys: [other.text] })
    expect(serialOf(bundles)).toBe('missing')
    expect(offered(bundles, bytes({ serial: 4 }))).toBe('bundle.unsigned')
    expect(offered(bundles, bytes({ serial: 4 }, other))).toBe('applied')
  })

  it('that the bundle in force revokes signs no later one', () => {
    config = organisation({ keys: [key.text, other.text] })
    const bundles = open()
    expect(offered(bundles, bytes({ serial: 3, revokedKeys: [other.id] }))).toBe('applied')
    expect(offered(bundles, bytes({ serial: 4, revokedKeys: [other.id] }, other))).toBe(
      'bundle.unsigned',
    )
    expect(offered(open(), bytes({ serial: 4, revokedKeys: [other.id] }))).toBe('applied')
  })
})

it('shows what a newer one loosens, and keeps the one before until a person accepts it', () => {
  const bundles = open()
  offered(
    bundles,
    bytes({ serial: 1, rules: [deny('a'), { ...deny('b'), when: { tools: ['x'] } }] }),
  )
  expect(offered(bundles, bytes({ serial: 2, rules: [deny('a')] }))).toBe('waiting')
  expect(serialOf(bundles)).toBe(1)
  const waiting = open().waiting()
  expect(waiting?.relaxes).toEqual(['Rule b, which denies, was removed.'])
  expect(offered(bundles, bytes({ serial: 2, rules: [deny('a')] }))).toBe('same')
  expect(offered(bundles, bytes({ serial: 1, rules: [deny('a')] }))).toBe('bundle.older')
  expect(bundles.accept('0'.repeat(64))).toMatchObject({ error: { code: 'bundle.none-waiting' } })
  expect(bundles.accept(waiting?.read.summary.digest ?? '').ok).toBe(true)
  expect([serialOf(bundles), serialOf(open()), open().waiting()]).toEqual([2, 2, null])
})

it('drops a waiting bundle once a later one loosens nothing', () => {
  const bundles = open()
  offered(bundles, bytes({ serial: 1, stop: ['/a'] }))
  expect(offered(bundles, bytes({ serial: 2 }))).toBe('waiting')
  expect(offered(bundles, bytes({ serial: 3, stop: ['/a', '/b'] }))).toBe('applied')
  expect(bundles.waiting()).toBe(null)
})

it('does not put one in force that has expired while it waited', () => {
  const bundles = open()
  offered(bundles, bytes({ serial: 1, stop: ['/a'] }))
  const ends = '2026-11-28T00:00:00Z'
  expect(offered(bundles, bytes({ serial: 2, expires: ends }))).toBe('waiting')
  const digest = bundles.waiting()?.read.summary.digest ?? ''
  now = Date.parse(ends)
  expect(bundles.accept(digest)).toMatchObject({ ok: false, error: { code: 'bundle.expired' } })
  expect(serialOf(open())).toBe(1)
})

it('takes no expired one by a clock that was set back before what is in force was signed', () => {
  const bundles = open()
  offered(bundles, bytes({ serial: 3, issued: '2026-11-20T00:00:00Z' }))
  now = Date.parse('2020-01-01T00:00:00Z')
  const expired = bytes({
    serial: 4,
    issued: '2020-01-01T00:00:00Z',
    expires: '2026-11-19T00:00:00Z',
  })
  expect(offered(bundles, expired)).toBe('bundle.expired')
  expect(offered(bundles, bytes({ serial: 4 }))).toBe('applied')
})

it('holds back no less for a bundle that is signed twice by one key, with one good signature', () => {
  config = organisation({ keys: [key.text, other.text], signatures: 2 })
  const bundles = open()
  const twice = JSON.parse(signedBundle(key)) as { signatures: { keyid?: string; sig: string }[] }
  const [one] = twice.signatures
  twice.signatures.push({ sig: one?.sig ?? '' }, { keyid: '0'.repeat(64), sig: one?.sig ?? '' })
  expect(offered(bundles, Buffer.from(JSON.stringify(twice)))).toBe('bundle.unsigned')
  twice.signatures.push({ keyid: other.id, sig: one?.sig ?? '' })
  expect(offered(bundles, Buffer.from(JSON.stringify(twice)))).toBe('bundle.forged')
  expect(serialOf(bundles)).toBe('missing')
})

const asked = (more: object = {}) => ({
  id: 'a',
  when: { commands: ['git push'] },
  effect: 'confirm' as const,
  reason: 'Why.',
  ...more,
})

const looser: readonly (readonly [string, More, More, readonly string[]])[] = [
  ['nothing', { preset: 'ask' }, { preset: 'ask', expires: '2031-01-01T00:00:00Z' }, []],
  ['a stricter preset', { preset: 'ask' }, { preset: 'read-only' }, []],
  ['a first preset', {}, { preset: 'flow' }, []],
  [
    'a preset that is gone',
    { preset: 'careful' },
    {},
    ['The preset careful no longer restricts anything.'],
  ],
  [
    'a looser preset',
    { preset: 'careful' },
    { preset: 'ask' },
    ['The preset ask lets more run without approval.'],
  ],
  [
    'a place that is no longer stopped',
    { stop: ['/a'] },
    {},
    ['The place /a is no longer on the STOP list.'],
  ],
  [
    'a tool that is on again',
    { tools: { http: { disabled: true } } },
    {},
    ['The tool http is switched on.'],
  ],
  [
    'a rule that allows',
    {},
    { rules: [{ ...deny('a'), effect: 'allow' }] },
    ['Rule a allows what was not allowed so.'],
  ],
  [
    'another definition of a tool',
    { servers: { forge: { tools: { a: '1'.repeat(64) } } } },
    { servers: { forge: { tools: { a: '2'.repeat(64) } } } },
    ['The server forge may use another definition of a.'],
  ],
  [
    'one more tool of a server',
    { servers: { forge: { tools: {} } } },
    { servers: { forge: { tools: { a: '2'.repeat(64) } } } },
    ['The server forge may use another definition of a.'],
  ],
  [
    'a rule with one condition more',
    { rules: [asked()] },
    { rules: [asked({ when: { commands: ['git push'], zones: ['outside'] } })] },
    ['Rule a, which asks, says something else.'],
  ],
  [
    'a rule whose pattern is narrower',
    { rules: [asked()] },
    { rules: [asked({ when: { commands: ['git push --force'] } })] },
    ['Rule a, which asks, says something else.'],
  ],
  [
    'a rule that asks where it refused',
    { rules: [asked({ effect: 'deny' })] },
    { rules: [asked()] },
    ['Rule a, which denies, says something else.'],
  ],
  [
    'a rule that asks one person where it asked two',
    { rules: [asked({ approvers: 2 })] },
    { rules: [asked()] },
    ['Rule a, which asks, says something else.'],
  ],
  [
    'a rule that asks two persons where it asked one',
    { rules: [asked()] },
    { rules: [asked({ approvers: 2 })] },
    [],
  ],
  [
    'a rule that ends',
    { rules: [asked()] },
    { rules: [asked({ expires: '2027-01-01T00:00:00Z' })] },
    ['Rule a, which asks, says something else.'],
  ],
  [
    'a rule that ends sooner',
    { rules: [asked({ expires: '2028-01-01T00:00:00Z' })] },
    { rules: [asked({ expires: '2027-01-01T00:00:00Z' })] },
    ['Rule a, which asks, says something else.'],
  ],
  ['a rule by another name', { rules: [asked()] }, { rules: [asked({ id: 'b' })] }, []],
  [
    'a preset of its own, written from nothing',
    { preset: 'firm', presets: { firm: { tiers: { R2: 'deny' } } } },
    { preset: 'firm', presets: { firm: {} } },
    ['The preset firm no longer denies R2, but asks: changing files in the workspace.'],
  ],
  [
    'a tool that is called more often, at a lower tier, with a looser default, unread',
    {
      tools: {
        http: {
          tier: 'R4',
          default: 'deny',
          reviewResults: true,
          rateLimits: { perMinute: 2, perSession: 9 },
        },
      },
    },
    { tools: { http: { tier: 'R3', default: 'confirm', rateLimits: { perMinute: 3 } } } },
    [
      'What the tool http brings back is not reviewed any more.',
      'The tool http is not raised to R4 any more.',
      'The tool http has a looser default.',
      'The tool http may be called more often.',
    ],
  ],
  ['a later end', {}, { expires: '2040-01-01T00:00:00Z' }, []],
  ['a first server', {}, { servers: { forge: { tools: {} } } }, []],
  [
    'a server that is gone',
    { servers: { forge: { tools: {} } } },
    {},
    ['The server forge may use tools of any definition.'],
  ],
  [
    'prompts, resources and programs of a server',
    {
      servers: {
        forge: {
          tools: {},
          prompts: { a: '1'.repeat(64) },
          resources: { 'a://b': '1'.repeat(64) },
          programs: ['1'.repeat(64)],
        },
      },
    },
    {
      servers: {
        forge: { tools: {}, prompts: { a: '2'.repeat(64) }, programs: ['2'.repeat(64)] },
      },
    },
    [
      'The server forge may use another definition of a.',
      'The server forge may use resources of any definition.',
      'The server forge may be started from another program.',
    ],
  ],
  [
    'any program of a server',
    { servers: { forge: { tools: {}, programs: ['1'.repeat(64)] } } },
    { servers: { forge: { tools: {} } } },
    ['The server forge may be started from any program.'],
  ],
  [
    'a first program of a server, fewer prompts',
    { servers: { forge: { tools: {}, prompts: { a: '1'.repeat(64) } } } },
    { servers: { forge: { tools: {}, prompts: {}, programs: ['1'.repeat(64)] } } },
    [],
  ],
  [
    'another agent file',
    { agents: { a: 'name: a' } },
    { agents: { a: 'name: a ' } },
    ['The agent a is held to another file.'],
  ],
  [
    'an agent that is gone',
    { agents: { a: 'name: a' } },
    {},
    ['The agent a is held to no file any more.'],
  ],
  [
    'a key that may sign again',
    { revokedKeys: ['1'.repeat(64)] },
    {},
    [`The key ${'1'.repeat(16)}… may sign again.`],
  ],
]

it.each(looser)('says what is looser: %s', (_what, from, to, expected) => {
  const said = bundleRelaxes(relaxesIn)(bundleOf(from), bundleOf(to))
  expect([said.length === 0, said]).toEqual([
    expected.length === 0,
    expect.arrayContaining([...expected]),
  ])
})
