import { openPastCalls } from '../../main/policy/past-calls.ts'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApprovalAnswer } from '../../contract/approval/approval.ts'
import type { Decision, Effect } from '../../contract/policy/decision.ts'
import { CallId, LeaseId, RequestHash, RunId, SessionId } from '../../contract/ids.ts'
import { noPatterns } from '../../contract/approval/lease.ts'
import type { Lease } from '../../contract/approval/lease.ts'
import { noTaint } from '../../contract/call/origin.ts'
import type { Taint } from '../../contract/call/origin.ts'
import type { Rule } from '../../contract/policy/rule.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { decide } from '../../main/gate/decide.ts'
import type { CommitFacts, DecisionRequest } from '../../main/gate/decision-request.ts'
import { commitRequest, stageRequest } from '../../main/gate/phase.ts'
import { makePolicy, standardPreset } from '../../main/gate/policy.ts'
import { plainPolicy } from './plain-policy.ts'
import { previewLease, previewRule, simulate } from '../../main/gate/simulate.ts'
import type { HistoricDecision, ReplayDeps } from '../../main/gate/simulate.ts'
import { catalog } from '../../tools/catalog.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const plain = plainPolicy({ workspace: '/w', home: '/home/p', foldsCase: false })
const under = (rules: readonly Rule[]) => makePolicy({ ...plain, rules }, sha256)
const inForce = under([])
const manifest = (tool: string) =>
  catalog.find((one) => one.manifest.name === tool)?.manifest ?? null
const deps: ReplayDeps = {
  manifest,
  evaluationTime: (epochMs) => ({ epochMs, weekday: 'mon', minute: 600 }),
  sandboxed: true,
  prior: openPastCalls,
  resolveAgain: (touch) => touch,
}
const session = SessionId.parse('ses_00000001')
const rule = (effect: Effect, when: Rule['when'], id = 'r'): Rule => ({
  id,
  effect,
  when,
  reason: 'because',
})

const read = (path: string): CanonicalTouch => ({
  kind: 'fs.read',
  path,
  zone: 'workspace',
  is: 'file',
})
const write = (path: string): CanonicalTouch => ({
  kind: 'fs.write',
  path,
  zone: 'workspace',
  is: 'file',
})
const fetch: CanonicalTouch = {
  kind: 'net.fetch',
  method: 'GET',
  url: 'https://a.example/',
  host: 'a.example',
  port: 443,
  reach: 'public',
  listed: false,
}

type Said = {
  readonly answer?: ApprovalAnswer
  readonly edited?: boolean
  readonly taint?: Taint | null
  readonly decision?: Partial<Decision>
}

/** A row as the pipeline writes it: with the decision that the policy in force gave. */
function history(
  seq: number,
  tool: string,
  touches: readonly CanonicalTouch[],
  said: Said = {},
): HistoricDecision {
  const found = manifest(tool)
  const principal = {
    kind: 'agent' as const,
    name: 'main',
    session,
    runId: RunId.parse('run_00000001'),
  }
  const taint = said.taint ?? noTaint
  const decision: Decision =
    found === null
      ? {
          effect: 'confirm',
          tier: 'R3',
          baseTier: 'R3',
          reasons: [],
          by: { kind: 'tier', id: 'R3' },
          touches: [...touches],
          stepUp: false,
          policyHash: inForce.hash,
        }
      : decide(
          {
            manifest: found,
            action: null,
            args: {},
            touches,
            origins: [],
            taint,
            principal,
            channel: 'window',
            used: { session: 0, minute: 0 },
            leases: [],
            at: deps.evaluationTime(seq),
            frozen: false,
            sandboxed: true,
            reviewed: null,
          },
          inForce,
        )
  return {
    seq,
    at: seq * 1000,
    answer: said.answer ?? null,
    edited: said.edited ?? false,
    entry: {
      kind: 'decision',
      callId: CallId.parse(`call_${String(seq).padStart(8, '0')}`),
      principal,
      channel: 'window',
      runId: principal.runId,
      tool,
      capability: found?.id ?? tool,
      action: null,
      args: {},
      requestHash: RequestHash.parse(sha256(String(seq))),
      origins: [],
      ...(said.taint === null ? {} : { taint }),
      decision: { ...decision, ...said.decision },
    },
  }
}

const lease = (more: Partial<Lease> = {}): Lease => ({
  id: LeaseId.parse('lease_00000001'),
  createdAt: 0,
  effect: 'allow',
  text: '',
  lasts: null,
  approvalId: null,
  session: null,
  principal: null,
  tool: 'write_file',
  action: null,
  touches: [],
  patterns: { ...noPatterns, paths: ['/w/src/**'] },
  bounds: [],
  raisers: [],
  args: {},
  maxUses: null,
  expiresAt: null,
  uses: 0,
  revokedAt: null,
  ...more,
})

const ways = (rows: readonly HistoricDecision[], rules: readonly Rule[]): readonly string[] =>
  simulate(rows, under(rules), deps).changes.map(({ seq, was, would }) => `${seq} ${was}>${would}`)

describe('simulate', () => {
  const rows = [
    history(1, 'read_file', [read('/w/a')]),
    history(2, 'write_file', [write('/w/src/a')], { answer: 'deny-once' }),
    history(3, 'write_file', [write('/w/src/b')], { answer: 'once' }),
    history(4, 'web_fetch', [fetch]),
  ]

  it('finds nothing changed under the policy of that time', () => {
    expect(simulate(rows, inForce, deps)).toEqual({
      policyHash: inForce.hash,
      calls: 4,
      same: 4,
      changes: [],
      sums: {},
      wouldAllowRefused: 0,
      skipped: [],
    })
  })

  it('says call by call and in sum what would differ, and what people had refused', () => {
    const tried = under([
      rule('allow', { tools: ['write_file'], paths: ['src/**'] }),
      rule('deny', { domains: ['a.example'] }, 's'),
    ])
    const { changes, ...sum } = simulate(rows, tried, deps)
    expect(
      changes.map(({ reasons, callId: _callId, at: _at, ...change }) => ({
        ...change,
        why: reasons.at(-1)?.code,
      })),
    ).toEqual([
      {
        seq: 2,
        tool: 'write_file',
        was: 'confirm',
        would: 'allow',
        wasTier: 'R2',
        wouldTier: 'R2',
        answer: 'deny-once',
        why: 'rule.allow',
      },
      {
        seq: 3,
        tool: 'write_file',
        was: 'confirm',
        would: 'allow',
        wasTier: 'R2',
        wouldTier: 'R2',
        answer: 'once',
        why: 'rule.allow',
      },
      {
        seq: 4,
        tool: 'web_fetch',
        was: 'confirm',
        would: 'deny',
        wasTier: 'R3',
        wouldTier: 'R3',
        answer: null,
        why: 'rule.deny',
      },
    ])
    expect(sum).toEqual({
      policyHash: tried.hash,
      calls: 4,
      same: 1,
      sums: { 'confirm>allow': 2, 'confirm>deny': 1 },
      wouldAllowRefused: 1,
      skipped: [],
    })
  })

  it('shows another tier even where the effect stays', () => {
    const tried = makePolicy(
      { ...plain, tools: { write_file: { tier: 'R4', disabled: false } } },
      sha256,
    )
    expect(
      simulate(rows, tried, deps).changes.map(({ was, would, wasTier, wouldTier }) => [
        was,
        would,
        wasTier,
        wouldTier,
      ]),
    ).toEqual([
      ['confirm', 'confirm', 'R2', 'R4'],
      ['confirm', 'confirm', 'R2', 'R4'],
    ])
  })

  it('counts what a lease allowed as held and approved', () => {
    const leased = history(1, 'write_file', [write('/w/a')], {
      answer: 'session',
      decision: { effect: 'allow', by: { kind: 'lease', id: 'lease_00000001' } },
    })
    expect(ways([leased], [])).toEqual([])
    expect(ways([leased], [rule('deny', {})])).toEqual(['1 confirm>deny'])
  })

  it('still asks for a call that a person edited', () => {
    const edited = history(1, 'write_file', [write('/w/a')], { answer: 'once', edited: true })
    expect(ways([edited], [rule('allow', { tools: ['write_file'] })])).toEqual([])
    expect(ways([edited], [rule('deny', {})])).toEqual(['1 confirm>deny'])
  })

  it.each<[name: string, row: HistoricDecision, text: string]>([
    ['of a tool that is gone', history(7, 'gone', []), 'There is no tool named gone any more.'],
    [
      'refused by a rate limit',
      history(7, 'read_file', [read('/w/a')], {
        decision: { effect: 'deny', by: { kind: 'rate-limit', id: 'minute' } },
      }),
      'It was refused by a rate limit, and how often the tool had been called is not known.',
    ],
    [
      'whose command line nobody took apart',
      history(7, 'exec', [{ kind: 'proc.run', command: 'ls', cwd: '/w', zone: 'workspace' }]),
      'The parts of its command line are not known.',
    ],
  ])('leaves out a call %s, and says so', (_name, row, text) => {
    expect(simulate([row], inForce, deps)).toMatchObject({
      calls: 0,
      same: 0,
      changes: [],
      skipped: [{ seq: 7, text }],
    })
  })

  it('reads what a session had read out of the reasons where an older row does not say', () => {
    const source = { callId: CallId.parse('call_00000001'), tool: 'x', from: 'y' }
    const both: Taint = {
      privateRead: [{ ...source, label: 'private' }],
      untrustedRead: [{ ...source, label: 'untrusted' }],
    }
    const known = history(1, 'web_fetch', [fetch], { taint: both })
    const { taint: _taint, ...older } = known.entry
    const free = [rule('allow', { domains: ['a.example'] })]
    expect(ways([{ ...known, entry: older }], free)).toEqual(ways([known], free))
    expect(ways([history(1, 'web_fetch', [fetch], { taint: null })], free)).toEqual([
      '1 confirm>allow',
    ])
  })

  it('takes the hosts and places as the policy that is tried sees them', () => {
    const listed: ReplayDeps = {
      ...deps,
      resolveAgain: (touch) => (touch.kind === 'net.fetch' ? { ...touch, listed: true } : touch),
    }
    expect(simulate([history(1, 'web_fetch', [fetch])], inForce, listed).changes).toMatchObject([
      { was: 'confirm', would: 'allow', wouldTier: 'R1' },
    ])
  })

  it('counts every row once, whatever the rules', () => {
    const effect = fc.constantFrom<Effect[]>('allow', 'confirm', 'deny')
    const some = fc.constantFrom<Rule['when'][]>(
      {},
      { tools: ['write_file'] },
      { paths: ['src/**'] },
      { tiers: ['R3'] },
      { domains: ['*.example'] },
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(effect, some)), fc.shuffledSubarray(rows), (list, picked) => {
        const tried = list.map(([what, when], at) => rule(what, when, `r${at}`))
        const { calls, same, changes, sums, skipped } = simulate(picked, under(tried), deps)
        expect(calls + skipped.length).toBe(picked.length)
        expect(same + changes.length).toBe(calls)
        expect(Object.values(sums).reduce((a, b) => a + b, 0)).toBe(changes.length)
        expect(
          changes.every(
            ({ wouldTier, would }) => !((wouldTier as Tier) === 'R4' && would === 'allow'),
          ),
        ).toBe(true)
      }),
    )
  })
})

describe('commands that ran in a copy', () => {
  const command: CanonicalTouch = {
    kind: 'proc.run',
    command: 'make',
    cwd: '/w',
    zone: 'workspace',
    parts: [
      {
        text: 'make',
        words: ['make'],
        opaque: false,
        exact: true,
        via: [],
        effects: ['unknown'],
      },
    ],
  }
  const preset = (name: string) =>
    makePolicy({ ...plain, preset: standardPreset(name), presetName: name }, sha256)
  const exec = manifest('exec')
  const none = { whole: true, trees: [], deleted: 0, privileged: [], repositories: [] }
  /** As the pipeline writes them: one row for the copy, one for what it changed. */
  const rows = (name: string, facts: Partial<CommitFacts> = {}): readonly HistoricDecision[] => {
    if (exec === null) throw new Error('there is no exec')
    const request: DecisionRequest = {
      manifest: exec,
      action: null,
      args: {},
      touches: [command],
      origins: [],
      taint: noTaint,
      channel: 'window',
      used: { session: 0, minute: 0 },
      leases: [],
      principal: { kind: 'agent', name: 'main', session, runId: RunId.parse('run_00000001') },
      at: deps.evaluationTime(1),
      frozen: false,
      sandboxed: true,
      reviewed: null,
    }
    const decisions = [
      decide(stageRequest(request), preset(name)),
      decide(commitRequest(request, [write('/w/a')], { ...none, ...facts }), preset(name)),
    ]
    return decisions.map((decision, at) => {
      const one = history(at + 1, 'exec', decision.touches)
      const capability = at === 0 ? 'system.stage' : 'fs.commit'
      return { ...one, entry: { ...one.entry, capability, decision } }
    })
  }

  it.each<[from: string, to: string, facts: Partial<CommitFacts>, sums: object]>([
    ['ask', 'ask', {}, {}],
    ['flow', 'flow', {}, {}],
    ['ask', 'flow', {}, { 'confirm>allow': 1 }],
    ['flow', 'ask', {}, { 'allow>confirm': 1 }],
    ['flow', 'careful', {}, { 'allow>confirm': 2 }],
    ['flow', 'read-only', {}, { 'allow>deny': 2 }],
    ['ask', 'flow', { trees: ['d'] }, {}],
    ['ask', 'flow', { deleted: 11 }, {}],
    ['ask', 'flow', { privileged: ['s'] }, {}],
    ['ask', 'flow', { repositories: ['r'] }, {}],
    ['ask', 'flow', { whole: false, trees: ['d'] }, {}],
  ])('are asked about as they would be: %s, then %s, %j', (from, to, facts, sums) => {
    expect(simulate(rows(from, facts), preset(to), deps).sums).toEqual(sums)
  })
})

describe('previewLease', () => {
  const rows = [
    history(1, 'write_file', [write('/w/src/a')], { answer: 'once' }),
    history(2, 'write_file', [write('/w/src/b')], { answer: 'deny-once' }),
    history(3, 'write_file', [write('/w/other')], { answer: 'once' }),
    history(4, 'read_file', [read('/w/src/a')]),
  ]

  it('counts the calls of its tool, and those that it would have let through', () => {
    expect(previewLease(rows, lease(), inForce, deps)).toMatchObject({
      calls: 3,
      same: 1,
      sums: { 'confirm>allow': 2 },
      wouldAllowRefused: 1,
    })
  })

  it.each<[name: string, more: Partial<Lease>, allowed: number]>([
    ['its count', { maxUses: 1 }, 1],
    ['its end', { expiresAt: 1500 }, 1],
    ['its session', { session: SessionId.parse('ses_00000002') }, 0],
    ['its asker', { principal: { kind: 'agent', name: 'other' } }, 0],
    ['its taking back', { revokedAt: 1 }, 0],
  ])('keeps to %s', (_name, more, allowed) => {
    expect(previewLease(rows, lease(more), inForce, deps).changes).toHaveLength(allowed)
  })

  it('says nothing of what another change of the policy would bring', () => {
    const stricter = under([rule('deny', { paths: ['other'] })])
    expect(previewLease(rows, lease(), stricter, deps)).toMatchObject({
      sums: { 'confirm>allow': 2 },
      same: 1,
    })
  })
})

describe('previewRule', () => {
  it('shows what “deny always” would have refused', () => {
    const rows = [
      history(1, 'write_file', [write('/w/src/a')], { answer: 'once' }),
      history(2, 'write_file', [write('/w/b')]),
      history(3, 'read_file', [read('/w/src/a')]),
    ]
    const refuses = rule('deny', { tools: ['write_file'], paths: ['/w/src/a'] })
    const other = rule('deny', { tools: ['write_file'] }, 'z')
    expect(previewRule(rows, refuses, under([refuses]), deps)).toMatchObject({
      calls: 2,
      same: 1,
      sums: { 'confirm>deny': 1 },
    })
    expect(previewRule(rows, refuses, under([refuses, other]), deps)).toMatchObject({
      calls: 2,
      same: 1,
      sums: { 'confirm>deny': 1 },
    })
  })
})
