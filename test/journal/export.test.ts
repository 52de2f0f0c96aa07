import { categoryOf, PrintedRow } from '../../contract/journal/decision-category.ts'
import { describe, expect, it } from 'vitest'
import { CallId, RunId } from '../../contract/ids.ts'
import type { JournalEntry, JournalRow } from '../../contract/journal/journal.ts'
import { factsOf } from '../../contract/journal/journal-facts.ts'
import { everyRow } from '../../contract/journal/journal-query.ts'
import { hashOf } from '../../main/journal/chain.ts'
import { exportPiece, type ExportDeps } from '../../main/journal/export.ts'
import { csvHead, csvLine, jsonLine } from '../../main/journal/export-rows.ts'
import { callId, decided, outcome, runId, running } from '../store/samples.ts'

const at = Date.UTC(2026, 10, 21, 10)
const row = (seq: number, entry: JournalEntry): JournalRow => ({
  seq,
  at: at + seq * 1_000,
  entry,
  prev: `hash ${seq - 1}`,
  hash: `hash ${seq}`,
})

describe('a journal row for other programs', () => {
  it('is one line of JSON with all that its hash was made of', () => {
    const line = jsonLine(row(3, running(callId(1))))
    expect(PrintedRow.parse(JSON.parse(line))).toEqual({
      ...row(3, running(callId(1))),
      category: categoryOf(running(callId(1))),
    })
    const { seq, at: time, entry, prev } = JSON.parse(line) as JournalRow
    // The keys are in the order in which the chain hashes them.
    expect(hashOf(prev, JSON.stringify({ at: time, entry, seq }))).toMatch(/^[0-9a-f]{64}$/)
    expect(line.endsWith('}\n')).toBe(true)
  })

  it('is one line of a table', () => {
    expect(csvHead.split(',').length).toBe(19)
    expect(csvLine(row(1, { kind: 'stopped', host: 'cli' }))).toBe(
      '1,2026-11-21T10:00:01.000Z,stopped,,,,,,,,,,,,,,"{""host"":""cli"",""kind"":""stopped""}",hash 0,hash 1\r\n',
    )
    expect(csvLine(row(2, decided(callId(1))))).toContain(
      ',decision,exec,,ada,cli,,ses_0000000001,call_0000000001,confirm,R3,tier R3,,,',
    )
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])(
    'never gives a sheet a formula: %j',
    (tool) => {
      const line = csvLine(row(1, { ...running(callId(1)), tool } as JournalEntry))
      const cell = line.split(',')[3] ?? ''
      expect(cell.replace(/^"/, '').startsWith("'")).toBe(true)
    },
  )
})

describe('an export', () => {
  const rows = [
    row(1, { kind: 'started', version: '0', host: 'cli' }),
    row(2, decided(callId(1), { runId: runId(1) })),
    row(3, decided(callId(2))),
    row(4, running(callId(1))),
    row(5, outcome(callId(1))),
  ]
  const deps: ExportDeps = {
    readForward: (_query, { after, before }, limit) => {
      const found = rows
        .filter(({ seq }) => seq > after && seq < before)
        .slice(0, Math.min(2, limit))
      return { rows: found, next: found.length < 2 ? null : (found.at(-1)?.seq ?? null) }
    },
    fits: () => true,
    facts: (each) => factsOf(each.at, each.entry),
    ofCall: (id) => rows.filter(({ entry }) => 'callId' in entry && entry.callId === id),
    newest: () => 5,
    version: '0.1.0',
  }
  const whole = (format: 'jsonl' | 'csv' | 'otel'): string[] => {
    const pieces: string[] = []
    for (let after: number | undefined, until: number | undefined; ;) {
      const piece = exportPiece({ format, query: everyRow, after, until }, deps)
      pieces.push(piece.text)
      if (piece.next === null) return pieces.join('').split(/\r?\n/).slice(0, -1)
      after = piece.next
      until = piece.seq
    }
  }

  it('gives every row once, over as many pieces as it takes', () => {
    expect(whole('jsonl').map((line) => (JSON.parse(line) as JournalRow).seq)).toEqual([
      1, 2, 3, 4, 5,
    ])
    expect(whole('csv').map((line) => line.split(',')[0])).toEqual(['row', '1', '2', '3', '4', '5'])
  })

  it('says the category of each decision, in words that do not come from the code', () => {
    expect(
      whole('jsonl').map((line) => (JSON.parse(line) as { category: string | null }).category),
    ).toEqual([null, 'tool.allow', 'tool.allow', null, null])
  })

  it('gives every call once as a span, with all its steps and the names of the GenAI conventions', () => {
    type Span = {
      name: string
      traceId: string
      spanId: string
      startTimeUnixNano: string
      endTimeUnixNano: string
      attributes: { key: string; value: { stringValue?: string } }[]
      events: { name: string; attributes: Span['attributes'] }[]
      status: object
    }
    const spans = whole('otel').map(
      (line) =>
        (JSON.parse(line) as { resourceSpans: [{ scopeSpans: [{ spans: [Span] }] }] })
          .resourceSpans[0].scopeSpans[0].spans[0],
    )
    expect(spans.map(({ name, events }) => [name, events.map((event) => event.name)])).toEqual([
      ['execute_tool exec', ['gatehouse.decision', 'gatehouse.running', 'gatehouse.outcome']],
      ['execute_tool exec', ['gatehouse.decision']],
    ])
    const category = (event: Span['events'][number] | undefined) =>
      event?.attributes.find(({ key }) => key === 'gatehouse.category')?.value.stringValue
    expect(spans.map(({ events }) => events.map(category))).toEqual([
      ['tool.allow', undefined, undefined],
      ['tool.allow'],
    ])
    const [first] = spans
    expect(first?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(first?.spanId).toMatch(/^[0-9a-f]{16}$/)
    expect([first?.startTimeUnixNano, first?.endTimeUnixNano]).toEqual([
      `${at + 2_000}000000`,
      `${at + 5_000}000000`,
    ])
    expect(first?.status).toEqual({ code: 1 })
    const attributes = Object.fromEntries(
      (first?.attributes ?? []).map(({ key, value }) => [key, value.stringValue]),
    )
    expect(attributes).toMatchObject({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'exec',
      'gen_ai.tool.call.id': CallId.parse(callId(1)),
      'gen_ai.conversation.id': 'ses_0000000001',
      'gatehouse.run.id': RunId.parse(runId(1)),
      'gatehouse.tier': 'R3',
      'gatehouse.status': 'done',
    })
  })
})
