// Decisions by tool, counted from a moment on, over a real store.
import { expect, it } from 'vitest'
import { canonicalJson } from '../../contract/json.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { toolUsage } from '../../main/services/tools/tool-usage.ts'
import { journalTable } from '../../main/store/journal/journal-table.ts'
import { toolCounts } from '../../main/store/journal/tool-counts.ts'
import { memoryStore } from './fixture.ts'
import { callId, decided, outcome } from './samples.ts'

const row = (seq: number, at: number, entry: JournalEntry) => ({
  seq,
  body: canonicalJson({ seq, at, entry }),
  hash: `hash ${seq}`,
})
const decision = (n: number, tool: string, effect: 'allow' | 'confirm' | 'deny'): JournalEntry => {
  const entry = decided(callId(n))
  if (entry.kind !== 'decision') throw new Error('not a decision')
  return { ...entry, tool, decision: { ...entry.decision, effect } }
}

it('counts what was decided since a moment, and goes on from where it was', async () => {
  const { db } = await memoryStore()
  const table = journalTable(db)
  const counts = toolCounts(db, () => undefined)
  const usage = toolUsage(counts)
  expect([counts.below(0), await usage(150)]).toEqual([0, []])
  table.append([
    row(1, 100, decision(1, 'exec', 'deny')),
    row(2, 150, decision(2, 'exec', 'confirm')),
    row(3, 150, outcome(callId(2))),
    row(4, 160, decision(3, 'read_file', 'allow')),
  ])
  expect([0, 100, 101, 150, 151, 161].map(counts.below)).toEqual([0, 0, 1, 1, 3, 4])
  const first = [
    { tool: 'read_file', allowed: 1, confirmed: 0, denied: 0 },
    { tool: 'exec', allowed: 0, confirmed: 1, denied: 0 },
  ]
  const other = toolUsage(counts)
  expect(await other(150)).toEqual(first)
  table.append([
    row(5, 170, decision(4, 'exec', 'deny')),
    row(6, 171, decision(5, 'exec', 'confirm')),
  ])
  // Asked by several at once, nothing is counted twice.
  const [one, two] = await Promise.all([other(150), other(150)])
  expect([one, two]).toEqual([
    [first[0], { tool: 'exec', allowed: 0, confirmed: 2, denied: 1 }],
    [first[0], { tool: 'exec', allowed: 0, confirmed: 2, denied: 1 }],
  ])
  expect(await other(171)).toEqual([{ tool: 'exec', allowed: 0, confirmed: 1, denied: 0 }])
})

it('counts a day of six thousand decisions in slices, each row once', async () => {
  const { db } = await memoryStore()
  const table = journalTable(db)
  table.append(
    Array.from({ length: 6_000 }, (_, n) =>
      row(n + 1, n, decision(n, `tool_${n % 3}`, n % 2 === 0 ? 'allow' : 'deny')),
    ),
  )
  const usage = await toolUsage(toolCounts(db, () => undefined))(3_000)
  expect(usage.toSorted((a, b) => (a.tool < b.tool ? -1 : 1))).toEqual(
    [0, 1, 2].map((n) => ({ tool: `tool_${n}`, allowed: 500, confirmed: 0, denied: 500 })),
  )
})
