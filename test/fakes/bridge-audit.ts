// The audit topic of the fake bridge: finds, counts and sums over rows in memory, as the real one
// does over the store.
import { callSummary } from '../../main/journal/call-summary.ts'
import type { SavingRule } from '../../contract/journal/attention.ts'
import type { AuditCheck, SavedView } from '../../contract/journal/audit.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { JournalRow, Verification } from '../../contract/journal/journal.ts'
import {
  type CallContext,
  type Facts,
  factsOf,
  noContext,
  textOf,
  waitSteps,
} from '../../contract/journal/journal-facts.ts'
import { matcher } from '../../contract/journal/journal-match.ts'
import { parseQuery } from '../../contract/journal/journal-query.ts'
import { fakeReceipts } from './bridge-receipts.ts'
import type { Result } from '../../contract/result.ts'

type Topic = Exclude<Extract<keyof Handlers, `audit.${string}`>, 'audit.page' | 'audit.verify'>

/** What people approved often, as the real service would find it. */
const saving: readonly SavingRule[] = [
  {
    rule: {
      id: 'saves-4f1a7c02be',
      when: {
        tools: ['edit_file'],
        principals: ['agent'],
        agents: ['main'],
        paths: ['/home/ada/site/src/**'],
      },
      effect: 'allow',
      reason: 'You approved this several times.',
    },
    text: 'Allow edit_file for src/, for main',
    saves: 14,
  },
  {
    rule: {
      id: 'saves-90be11d3a7',
      when: {
        ids: ['fs.commit'],
        tools: ['exec'],
        principals: ['agent'],
        agents: ['main'],
        paths: ['/home/ada/site/dist/**'],
      },
      effect: 'allow',
      reason: 'You approved this several times.',
    },
    text: 'Keep what commands change in dist/, for main',
    saves: 6,
  },
]

export type FakeAuditDeps = {
  rows(): readonly JournalRow[]
  verify(): Verification
  policy: Pick<Handlers, 'policy.report'>
}

const fine = <T>(value: T): Result<T, never> => ({ ok: true, value })
const HOUR = 3_600_000

export function fakeAudit({ rows, verify, policy }: FakeAuditDeps): Pick<Handlers, Topic> {
  let views: SavedView[] = [
    { name: 'Refused this week', query: 'decision:deny after:7d' },
    { name: 'Commands', query: 'tool:exec kind:decision' },
  ]
  let check: AuditCheck = { running: null, last: null }

  const unsaved = async (): Promise<SavingRule[]> => {
    const report = await policy['policy.report']({}, { surface: 'window' })
    const there = report.ok ? report.value.rules.map(({ id }) => id) : []
    return saving.filter(({ rule }) => !there.includes(rule.id))
  }

  const context = (row: JournalRow): CallContext => {
    const { entry } = row
    if (!('callId' in entry) || entry.kind === 'decision') return noContext
    const before = rows().filter(
      (each) => each.seq < row.seq && 'callId' in each.entry && each.entry.callId === entry.callId,
    )
    const decision = before.findLast((each) => each.entry.kind === 'decision')
    const asked = before.findLast((each) => each.entry.kind === 'asked')
    return {
      facts: decision === undefined ? {} : factsOf(decision.at, decision.entry),
      askedAt: asked?.at ?? null,
    }
  }
  const facts = (row: JournalRow): Facts => factsOf(row.at, row.entry, context(row))

  const found = (line: string, before = Infinity, after = 0): Result<JournalRow[], Failure> => {
    const query = parseQuery(line, Date.now())
    if (!query.ok)
      return {
        ok: false,
        error: { code: query.error.code, text: query.error.text, hint: query.error.hint },
      }
    const matches = matcher(query.value)
    return fine(
      rows()
        .filter(
          (row) =>
            row.seq < before &&
            row.seq > after &&
            matches({ at: row.at, facts: facts(row), text: textOf(row.entry) }),
        )
        .toReversed(),
    )
  }

  return {
    'audit.search': async ({ query, before, after, limit }) => {
      const all = found(query, before, after)
      if (!all.ok) return all
      const page = all.value.slice(0, limit)
      return fine({
        rows: page,
        next: page.length < limit ? null : (page.at(-1)?.seq ?? null),
        newest: rows().length,
      })
    },
    'audit.count': async ({ query, before, after, every, from }) => {
      const all = found(query, before, after)
      if (!all.ok) return all
      return fine({
        n: all.value.length,
        marks: all.value.filter((_, at) => (from + at) % every === 0).map(({ seq }) => seq),
        next: null,
      })
    },
    'audit.values': async ({ key, typed }) => {
      const counts = new Map<string, number>()
      for (const row of rows()) {
        const mine: Readonly<Record<string, readonly string[] | undefined>> = factsOf(
          row.at,
          row.entry,
        )
        for (const value of mine[key] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1)
      }
      const fitting = [...counts].filter(([value]) =>
        value.toLowerCase().includes(typed.toLowerCase()),
      )
      return fine(fitting.map(([value, n]) => ({ value, n })).sort((a, b) => b.n - a.n))
    },
    'audit.overview': async ({ hours }) => {
      const bars = { 24: 24, 168: 28, 720: 30, 2160: 30 }[hours]
      const width = (hours / bars) * HOUR
      const until = (Math.floor(Date.now() / HOUR) + 1) * HOUR
      const from = until - hours * HOUR
      const tools = new Map<string, { allow: number; confirm: number; deny: number }>()
      const steps = new Map<string, number>()
      const counted = Array.from({ length: bars }, (_, bar) => ({
        at: from + bar * width,
        effects: { allow: 0, confirm: 0, deny: 0 },
        tiers: { R0: 0, R1: 0, R2: 0, R3: 0, R4: 0 },
      }))
      for (const row of rows()) {
        const bar = counted[Math.floor((row.at - from) / width)]
        if (bar === undefined) continue
        if (row.entry.kind === 'decision') {
          bar.effects[row.entry.decision.effect] += 1
          bar.tiers[row.entry.decision.tier] += 1
          const tool = tools.get(row.entry.tool) ?? { allow: 0, confirm: 0, deny: 0 }
          tool[row.entry.decision.effect] += 1
          tools.set(row.entry.tool, tool)
        }
        for (const step of facts(row).waited ?? []) steps.set(step, (steps.get(step) ?? 0) + 1)
      }
      const total = (counts: { allow: number; confirm: number; deny: number }): number =>
        counts.allow + counts.confirm + counts.deny
      return fine({
        from,
        until,
        width,
        bars: counted,
        tools: [...tools]
          .map(([tool, effects]) => ({ tool, effects }))
          .sort((a, b) => total(b.effects) - total(a.effects)),
        otherTools: 0,
        waits: waitSteps.map(({ name }) => ({ step: name, n: steps.get(name) ?? 0 })),
        indexed: rows().length,
      })
    },
    'audit.attention': async ({ hours }) => {
      const bars = { 24: 24, 168: 28, 720: 30, 2160: 30 }[hours]
      const width = (hours / bars) * HOUR
      const until = (Math.floor(Date.now() / HOUR) + 1) * HOUR
      const from = until - hours * HOUR
      const counted = Array.from({ length: bars }, (_, bar) => ({
        at: from + bar * width,
        calls: 0,
        asked: 0,
      }))
      const calls = new Set<string>()
      const waited: string[] = []
      for (const row of rows()) {
        const bar = counted[Math.floor((row.at - from) / width)]
        if (bar === undefined) continue
        const { entry } = row
        if (entry.kind === 'asked') bar.asked += 1
        if (entry.kind === 'decision' && !calls.has(entry.callId)) bar.calls += 1
        if (entry.kind === 'decision') calls.add(entry.callId)
        waited.push(...(facts(row).waited ?? []))
      }
      const asked = counted.reduce((sum, bar) => sum + bar.asked, 0)
      return fine({
        from,
        until,
        width,
        bars: counted,
        calls: calls.size,
        asked,
        answered: waited.length,
        quick: waited.filter((step) => step === waitSteps[0].name).length,
        looked: waited.length,
        rules: asked === 0 ? [] : await unsaved(),
      })
    },
    'audit.check': async ({ start }) => {
      if (start && check.running === null) {
        const of = rows().length
        check = { ...check, running: { done: Math.round(of * 0.4), of } }
        setTimeout(
          () => (check = { running: null, last: { at: Date.now(), found: verify() } }),
          600,
        )
      }
      // A new one each time, as what comes over the bridge is.
      return fine({ ...check })
    },
    'audit.calls': async ({ callIds }) =>
      fine(
        callIds.flatMap((id) => {
          const mine = rows().filter(({ entry }) => 'callId' in entry && entry.callId === id)
          return (
            callSummary(
              id,
              mine.toSorted((a, b) => a.seq - b.seq),
            ) ?? []
          )
        }),
      ),
    'audit.call': async ({ callId }) => {
      const mine = rows().filter(({ entry }) => 'callId' in entry && entry.callId === callId)
      return fine({
        callId,
        rows: mine,
        head: { seq: rows().length, hash: rows().at(-1)?.hash ?? '' },
      })
    },
    ...fakeReceipts(rows),
    'audit.export': async ({ query }) => {
      const all = found(query)
      if (!all.ok) return all
      const lines = all.value.toReversed().map((row) => `${JSON.stringify(row)}\n`)
      return fine({ text: lines.join(''), rows: lines.length, next: null, seq: rows().length })
    },
    'audit.views': async () => fine(views),
    'audit.save-view': async (view) => {
      views = [
        ...views.filter(({ name }) => name.toLowerCase() !== view.name.toLowerCase()),
        view,
      ].sort((a, b) => (a.name < b.name ? -1 : 1))
      return fine(views)
    },
    'audit.remove-view': async ({ name }) => {
      views = views.filter((view) => view.name !== name)
      return fine(views)
    },
  }
}
