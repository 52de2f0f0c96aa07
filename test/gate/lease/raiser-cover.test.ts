// A lasting approval and a rule that allows cover what they showed or name, and nothing that raises
// a call beside that.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protectedPaths } from '../../../contract/policy/paths/protected-paths.ts'
import type { Lease, LeasePatterns } from '../../../contract/approval/lease.ts'
import { Lease as LeaseSchema, noPatterns } from '../../../contract/approval/lease.ts'
import type { RuleWhen } from '../../../contract/policy/rule.ts'
import { compileLease } from '../../../main/gate/lease/compiled-lease.ts'
import { decide, explain } from '../../../main/gate/decide.ts'
import { isGuarded } from '../../../main/gate/touch-facts.ts'
import { guardedNaming } from '../../../main/gate/guarded-names.ts'
import type { DecisionRequest } from '../../../main/gate/decision-request.ts'
import { raiserCodes, raisersByHand, raisersOn } from '../../../main/gate/lease/raiser-cover.ts'
import { effectiveTier } from '../../../main/gate/tier.ts'
import { anyRequest, anyTouch } from '../any.ts'
import {
  theirOwn,
  ask,
  callers,
  everyRaiser,
  fetching,
  fromWeb,
  lease,
  onlyPrivate,
  onlyUntrusted,
  part,
  plain,
  policyWith,
  roots,
  rule,
  run,
  running,
  sending,
  to,
  tool,
  write,
  writing,
} from '../decision-requests.ts'
import { tries } from '../../soak.ts'

const said = (request: DecisionRequest, more: Partial<Lease>) => {
  const { effect, by, reasons } = decide(
    { ...request, leases: [lease(request.manifest.name, more)] },
    plain,
  )
  return {
    effect,
    by: by.kind,
    said: reasons.filter(({ code }) => code.endsWith('.uncovered')).map(({ text }) => text),
  }
}
const within = (patterns: Partial<LeasePatterns>): LeasePatterns => ({ ...noPatterns, ...patterns })
const workspace = within({ paths: ['/w/**'] })
const covered = { effect: 'allow', by: 'lease', said: [] }
const asks = (sentence: string) => ({
  effect: 'confirm',
  by: 'tier',
  said: [`Your approval did not cover this: ${sentence}`],
})
const runsBy = (path: string): string => `Other programs run or trust ${path} automatically.`

const guardedPaths = [
  '/w/.git/hooks/post-checkout',
  '/w/.envrc',
  '/w/sub/.vscode/tasks.json',
  '/w/.claude/settings.json',
  '/w/a/b/.husky/pre-commit',
  '/w/AGENTS.md',
]

describe('a lease over everything in the workspace', () => {
  it.each(guardedPaths)(
    'asks for %s, says why, and does so even where its card showed a protected file',
    (path) => {
      expect(said(ask(writing, [write(path)]), { patterns: workspace, raisers: [] })).toEqual(
        asks(runsBy(path)),
      )
      expect(said(ask(writing, [write(path)]), { patterns: workspace })).toEqual(asks(runsBy(path)))
    },
  )

  it('covers an ordinary file beside them', () => {
    expect(
      said(ask(writing, [write('/w/src/a.ts')]), { patterns: workspace, raisers: [] }),
    ).toEqual(covered)
  })
})

const cases: readonly [
  string,
  DecisionRequest,
  Partial<Lease>,
  ReturnType<typeof asks> | typeof covered,
][] = [
  [
    'covers a protected file that the card showed, by itself',
    ask(writing, [write('/w/.envrc')]),
    { touches: [write('/w/.envrc')], raisers: ['path.guarded'] },
    covered,
  ],
  [
    'covers no protected file that only an older row names',
    ask(writing, [write('/w/.envrc')]),
    { touches: [write('/w/.envrc')], raisers: [] },
    asks(runsBy('/w/.envrc')),
  ],
  [
    'covers a folder of protected files that it names',
    ask(writing, [write('/w/.husky/a')]),
    { patterns: within({ paths: ['/w/.husky/**'] }), raisers: ['path.guarded'] },
    covered,
  ],
  [
    'covers a name that it writes out at any depth',
    ask(writing, [write('/w/x/.envrc')]),
    { patterns: within({ paths: ['/w/**/.envrc'] }), raisers: ['path.guarded'] },
    covered,
  ],
  [
    'asks for a protected file within a protected folder',
    ask(writing, [write('/w/.claude/skills/.envrc')]),
    { patterns: within({ paths: ['/w/.claude/skills/**'] }), raisers: ['path.guarded'] },
    asks(runsBy('/w/.claude/skills/.envrc')),
  ],
  [
    'takes a wildcard for no name',
    ask(writing, [write('/w/.envrc')]),
    { patterns: within({ paths: ['/w/.env*'] }), raisers: ['path.guarded'] },
    asks(runsBy('/w/.envrc')),
  ],
  [
    'asks where the target came out of untrusted text',
    ask(writing, [write('/w/a')], { origins: fromWeb }),
    { patterns: workspace },
    asks('path came out of evil.example, which anyone may have written.'),
  ],
  [
    'covers that where it is named by itself',
    ask(writing, [write('/w/a')], { origins: fromWeb }),
    { patterns: { ...workspace, taint: ['untrusted'] } },
    covered,
  ],
  [
    'asks before sending after private data was read',
    ask(fetching, [to('a.example', { listed: true })], { taint: onlyPrivate }),
    { patterns: within({ hosts: ['a.example'] }) },
    asks('This session has read private data (/home/p/notes), and this call sends data out.'),
  ],
  [
    'covers that where it is named by itself, too',
    ask(fetching, [to('a.example')], { taint: onlyPrivate }),
    { patterns: within({ hosts: ['a.example'], taint: ['private'] }) },
    covered,
  ],
  [
    'asks for a sub-agent that the card did not show',
    ask(theirOwn, [write('/w/a')], { principal: callers.subagent }),
    { patterns: workspace, raisers: [] },
    asks('scout asks, not an agent you talk to yourself.'),
  ],
  [
    'asks for a host that has left the allowlist',
    ask(fetching, [to('a.example')]),
    { patterns: within({ hosts: ['a.example'] }), raisers: [] },
    asks('a.example is not on your allowlist.'),
  ],
  [
    'asks for a tool that has changed since its review',
    ask(tool('theirs', 'R2', { builtIn: false }), [write('/w/a')], { reviewed: false }),
    { patterns: workspace, raisers: [] },
    asks(
      'theirs is an external tool that you have not reviewed, or that changed since your review.',
    ),
  ],
  [
    'asks for more than the size the person set',
    ask(writing, [
      { kind: 'fs.write', path: '/w/a', zone: 'workspace', is: 'file', bytes: 6_000_000 },
    ]),
    { patterns: workspace, raisers: [] },
    asks('It writes 6000000 bytes, more than the 5242880 you set.'),
  ],
  [
    'asks for a network command that the card did not show',
    ask(running, [run(part('git fetch', { effects: ['network'] }))]),
    { patterns: within({ commands: ['git'] }), raisers: [] },
    asks('It needs network access, which commands do not have: git fetch'),
  ],
  [
    'asks with each raiser where there are several',
    ask(sending, [to('a.example', { method: 'POST' })]),
    { patterns: within({ hosts: ['a.example'], methods: ['POST'] }), raisers: ['host.unlisted'] },
    asks('It sends data to a.example with POST.'),
  ],
]

describe('a lease', () => {
  it.each(cases)('%s', (_what, request, more, want) => expect(said(request, more)).toEqual(want))

  it('from before raisers were stored reads as one whose card showed none', () => {
    const { raisers: _raisers, ...old } = lease('write_file', {
      touches: [write('/w/.envrc')],
    }).lease
    expect(LeaseSchema.parse(old).raisers).toEqual([])
  })

  it('by hand shows where its limits lead, and neither sizes nor changed tools', () => {
    expect(raisersByHand(within({ paths: ['/etc/a'] }))).toEqual([
      'principal.delegated',
      'path.guarded',
      'path.read-outside',
      'path.write-outside',
    ])
    expect(raisersByHand(within({ commands: ['git'], taint: ['private'] }))).toEqual([
      'principal.delegated',
      'command.network',
      'command.unlisted',
      'command.writes-outside',
      'flow.private-out',
    ])
    expect(
      said(ask(writing, [write('/etc/a')]), {
        patterns: within({ paths: ['/etc/a'] }),
        raisers: raisersByHand(within({ paths: ['/etc/a'] })),
      }),
    ).toEqual(covered)
  })

  it('keeps of its card what raised the call, and neither its base nor what a layer said', () => {
    const { reasons } = decide(
      ask(writing, [write('/w/.envrc')], { principal: callers.subagent }),
      policyWith({ rules: [rule('confirm', {})] }),
    )
    expect(raiserCodes(reasons)).toEqual(['path.guarded', 'principal.delegated'])
  })
})

const ruled = (when: RuleWhen, request: DecisionRequest) => {
  const { effect, by, reasons } = decide(request, policyWith({ rules: [rule('allow', when)] }))
  return [
    effect,
    by.kind,
    ...reasons.filter(({ code }) => code === 'rule.uncovered').map(({ text }) => text),
  ]
}
const unnamed = (sentence: string) => [
  'confirm',
  'tier',
  `Your rule “allow-it” does not cover this: ${sentence}`,
]
const rules: readonly [string, RuleWhen, DecisionRequest, readonly string[]][] = [
  [
    'asks for a protected file',
    { tools: ['write_file'] },
    ask(writing, [write('/w/.envrc')]),
    unnamed(runsBy('/w/.envrc')),
  ],
  [
    'asks for one below its folder',
    { paths: ['**'] },
    ask(writing, [write('/w/.git/hooks/x')]),
    unnamed(runsBy('/w/.git/hooks/x')),
  ],
  [
    'allows one that it writes out',
    { paths: ['**', '.envrc'] },
    ask(writing, [write('/w/.envrc')]),
    ['allow', 'rule'],
  ],
  [
    'allows a folder of them that it writes out',
    { paths: ['.git/hooks/**'] },
    ask(writing, [write('/w/.git/hooks/x')]),
    ['allow', 'rule'],
  ],
  [
    'asks where one of several is not written out',
    { paths: ['**', '.envrc'] },
    ask(writing, [write('/w/.envrc'), write('/w/.npmrc')]),
    unnamed(runsBy('/w/.envrc')).slice(0, 2),
  ],
  [
    'asks where the target came out of untrusted text',
    { paths: ['**'] },
    ask(writing, [write('/w/a')], { origins: fromWeb, taint: onlyUntrusted }),
    unnamed('path came out of evil.example, which anyone may have written.'),
  ],
  [
    'allows that where it names untrusted text',
    { paths: ['**'], taint: ['untrusted'] },
    ask(writing, [write('/w/a')], { origins: fromWeb, taint: onlyUntrusted }),
    ['allow', 'rule'],
  ],
  [
    'asks before sending after private data was read',
    { domains: ['a.example'] },
    ask(fetching, [to('a.example')], { taint: onlyPrivate }),
    unnamed('This session has read private data (/home/p/notes), and this call sends data out.'),
  ],
  [
    'allows that where it names private data',
    { domains: ['a.example'], taint: ['private'] },
    ask(fetching, [to('a.example')], { taint: onlyPrivate }),
    ['allow', 'rule'],
  ],
  [
    'allows what raises a call otherwise: it is written by hand',
    { domains: ['a.example'] },
    ask(fetching, [to('a.example')]),
    ['allow', 'rule'],
  ],
]

describe('a rule that allows', () => {
  it.each(rules)('%s', (what, when, request, want) => {
    const found = ruled(when, request)
    expect(what.includes('several') ? found.slice(0, 2) : found).toEqual(want)
  })
})

const guardedPath = fc.constantFrom(
  ...guardedPaths,
  '/w/src/.npmrc',
  '/w/.github/workflows/x.yml',
  '/w/.git/modules/a/hooks/x',
)
const mixed = fc.array(
  fc.oneof(
    anyTouch,
    guardedPath.map((path) => write(path)),
  ),
  { minLength: 1, maxLength: 3 },
)
const card = fc
  .record({ request: anyRequest, touches: mixed })
  .map(({ request, touches }) => ({ ...request, touches }))
const patterns = fc.constantFrom<LeasePatterns>(
  noPatterns,
  workspace,
  within({ paths: ['/**', '/w/.envrc'] }),
  within({ paths: ['/w/**/.npmrc', '/w/.git/hooks/**'] }),
  within({
    paths: ['/**'],
    hosts: ['a.example', '*.a.example'],
    methods: ['GET', 'POST'],
    commands: ['git', 'ls'],
  }),
  within({ paths: ['/**'], hosts: ['a.example'], taint: ['private'] }),
  within({ paths: ['/**'], taint: ['untrusted'] }),
)

describe('a lease of any card, whatever is called later', () => {
  /** Given from the card as main gives it, and asked with any later call of its tool. */
  const given = fc
    .record({ card, patterns, exact: fc.boolean(), later: card, same: fc.boolean() })
    .map(({ card: shown, patterns: limits, exact, later, same }) => {
      const { reasons } = decide({ ...shown, leases: [] }, plain)
      const one = lease(shown.manifest.name, {
        raisers: raiserCodes(reasons),
        patterns: limits,
        touches: exact ? [...shown.touches] : [],
      })
      const asked: DecisionRequest = {
        ...(same ? { ...later, touches: shown.touches } : later),
        manifest: shown.manifest,
        leases: [one],
      }
      return { one, asked }
    })

  it('lets nothing run that another raiser raises, and none of the three that have to be named', () => {
    let allowed = 0
    fc.assert(
      fc.property(given, ({ one, asked }) => {
        const decision = decide(asked, plain)
        if (decision.by.kind !== 'lease') return
        allowed += 1
        const { raisers } = effectiveTier(asked, plain)
        expect(raisers.filter(({ code }) => !one.lease.raisers.includes(code))).toEqual([])
        const codes = raisers.map(({ code }) => code)
        const { taint = [], paths } = one.lease.patterns
        expect(taint).toEqual(
          expect.arrayContaining(codes.includes('flow.private-out') ? ['private'] : []),
        )
        expect(taint).toEqual(
          expect.arrayContaining(codes.includes('origin.untrusted') ? ['untrusted'] : []),
        )
        const named = paths.some(
          (glob) => !/\*\*$/.test(glob) || /\.(?:git\/hooks|husky)/.test(glob),
        )
        const shown = new Set(
          one.lease.touches.flatMap((each) => (each.kind === 'fs.write' ? [each.path] : [])),
        )
        const written = asked.touches.flatMap((touch) =>
          touch.kind === 'fs.write' && isGuarded(touch.path) ? [touch.path] : [],
        )
        expect(written.filter((path) => !shown.has(path) && !named)).toEqual([])
        expect(
          raisersOn(decision.reasons)
            .map(({ code }) => code)
            .toSorted(),
        ).toEqual(codes.toSorted())
      }),
      // Fewer would find too few cards that cover anything.
      { numRuns: Math.max(1_000, tries(4_000)) },
    )
    expect(allowed).toBeGreaterThan(50)
  })

  it('says what was not covered, in every order, and the same in an explanation', () => {
    fc.assert(
      fc.property(given, ({ asked }) => {
        const decision = decide(asked, plain)
        expect(explain(asked, plain)).toMatchObject(decision)
        const turned = decide({ ...asked, touches: asked.touches.toReversed() }, plain)
        const uncovered = (of: typeof decision) =>
          of.reasons.filter(({ code }) => code === 'lease.uncovered')
        expect(uncovered(turned)).toEqual(uncovered(decision))
        expect(decision.by.kind === 'lease' ? uncovered(decision) : []).toEqual([])
      }),
      { numRuns: 600 },
    )
  })
})

describe('naming a protected path', () => {
  const anyPosition = fc.constantFrom(
    ...protectedPaths.flatMap(({ folder, names }) =>
      names.map((name) =>
        [folder, name.replaceAll('*', 'x')].filter((each) => each !== '').join('/'),
      ),
    ),
  )

  it('is done by the path itself, and by no folder above it, wherever it lies', () => {
    fc.assert(
      fc.property(
        anyPosition,
        fc.constantFrom('', 'a/', 'a/b/'),
        fc.boolean(),
        (position, folder, below) => {
          const path = `/w/${folder}${position}${below ? '/deep/x' : ''}`
          expect(isGuarded(path)).toBe(true)
          expect(guardedNaming(path, roots)(path)).toBe(true)
          expect(guardedNaming(`/w/${folder}${position}/**`, roots)(path)).toBe(true)
          for (const wide of [
            '**',
            '/**',
            `${folder}**`,
            `${folder}*`,
            `**/${'x'}`,
            `${folder}../**`,
          ])
            expect(guardedNaming(wide, roots)(path)).toBe(false)
        },
      ),
    )
  })

  it('is compiled with the lease', () => {
    const { guardedNames } = compileLease(
      lease('x', { patterns: within({ paths: ['.envrc'] }) }).lease,
      roots,
    )
    expect(guardedNames.map((names) => names('/w/.envrc'))).toEqual([true])
    expect(everyRaiser).toContain('path.guarded')
  })
})
