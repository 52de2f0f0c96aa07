// A tool from outside, all the way to the gate: what trust makes of it, what a person sets for it,
// what its schema lets in.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DecisionRequest } from '../../../main/gate/decision-request.ts'
import { ToolSetting } from '../../../contract/policy/config/tool-setting.ts'
import { SessionId } from '../../../contract/ids.ts'
import { Rule } from '../../../contract/policy/rule.ts'
import type { Trust } from '../../../contract/call/touch.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { decide } from '../../../main/gate/decide.ts'
import { makePolicy, standardPreset } from '../../../main/gate/policy.ts'
import { plainPolicy } from '../../gate/plain-policy.ts'
import type { PolicySource } from '../../../main/gate/policy.ts'
import { hiddenBy } from '../../../main/gate/view.ts'
import { HERE } from '../../../contract/call/tool-source.ts'
import { builtInSource, openRegistry } from '../../../main/registry/registry.ts'
import { inputOf } from '../../../main/mcp/trust/input-schema.ts'
import { catalog } from '../../../tools/catalog.ts'
import { callTool, offerOf, openFixture, sha256, stdio, tool } from './fixture.ts'
import { processorMs } from '../../processor.ts'

const roots = plainPolicy({ workspace: '/w', home: '/h', foldsCase: false } as never).roots
const session = SessionId.parse('ses_aaaaaaaaaaaa')
const agent: DecisionRequest['principal'] = { kind: 'person', name: 'you', session }
const subagent = {
  kind: 'subagent',
  name: 'helper',
  session,
} as unknown as DecisionRequest['principal']

async function one(
  trust: Trust,
  annotations: object = {},
  name = 'list_issues',
): Promise<{ tool: AnyTool; request: DecisionRequest; refused: string | null }> {
  const fixture = openFixture(
    { forge: stdio({ trust, hosts: ['api.forge.example'] }) },
    { forge: offerOf({ tools: [tool(name, {}, annotations)] }) },
  )
  await fixture.acceptAll('forge')
  const registry = openRegistry({
    sources: [
      builtInSource(() => catalog),
      { kind: 'listed', execution: HERE, offered: () => fixture.servers.external() },
    ],
    sha256,
    availability: () => ({
      hiddenBy: () => null,
      granted: () => 'all' as const,
      setting: () => null,
      missing: () => null,
    }),
  })
  const [offered] = fixture.servers.external()
  if (offered === undefined) throw new Error('nothing is offered')
  const entry = registry.get(offered.tool.manifest.name)
  const touched = fixture.servers.touch('forge', name)
  const request: DecisionRequest = {
    manifest: offered.tool.manifest,
    action: null,
    args: {},
    touches: touched.ok ? [touched.value] : [],
    origins: [],
    taint: { privateRead: [], untrustedRead: [] },
    principal: agent,
    channel: 'window',
    used: { session: 0, minute: 0 },
    leases: [],
    at: { at: 0, minute: 0, weekday: 'mon' } as never,
    frozen: false,
    sandboxed: true,
    reviewed: entry?.reviewed ?? false,
  }
  return { tool: offered.tool, request, refused: offered.closed?.what ?? null }
}
const policy = (more: Partial<PolicySource> = {}) =>
  makePolicy({ ...plainPolicy(roots), ...more }, sha256)
const setting = (more: object) => ({ tools: { forge__list_issues: ToolSetting.parse(more) } })

describe('trust', () => {
  const reads = { readOnly: true }
  const destroys = { destructive: true }
  it.each<[Trust, object, string, string, string]>([
    ['local', {}, 'confirm', 'R2', 'denied'],
    ['local', reads, 'allow', 'R1', 'readOnly'],
    ['local', destroys, 'confirm', 'R3', 'denied'],
    ['local', { ...reads, ...destroys }, 'confirm', 'R3', 'denied'],
    ['local', { destructive: false, idempotent: true }, 'confirm', 'R2', 'denied'],
    ['verified', {}, 'confirm', 'R2', 'denied'],
    ['verified', reads, 'confirm', 'R2', 'denied'],
    ['verified', destroys, 'confirm', 'R3', 'denied'],
    ['community', {}, 'confirm', 'R3', 'denied'],
    ['community', reads, 'confirm', 'R3', 'denied'],
  ])('%s with %j: %s, %s, sub-agents %s', async (trust, annotations, effect, tier, subagents) => {
    const { request, tool: offered } = await one(trust, annotations)
    const { manifest } = offered
    expect(manifest).toMatchObject({
      builtIn: false,
      networkOutbound: true,
      riskTier: tier,
      subagentAccess: subagents,
    })
    expect(decide(request, policy())).toMatchObject({ effect, tier })
    // Attenuation overrides capabilities, not just approval: no preset frees it, and a sub-agent
    // does not see it.
    const free = policy({
      preset: { ...standardPreset('ask'), tiers: { ...standardPreset('ask').tiers, R2: 'allow' } },
    })
    expect(decide(request, free).effect).toBe(effect)
    expect(hiddenBy(manifest, subagent, policy())).toBe(subagents === 'denied' ? 'subagent' : null)
    expect(
      hiddenBy(
        manifest,
        agent,
        policy({ guard: { on: true, allowTools: [], blockedTools: null } }),
      ),
    ).toBe('guard')
  })

  it.each<[Trust, string, boolean]>([
    ['community', 'create_issue', false],
    ['community', 'issues', true],
    ['community', 'sequentialthinking', true],
    ['community', 'read_file', false],
    ['community', 'list_issues', true],
    ['verified', 'create_issue', true],
    ['local', 'read_file', true],
  ])('%s takes %s: %s', async (trust, name, taken) =>
    expect((await one(trust, {}, name)).refused === null).toBe(taken),
  )

  it('refuses a community tool that says that it destroys, and names the one step that opens it', async () => {
    const { tool: offered } = await one('community', { destructive: true })
    expect(offered.manifest.riskTier).toBe('R3')
    expect((await one('community', { destructive: true })).refused).toMatch(/can destroy/)
    expect((await one('verified', { destructive: true })).refused).toBeNull()
  })
})

describe('what a person sets for one tool', () => {
  it('switches it off, raises it, and allows it up to R2 and no further', async () => {
    const verified = (await one('verified')).request
    const community = (await one('community')).request
    const say = (request: DecisionRequest, more: object) => decide(request, policy(setting(more)))
    expect(say(verified, { disabled: true })).toMatchObject({
      effect: 'deny',
      by: { kind: 'setting' },
    })
    expect(hiddenBy(verified.manifest, agent, policy(setting({ disabled: true })))).toBe('setting')
    expect(say(verified, { tier: 'R4' })).toMatchObject({
      effect: 'confirm',
      tier: 'R4',
      stepUp: true,
    })
    expect(say(verified, { tier: 'R1' })).toMatchObject({ tier: 'R2' })
    expect(say(verified, { default: 'allow' })).toMatchObject({ effect: 'allow' })
    expect(say(community, { default: 'allow' })).toMatchObject({ effect: 'confirm' })
    expect(say(verified, { default: 'deny' })).toMatchObject({ effect: 'deny' })
  })
  it('applies to a scope by a rule over its name', async () => {
    const { request } = await one('verified')
    const rule = Rule.parse({
      id: 'forge',
      when: { tools: ['forge__list_*'] },
      effect: 'allow',
      reason: 'It only lists.',
    })
    expect(decide(request, policy({ rules: [rule] }))).toMatchObject({
      effect: 'allow',
      by: { kind: 'rule', id: 'forge' },
    })
    expect(decide({ ...request, reviewed: false }, policy())).toMatchObject({ tier: 'R3' })
  })
})

describe('the arguments of a tool', () => {
  const schema = {
    type: 'object',
    properties: {
      a: {
        type: 'object',
        properties: { 'b/c': { type: 'integer', minimum: 1 } },
        additionalProperties: false,
      },
      tags: { type: 'array', items: { enum: ['x', 'y'] } },
    },
    required: ['a'],
  }
  const issues = (value: unknown, of: object = schema): string[] | string => {
    const created = inputOf(of as Record<string, unknown>)
    if (!created.ok) return created.error
    const parsed = created.value.safeParse(value)
    return parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
  }
  it.each<[string, unknown, unknown]>([
    ['fits', { a: { 'b/c': 1 }, tags: ['x'] }, []],
    ['a field that is missing', {}, [expect.stringMatching(/^\/: a is missing$/)]],
    ['a value deep inside', { a: { 'b/c': 0 } }, [expect.stringMatching(/^\/a\/b~1c: .*1/)]],
    [
      'a word that is none of the choices',
      { a: {}, tags: ['z'] },
      [expect.stringMatching(/^\/tags\/0: /)],
    ],
    ['an unknown field', { a: { other: 1 } }, [expect.stringMatching(/^\/a.*: /)]],
  ])('%s', (_, value, wanted) => expect(issues(value)).toEqual(wanted))

  it.each<[string, object, object, object | null]>([
    [
      'one that may be left out is left out',
      { a: { type: 'boolean' } },
      { a: null, b: 1 },
      { b: 1 },
    ],
    ['of several kinds too', { a: { type: ['string', 'number'] } }, { a: null, b: 1 }, { b: 1 }],
    ['one that may be null stays', { a: { type: ['string', 'null'] } }, { a: null }, { a: null }],
    ['one of any kind stays', { a: {} }, { a: null }, { a: null }],
    ['one with a choice stays', { a: { enum: [null, 1] } }, { a: null }, { a: null }],
    [
      'deeper inside it stays, and does not fit',
      { a: { type: 'object', properties: { b: { type: 'string' } } } },
      { a: { b: null } },
      null,
    ],
    ['one that is needed does not fit', { need: { type: 'string' } }, { need: null }, null],
  ])('a null where %s', (_, properties, args, wanted) => {
    const required = 'need' in properties ? ['need'] : []
    const created = inputOf({ type: 'object', properties, required })
    const parsed = created.ok ? created.value.safeParse(args) : null
    expect(parsed?.success === true ? parsed.data : null).toEqual(wanted)
  })

  const bomb = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [
      `l${i}`,
      { allOf: [{ $ref: `#/$defs/l${i + 1}` }, { $ref: `#/$defs/l${i + 1}` }] },
    ]),
  )
  it.each<[string, object, string]>([
    ['a loop of references', { $ref: '#' }, 'without end'],
    [
      'a loop through choices',
      { anyOf: [{ $ref: '#/$defs/a' }], $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } },
      'without end',
    ],
    ['a bomb', { $ref: '#/$defs/l0', $defs: { ...bomb, l40: {} } }, 'unfolds'],
    [
      'something outside',
      { properties: { a: { $ref: 'https://evil.example/x.json' } } },
      'outside',
    ],
    ['a part that is not there', { properties: { a: { $ref: '#/$defs/none' } } }, 'no part'],
    ['no object', { type: 'array' }, 'not an object'],
  ])('%s is refused before anything is checked', (_, of, why) =>
    expect(issues({}, of)).toContain(why),
  )

  it('run no pattern of a server, and let a tree refer to itself', () => {
    const startedAt = processorMs()
    expect(
      issues(
        { a: `${'a'.repeat(60)}!` },
        { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
      ),
    ).toEqual([])
    expect(processorMs() - startedAt).toBeLessThan(5_000)
    const tree = {
      type: 'object',
      properties: { children: { type: 'array', items: { $ref: '#' } }, size: { type: 'integer' } },
    }
    expect(issues({ children: [{ children: [], size: 1 }] }, tree)).toEqual([])
    expect(issues({ children: [{ size: 'x' }] }, tree)).toEqual([
      expect.stringContaining('/children/0/size'),
    ])
    let deep: unknown = {}
    for (let i = 0; i < 100; i++) deep = { children: [deep] }
    expect(issues(deep, tree)).toEqual([expect.stringContaining('nested deeper')])
  })

  it('never break on a schema, whatever is in it (property)', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            'type',
            'properties',
            'items',
            'allOf',
            'not',
            '$ref',
            'enum',
            'pattern',
            'minimum',
            'required',
            '$id',
          ),
          fc.jsonValue(),
        ),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (of, args) => {
          const created = inputOf(of)
          expect(
            typeof (created.ok ? created.value.safeParse(args).success : created.error),
          ).toMatch(/boolean|string/)
        },
      ),
    )
  })
})

describe('what a tool gives', () => {
  it('is text, data and content; a failure of the server is a failure', async () => {
    const fixture = openFixture(
      { forge: stdio({ trust: 'verified' }) },
      { forge: offerOf({ tools: [tool('list_issues'), tool('fail_it')] }) },
    )
    await fixture.acceptAll('forge')
    const run = async (name: string) => {
      const offered = fixture.servers
        .external()
        .find(({ tool: { manifest } }) => manifest.name === `forge__${name}`)
      const permitted = fixture.servers.touch('forge', name)
      const power = {
        'mcp.call': fixture.servers.power({
          permitted: permitted.ok ? [permitted.value] : [],
          signal: new AbortController().signal,
        }),
      }
      return offered?.tool.execute(
        {},
        { power: power as never, signal: new AbortController().signal },
      )
    }
    expect(await run('list_issues')).toEqual({
      ok: true,
      value: {
        text: 'list_issues done',
        data: { count: 1 },
        content: [{ kind: 'text', text: 'list_issues done' }],
      },
    })
    expect(await run('fail_it')).toEqual({
      ok: false,
      error: { code: 'server.tool-failed', text: 'fail_it done' },
    })
    expect(await callTool(fixture.servers, 'forge', 'fail_it', [])).toMatchObject({
      ok: false,
      error: { code: 'power.not-permitted' },
    })
  })
})
