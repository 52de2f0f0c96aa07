// Every key of what is handed on, alone and in pairs: the child has at most what its parent has and at
// most what was asked for. The keys come from the schemas, so that a new one cannot be forgotten.
import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  Delegation,
  DelegationTerms,
  isGenuine,
  mintDelegation,
} from '../../contract/agent/delegation.ts'
import { coveringParts, EVERYTHING, grants } from '../../contract/agent/grant.ts'
import type { Grant, ToolGrant } from '../../contract/agent/grant.ts'
import { Scope } from '../../contract/agent/scope.ts'
import type { SubagentDraft } from '../../contract/call/powers/subagent-power.ts'
import { SubagentLimits } from '../../contract/policy/config/subagent-limits.ts'
import { ok } from '../../contract/result.ts'
import { ClientRequest } from '../../contract/server/gateway.ts'
import { childRun } from '../../main/agent/subagents/start-child.ts'
import { clientGrant } from '../../main/policy/client-grant.ts'
import { requestedGrant } from '../../main/policy/requested-grant.ts'
import { spawn } from '../../tools/agents/spawn.ts'
import { catalog } from '../../tools/catalog.ts'
import { tries } from '../soak.ts'
import { callId, run } from '../store/samples.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const tools = ['read_file', 'exec', 'github', 'forge__read', 'forge__write']
const actions = [null, 'get_issue', 'create_issue']
type Terms = DelegationTerms
type Asked = Pick<Terms, 'grant' | 'delegates' | 'turns' | 'seconds'>

/** Whether every call that the first covers is covered by the second, with all of its scopes. */
function within(child: Grant, above: Grant): boolean {
  const scopesOf = ({ scopes }: ToolGrant) => scopes.map((scope) => JSON.stringify(scope))
  return tools.every((tool) =>
    actions.every((action) =>
      coveringParts(child, tool, action).every((part) =>
        coveringParts(above, tool, action).some((over) =>
          scopesOf(over).every((scope) => scopesOf(part).includes(scope)),
        ),
      ),
    ),
  )
}

/** For each key of the terms: the child has no more of it. */
const narrows: Readonly<
  Record<keyof Terms, (child: Terms, parent: Terms, asked: Asked) => boolean>
> = {
  depth: (child, parent) => child.depth === parent.depth + 1 && child.depth <= parent.mostDepth,
  mostDepth: (child, parent) => child.mostDepth <= parent.mostDepth,
  grant: (child, parent, asked) =>
    within(child.grant, parent.grant) && within(child.grant, asked.grant),
  delegates: (child, parent, asked) => !child.delegates || (parent.delegates && asked.delegates),
  turns: (child, parent, asked) => child.turns <= Math.min(parent.turns, asked.turns),
  seconds: (child, parent, asked) => child.seconds <= Math.min(parent.seconds, asked.seconds),
  expiresAt: (child, parent) => child.expiresAt <= parent.expiresAt,
}
const keys = DelegationTerms.keyof().options

const anyScope: fc.Arbitrary<Scope> = fc
  .tuple(fc.constantFrom(...Scope.keyof().options), fc.constantFrom('src/**', 'me/one', 'a.test'))
  .map(([name, word]) => ({ [name]: [word] }))
const partKeys: { readonly [Key in keyof ToolGrant]: fc.Arbitrary<ToolGrant[Key]> } = {
  tool: fc.constantFrom(...tools, 'forge__*', 'forge__r*', '*'),
  actions: fc.option(fc.subarray(['get_issue', 'create_issue'], { minLength: 1 })),
  scopes: fc.array(anyScope, { maxLength: 2 }),
}
/** A value of each key, for a parent and for a request. */
const values: { readonly [Key in keyof Terms]: fc.Arbitrary<Terms[Key]> } = {
  depth: fc.integer({ min: 0, max: 3 }),
  mostDepth: fc.integer({ min: 1, max: 3 }),
  grant: fc.array(fc.record(partKeys), { maxLength: 4 }),
  delegates: fc.boolean(),
  turns: fc.integer({ min: 1, max: 300 }),
  seconds: fc.integer({ min: 1, max: 100_000 }),
  expiresAt: fc.integer({ min: 90, max: 5_000_000 }),
}
const WIDE: Terms = {
  depth: 0,
  mostDepth: 3,
  grant: [...EVERYTHING],
  delegates: true,
  turns: 200,
  seconds: 86_400,
  expiresAt: 5_000_000,
}

/** What a parent with these terms hands on for that request; null: it is refused. */
function handedOn(parent: Terms, asked: Asked): Delegation | null {
  const above = run(1)
  const delegation = mintDelegation(parent, null, sha256)
  const draft: SubagentDraft = {
    task: 'Look.',
    label: null,
    context: null,
    agent: 'helper',
    tools: null,
    delegates: asked.delegates,
    seconds: asked.seconds,
    turns: asked.turns,
  }
  const child = childRun(
    {
      ...above,
      parent: {
        run: above.id,
        names: ['a'],
        root: above.id,
        rootSession: above.session,
        call: callId(1),
        delegation,
        reported: false,
      },
    },
    callId(2),
    draft,
    () => run(2),
    {
      limits: SubagentLimits.parse({}),
      now: 100,
      sha256,
      grantOf: () => parent.grant,
      grantAsked: () => ok(asked.grant),
    },
  )
  return child.ok ? child.value.parent.delegation : null
}

function expectNarrower(parent: Terms, asked: Asked): void {
  const child = handedOn(parent, asked)
  const mayHandOn = parent.delegates && parent.depth < parent.mostDepth && parent.expiresAt > 100
  expect(child !== null).toBe(mayHandOn)
  if (child === null) return
  expect(keys.filter((key) => !narrows[key](child, parent, asked))).toEqual([])
  expect([isGenuine(child, sha256), child.parentHash]).toEqual([
    true,
    mintDelegation(parent, null, sha256).hash,
  ])
}

describe('what a sub-agent is handed', () => {
  it.each(keys)('is no more than both, when they differ in %s alone', (key) => {
    const some = values[key] as fc.Arbitrary<never>
    fc.assert(
      fc.property(some, some, (mine, theirs) => {
        expectNarrower({ ...WIDE, [key]: mine }, { ...WIDE, [key]: theirs })
        expectNarrower(WIDE, { ...WIDE, [key]: theirs })
        expectNarrower({ ...WIDE, [key]: mine }, WIDE)
      }),
      { numRuns: tries(100) },
    )
  })

  it('is no more than both, in every key at once', () => {
    fc.assert(
      fc.property(fc.record(values), fc.record(values), (parent, asked) => {
        expectNarrower(parent, asked)
      }),
      { numRuns: tries(500) },
    )
  })

  it.each(Scope.keyof().options)('has the limits by %s of both', (name) => {
    const limited = (word: string): Grant => [
      { tool: '*', actions: null, scopes: [{ [name]: [word] }] },
    ]
    const child = handedOn(
      { ...WIDE, grant: [...limited('one')] },
      { ...WIDE, grant: [...limited('two')] },
    )
    expect(child?.grant).toEqual([
      { tool: '*', actions: null, scopes: [{ [name]: ['one'] }, { [name]: ['two'] }] },
    ])
  })

  it.each(Delegation.keyof().options.filter((key) => key !== 'hash' && key !== 'revokedAt'))(
    'is not genuine with another %s, or without it',
    (key) => {
      const token = mintDelegation({ ...WIDE, depth: 1 }, sha256('above'), sha256)
      const other: Delegation = { ...WIDE, parentHash: null, hash: token.hash, revokedAt: null }
      const changed = {
        ...token,
        [key]: key === 'parentHash' ? null : key === 'depth' ? other.depth : [],
      }
      const without = Object.fromEntries(Object.entries(token).filter(([name]) => name !== key))
      expect([isGenuine(token, sha256), isGenuine(changed, sha256)]).toEqual([true, false])
      expect([
        isGenuine(without as Delegation, sha256),
        Delegation.safeParse(without).success,
      ]).toEqual([false, false])
    },
  )
})

/** Every way to write a name that is not that name. */
const spellings = (name: string): readonly string[] => [
  name.toUpperCase(),
  `${name} `,
  ` ${name}`,
  `${name}/`,
  `${name}/..`,
  `../${name}`,
  `./${name}`,
  `${name}.`,
  `${name}.*`,
  `${name}.**`,
  `${name}*`,
  `${name}__*`,
  `${name}\0`,
  `${name}\n`,
  `${name.slice(0, 2)}*`,
  `?${name.slice(1)}`,
  `{${name},exec}`,
  `${name},exec`,
  `${name}|exec`,
  `${name}.get_issue.create_issue`,
  `${name}\u{200b}`,
  `/${name}/`,
  name.replace('_', '-'),
  name.replace('_', '__'),
  `__${name}`,
  `${name}::exec`,
]
const nobody = [
  '',
  ' ',
  '*',
  '**',
  '.',
  '..',
  '.*',
  '*.*',
  '*__*',
  '__*',
  '*.__',
  '__',
  '*__',
  '[]',
]

describe.each([
  ['a client', (names: readonly string[]) => clientGrant(names)],
  [
    'a sub-agent',
    // As its tool takes them.
    (names: readonly string[]) => {
      const given = spawn.input.safeParse({ task: 'Look.', tools: names })
      const named = given.success ? (given.data.tools ?? null) : []
      return requestedGrant([], () => ok([]))({ agent: 'helper', tools: named, delegates: false })
    },
  ],
] as const)('names of tools in what %s asks for', (_who, grantOf) => {
  const all = catalog.map(({ manifest }) => manifest.name)
  const covered = (names: readonly string[]): readonly string[] => {
    const grant = grantOf(names)
    return grant.ok
      ? all.flatMap((tool) =>
          [null, 'get_issue', 'create_issue', '*', '__'].flatMap((action) =>
            grants(grant.value, tool, action) ? [`${tool}.${action ?? ''}`] : [],
          ),
        )
      : []
  }
  it.each(['read_file', 'exec', 'github', 'web_search'])(
    'give no more than %s, however it is written',
    (name) => {
      const exact = covered([name])
      expect(exact.length).toBeGreaterThan(0)
      for (const spelled of spellings(name))
        expect([spelled, covered([spelled]).filter((each) => !exact.includes(each))]).toEqual([
          spelled,
          [],
        ])
    },
  )
  it.each(nobody)('give nothing for %j', (name) => {
    expect(covered([name])).toEqual([])
  })
  it('give nothing for an empty list, and no more for a list than for each of it', () => {
    expect(covered([])).toEqual([])
    expect(covered(['read_file', 'github.get_issue'])).toEqual(
      [...covered(['read_file']), ...covered(['github.get_issue'])].toSorted(
        (a, b) => all.indexOf(a.split('.')[0] ?? '') - all.indexOf(b.split('.')[0] ?? ''),
      ),
    )
  })
})

describe('what a client may be asked for', () => {
  const fair: ClientRequest = { tools: ['read_file'], seconds: 60, calls: 2 }
  it.each(ClientRequest.keyof().options)(
    'says %s, and nothing that means no limit by chance',
    (key) => {
      const { [key]: _gone, ...without } = fair
      const odd = [undefined, [], '', 0, -1, 1.5, Number.NaN, Infinity, '60', {}, [''], false]
      expect([
        ClientRequest.safeParse(fair).success,
        ClientRequest.safeParse(without).success,
      ]).toEqual([true, false])
      expect(
        odd.filter((value) => ClientRequest.safeParse({ ...fair, [key]: value }).success),
      ).toEqual([])
      expect(ClientRequest.safeParse({ ...fair, [key.toUpperCase()]: null }).success).toBe(false)
    },
  )
})
