// What a preset takes away, what a person sets for a tool, and how often it may be called.
import { describe, expect, it } from 'vitest'
import type { Effect } from '../../contract/policy/decision.ts'
import type { ToolSetting } from '../../contract/policy/config/tool-setting.ts'
import { Preset, standardPresets } from '../../contract/policy/preset.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { decide } from '../../main/gate/decide.ts'
import { standardPreset } from '../../main/gate/policy.ts'
import { nativeTool } from '../../main/clients/hook/native-tool.ts'
import type { DecisionRequest } from '../../main/gate/decision-request.ts'
import {
  ask,
  callers,
  fetching,
  lease,
  policyWith,
  read,
  reading,
  rule,
  run,
  running,
  sending,
  to,
  tool,
  write,
  writing,
} from './decision-requests.ts'

type Want = readonly [Effect, string, string]
const outcome = (request: DecisionRequest, policy: ReturnType<typeof policyWith>): Want => {
  const { effect, by } = decide(request, policy)
  return [effect, by.kind, by.id]
}
const under = (preset: object, presetName = 'mine') =>
  policyWith({ preset: Preset.parse(preset), presetName })
const named = (name: string) => under(standardPresets[name] ?? {}, name)

const listed = { listed: true }
const get = ask(fetching, [to('a.example', listed)])
const presets: readonly [string, DecisionRequest, ReturnType<typeof policyWith>, Want][] = [
  ['ask: reads freely', ask(reading, [read('/w/a')]), named('ask'), ['allow', 'tier', 'R1']],
  [
    'ask: asks before writing',
    ask(writing, [write('/w/a')]),
    named('ask'),
    ['confirm', 'tier', 'R2'],
  ],
  ['careful: reads files', ask(reading, [read('/w/a')]), named('careful'), ['allow', 'tier', 'R1']],
  [
    'flow: changes files in the workspace',
    ask(writing, [write('/w/a')]),
    named('flow'),
    ['allow', 'tier', 'R2'],
  ],
  [
    'flow: asks before reading outside',
    ask(reading, [read('/etc/a')]),
    named('flow'),
    ['confirm', 'preset', 'flow'],
  ],
  [
    'flow: asks before one of two reads outside',
    ask(reading, [read('/w/a'), read('/home/p/a')]),
    named('flow'),
    ['confirm', 'preset', 'flow'],
  ],
  [
    'a preset of your own reads outside as its tier says',
    ask(reading, [read('/etc/a')]),
    under({ tiers: { R2: 'allow' } }),
    ['allow', 'tier', 'R2'],
  ],
  ['careful: asks before fetching', get, named('careful'), ['confirm', 'preset', 'careful']],
  [
    "careful: asks before a server's tool that says it only reads",
    ask(tool('look', 'R1', { builtIn: false, id: 'mcp.notes.look' }), [], { reviewed: true }),
    named('careful'),
    ['confirm', 'preset', 'careful'],
  ],
  [
    'a preset that names what may run without approval: the tool by name',
    ask(reading, [read('/w/a')]),
    under({ withoutApproval: ['read_file'] }),
    ['allow', 'tier', 'R1'],
  ],
  [
    'a preset that names what may run without approval: another tool',
    ask(writing, [write('/w/a')]),
    under({ withoutApproval: ['read_file'], tiers: { R2: 'allow' } }),
    ['confirm', 'preset', 'mine'],
  ],
  [
    'a preset that names what may run without approval frees nothing that its tier holds',
    ask(writing, [write('/w/a')]),
    under({ withoutApproval: ['write_file'] }),
    ['confirm', 'tier', 'R2'],
  ],
  [
    'a preset that names nothing: harmless work still runs',
    ask(tool('sum', 'R0'), []),
    under({ withoutApproval: [] }),
    ['allow', 'tier', 'R0'],
  ],
  [
    'a preset of its own may ask about harmless work all the same',
    ask(tool('sum', 'R0'), []),
    under({ tiers: { R0: 'confirm' } }),
    ['confirm', 'tier', 'R0'],
  ],
  [
    'a preset that asks outside the workspace, whatever its tier allows',
    ask(reading, [read('/etc/hosts', 'outside')]),
    under({ tiers: { R2: 'allow' }, confirmOutside: true }),
    ['confirm', 'preset', 'mine'],
  ],
  [
    'one that does not, there',
    ask(reading, [read('/etc/hosts', 'outside')]),
    under({ tiers: { R2: 'allow' }, confirmOutside: false }),
    ['allow', 'tier', 'R2'],
  ],
  [
    'careful: lets harmless work run',
    ask(tool('sum', 'R0'), []),
    named('careful'),
    ['allow', 'tier', 'R0'],
  ],
  ['read-only: reads', ask(reading, [read('/w/a')]), named('read-only'), ['allow', 'tier', 'R1']],
  [
    'read-only: refuses to read outside',
    ask(reading, [read('/etc/a')]),
    named('read-only'),
    ['deny', 'tier', 'R2'],
  ],
  [
    'read-only: has no writing',
    ask(writing, [write('/w/a')]),
    named('read-only'),
    ['deny', 'preset', 'read-only'],
  ],
  [
    'read-only: has no commands',
    ask(running, [run('ls')]),
    named('read-only'),
    ['deny', 'preset', 'read-only'],
  ],
  ['read-only: has no network', get, named('read-only'), ['deny', 'preset', 'read-only']],
  [
    'a tool that is not on the list',
    ask(running, [run('ls')]),
    under({ tools: ['read_*'] }),
    ['deny', 'preset', 'mine'],
  ],
  [
    'a tool that the list names by pattern',
    ask(reading, [read('/w/a')]),
    under({ tools: ['read_*'] }),
    ['allow', 'tier', 'R1'],
  ],
  ['no network: an outbound tool', get, under({ allowNetwork: false }), ['deny', 'preset', 'mine']],
  [
    'no network: an inward tool that goes out',
    ask(reading, [read('/w/a'), to('a.example', listed)]),
    under({ allowNetwork: false }),
    ['deny', 'preset', 'mine'],
  ],
  [
    'no network: a tool that stays in',
    ask(reading, [read('/w/a')]),
    under({ allowNetwork: false }),
    ['allow', 'tier', 'R1'],
  ],
  [
    'writing where the preset has it',
    ask(writing, [write('/w/out/a')]),
    under({ allowWritePaths: ['out/**'] }),
    ['confirm', 'tier', 'R2'],
  ],
  [
    'writing where it has none',
    ask(writing, [write('/w/src/a')]),
    under({ allowWritePaths: ['out/**'] }),
    ['deny', 'preset', 'mine'],
  ],
  [
    'one write of two where it has none',
    ask(writing, [write('/w/out/a'), write('/w/a')]),
    under({ allowWritePaths: ['out/**'] }),
    ['deny', 'preset', 'mine'],
  ],
  [
    'writing in a folder whose name only begins so',
    ask(writing, [write('/w/outer/a')]),
    under({ allowWritePaths: ['out/**'] }),
    ['deny', 'preset', 'mine'],
  ],
  [
    'reading is not bound to where writing is',
    ask(reading, [read('/w/src/a')]),
    under({ allowWritePaths: [] }),
    ['allow', 'tier', 'R1'],
  ],
  [
    'a tier that it refuses',
    ask(running, [run('ls')]),
    under({ tiers: { R3: 'deny' } }),
    ['deny', 'tier', 'R3'],
  ],
  [
    'a tier that it frees',
    ask(tool('jot', 'R2'), []),
    under({ tiers: { R2: 'allow' } }),
    ['allow', 'tier', 'R2'],
  ],
  [
    'a tier above one that it refuses',
    ask(running, [run('ls')]),
    under({ tiers: { R1: 'deny' } }),
    ['deny', 'tier', 'R3'],
  ],
  [
    'a tier above one that it asks for',
    ask(writing, [write('/w/a')]),
    under({ tiers: { R1: 'confirm', R2: 'allow' } }),
    ['confirm', 'tier', 'R2'],
  ],
  [
    'a built-in tool that asks in a tier that is free',
    ask({ ...writing, defaultPolicy: { effect: 'confirm', scope: '' } }, [write('/w/a')]),
    under({ tiers: { R2: 'allow' } }),
    ['allow', 'tier', 'R2'],
  ],
  [
    'a tool from outside that asks in a tier that is free',
    ask(
      { ...writing, builtIn: false, defaultPolicy: { effect: 'confirm', scope: '' } },
      [write('/w/a')],
      { reviewed: true },
    ),
    under({ tiers: { R2: 'allow' } }),
    ['confirm', 'tool', 'write_file'],
  ],
  [
    'a tool that refuses itself',
    ask(tool('odd', 'R0', { defaultPolicy: { effect: 'deny', scope: '' } }), []),
    named('ask'),
    ['deny', 'tool', 'odd'],
  ],
]

describe('a preset', () => {
  it.each(presets)('%s', (_name, request, policy, want) =>
    expect(outcome(request, policy)).toEqual(want),
  )

  it('is above every rule and lease', () => {
    const freed = {
      ...ask(writing, [write('/w/a')]),
      leases: [lease('write_file', { touches: [write('/w/a')] })],
    }
    const policy = policyWith({
      preset: Preset.parse({ allowWritePaths: [] }),
      presetName: 'mine',
      rules: [rule('allow', {})],
    })
    expect(outcome(freed, policy)).toEqual(['deny', 'preset', 'mine'])
  })

  it('cannot let R3 or R4 run without approval', () => {
    for (const tier of ['R3', 'R4'])
      expect(Preset.safeParse({ tiers: { [tier]: 'allow' } }).success).toBe(false)
  })
})

const set = (name: string, setting: Partial<ToolSetting>) =>
  policyWith({ tools: { [name]: { disabled: false, ...setting } } })
const settings: readonly [string, DecisionRequest, ReturnType<typeof policyWith>, Want][] = [
  [
    'switches a tool off',
    ask(reading, [read('/w/a')]),
    set('read_file', { disabled: true }),
    ['deny', 'setting', 'read_file'],
  ],
  [
    'switches it off for the person as well',
    ask(reading, [read('/w/a')], { principal: callers.person }),
    set('read_file', { disabled: true }),
    ['deny', 'setting', 'read_file'],
  ],
  [
    'switches off no other',
    ask(reading, [read('/w/a')]),
    set('exec', { disabled: true }),
    ['allow', 'tier', 'R1'],
  ],
  [
    'frees a tool in R2',
    ask(writing, [write('/w/a')]),
    set('write_file', { default: 'allow' }),
    ['allow', 'setting', 'write_file'],
  ],
  [
    'frees nothing in R3',
    ask(running, [run('ls')]),
    set('exec', { default: 'allow' }),
    ['confirm', 'setting', 'exec'],
  ],
  [
    'frees nothing that was raised to R3',
    ask(writing, [write('/tmp/a')]),
    set('write_file', { default: 'allow' }),
    ['confirm', 'setting', 'write_file'],
  ],
  [
    'frees nothing in R4',
    ask(tool('pay', 'R4'), []),
    set('pay', { default: 'allow' }),
    ['confirm', 'setting', 'pay'],
  ],
  [
    'asks in R1',
    ask(reading, [read('/w/a')]),
    set('read_file', { default: 'confirm' }),
    ['confirm', 'setting', 'read_file'],
  ],
  [
    'refuses',
    ask(reading, [read('/w/a')]),
    set('read_file', { default: 'deny' }),
    ['deny', 'setting', 'read_file'],
  ],
  [
    'refuses in R3',
    ask(running, [run('ls')]),
    set('exec', { default: 'deny' }),
    ['deny', 'setting', 'exec'],
  ],
  [
    'raises a tier, and so asks',
    ask(reading, [read('/w/a')]),
    set('read_file', { tier: 'R3' }),
    ['confirm', 'tier', 'R3'],
  ],
  [
    'raises a tier above what it frees',
    ask(reading, [read('/w/a')]),
    set('read_file', { tier: 'R3', default: 'allow' }),
    ['confirm', 'setting', 'read_file'],
  ],
  [
    'lowers no tier',
    ask(running, [run('ls')]),
    set('exec', { tier: 'R0' }),
    ['confirm', 'tier', 'R3'],
  ],
  [
    'is not found by a name that only looks alike',
    ask(reading, [read('/w/a')]),
    set('reаd_file', { disabled: true }),
    ['allow', 'tier', 'R1'],
  ],
]

describe('a setting for a tool', () => {
  it.each(settings)('%s', (_name, request, policy, want) =>
    expect(outcome(request, policy)).toEqual(want),
  )
})

const limited = (perSession: number, perMinute: number) =>
  tool('say', 'R1', { rateLimits: { perSession, perMinute } })
const calls = (session: number, minute: number) => ({ used: { session, minute } })
const limits = (perSession?: number, perMinute?: number) =>
  set('say', {
    rateLimits: {
      ...(perSession === undefined ? {} : { perSession }),
      ...(perMinute === undefined ? {} : { perMinute }),
    },
  })
const rates: readonly [string, DecisionRequest, ReturnType<typeof policyWith>, Want | null][] = [
  ['none: any number', ask(limited(0, 0), [], calls(1e6, 1e6)), policyWith({}), null],
  ['the last one that is free', ask(limited(3, 0), [], calls(2, 2)), policyWith({}), null],
  [
    'used up in the session',
    ask(limited(3, 0), [], calls(3, 0)),
    policyWith({}),
    ['deny', 'rate-limit', 'session'],
  ],
  [
    'used up in the minute',
    ask(limited(0, 3), [], calls(9, 3)),
    policyWith({}),
    ['deny', 'rate-limit', 'minute'],
  ],
  [
    'the person sets less',
    ask(limited(9, 0), [], calls(2, 2)),
    limits(2),
    ['deny', 'rate-limit', 'session'],
  ],
  [
    'the person cannot set more',
    ask(limited(2, 0), [], calls(2, 2)),
    limits(9),
    ['deny', 'rate-limit', 'session'],
  ],
  [
    'the person cannot set none',
    ask(limited(2, 0), [], calls(2, 2)),
    limits(0),
    ['deny', 'rate-limit', 'session'],
  ],
  [
    'the person sets one where there was none',
    ask(limited(0, 0), [], calls(5, 5)),
    limits(undefined, 5),
    ['deny', 'rate-limit', 'minute'],
  ],
  [
    'a lease counts all the same',
    ask(limited(1, 0), [read('/w/a')], {
      ...calls(1, 1),
      leases: [lease('say', { touches: [read('/w/a')] })],
    }),
    policyWith({}),
    ['deny', 'rate-limit', 'session'],
  ],
  [
    'a rule counts all the same',
    ask(limited(1, 0), [], calls(1, 1)),
    policyWith({ rules: [rule('allow', {})] }),
    ['deny', 'rate-limit', 'session'],
  ],
  [
    'used up over all tools',
    ask(limited(0, 0), [], { used: { session: 0, minute: 0, all: 9 } }),
    policyWith({ perMinute: 9 }),
    ['deny', 'rate-limit', 'caller'],
  ],
  [
    'not used up over all tools',
    ask(limited(0, 0), [], { used: { session: 0, minute: 0, all: 8 } }),
    policyWith({ perMinute: 9 }),
    null,
  ],
]

describe('a rate limit', () => {
  it.each(rates)('%s', (_name, request, policy, want) => {
    expect(outcome(request, policy)).toEqual(want ?? ['allow', 'tier', 'R1'])
  })

  it('is told with its number', () => {
    expect(decide(ask(limited(3, 0), [], calls(3, 0)), policyWith({})).reasons.at(-1)).toEqual({
      code: 'rate.session',
      text: 'say may be called 3 times a session, and has reached that limit.',
    })
  })
})

describe('sending', () => {
  it('asks even where the host is on the allowlist for it', () => {
    expect(
      outcome(ask(sending, [to('a.example', { ...listed, method: 'POST' })]), policyWith({})),
    ).toEqual(['confirm', 'tier', 'R3'])
  })
})

describe('the preset read-only and the own tools of a connected agent', () => {
  const readOnly = policyWith({ presetName: 'read-only', preset: standardPreset('read-only') })
  const own = (name: string): Manifest => {
    const found = nativeTool(`claude_code_${name}`)
    if (found === null) throw new Error(name)
    return found.tool.manifest
  }
  const inside: readonly [string, CanonicalTouch[], string][] = [
    ['Read', [read('/w/a')], 'allow'],
    ['Grep', [read('/w/src')], 'allow'],
    ['Glob', [read('/w')], 'allow'],
    ['TodoWrite', [], 'allow'],
    ['Read', [read('/etc/passwd')], 'deny'],
    ['Write', [write('/w/a')], 'deny'],
    ['Edit', [write('/w/a')], 'deny'],
    ['Bash', [run('ls')], 'deny'],
    ['WebFetch', [to('a.example', { listed: true })], 'deny'],
    ['WebSearch', [], 'deny'],
    ['Unheard', [], 'deny'],
  ]
  it.each(inside)('%s of %j: %s', (name, touches, effect) => {
    expect(
      decide(
        ask(own(name), touches, { principal: callers['mcp-client'], reviewed: true }),
        readOnly,
      ).effect,
    ).toBe(effect)
  })
})
