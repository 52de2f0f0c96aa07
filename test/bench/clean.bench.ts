// What cleaning and redacting a result of one megabyte cost, and redacting the facts of a call's
// rows in the journal.
//
//   node test/bench/clean.bench.ts
import { JournalEntry } from '../../contract/journal/journal.ts'
import { shownFacts } from '../../main/wiring/execution/secrets.ts'
import { cleanLarge } from '../../main/secrets/sanitize/sanitize-slices.ts'
import { openRedactor } from '../../main/secrets/redact/redactor.ts'
import type { BenchLine } from './line.ts'
import { median } from './line.ts'

const TIMES = 20
const ROWS = 200
const MEGABYTE = 1_048_576

const fill = (piece: string): string =>
  piece.repeat(Math.ceil(MEGABYTE / piece.length)).slice(0, MEGABYTE)

const texts: Readonly<Record<string, string>> = {
  words: fill('some words of a long result, one line after the other\n'),
  'log lines': fill(
    '2026-11-21T10:00:00.123Z INFO [worker-3] request 8f14e45fceea167a5a36dedd4bea2543 GET /items?page=2 200 12ms\n',
  ),
  'JSON in one line': fill(
    '{"id":12345,"name":"An item","tags":["a","b"],"path":"/srv/data/items/12345.json","ok":true},',
  ),
  'one letter': fill('a'),
}

const by = { kind: 'tier', id: 'R2' }
const touches = [
  {
    kind: 'fs.write',
    path: '/home/ada/work/garden/notes/2026-11-21.md',
    zone: 'workspace',
    is: 'missing',
  },
]
const principal = {
  kind: 'agent',
  name: 'Gatehouse',
  session: 'ses_0123456789abcdef',
  runId: 'run_0123456789abcdef',
}

const rows: Readonly<Record<string, JournalEntry>> = {
  'a decision': JournalEntry.parse({
    kind: 'decision',
    callId: 'call_00000000000000000000',
    principal,
    channel: 'window',
    runId: 'run_0123456789abcdef',
    tool: 'write_file',
    capability: 'fs.write',
    action: null,
    requestHash: 'ab'.repeat(32),
    args: {
      path: 'notes/2026-11-21.md',
      content: 'Prune the apple trees before the first frost.\n',
    },
    origins: [
      { pointer: '/path', origin: { kind: 'person' } },
      { pointer: '/content', origin: { kind: 'model' } },
    ],
    decision: {
      effect: 'confirm',
      tier: 'R2',
      baseTier: 'R2',
      by,
      touches,
      stepUp: false,
      policyHash: 'cd'.repeat(32),
      reasons: [{ code: 'tier.base', text: 'Writing a file in the workspace is R2.' }],
    },
  }),
  'an outcome': JournalEntry.parse({
    kind: 'outcome',
    callId: 'call_00000000000000000000',
    tool: 'write_file',
    status: 'done',
    route: 'person',
    durationMs: 12.5,

    bytes: 3,
    exitCode: null,
    truncated: false,
    label: 'workspace',
    flags: [],
    touched: touches,
    sandbox: null,
    error: null,
  }),
}

async function time(work: () => unknown): Promise<number> {
  const times: number[] = []
  // The first three warm it up.
  for (let at = -3; at < TIMES; at++) {
    const began = performance.now()
    await work()
    if (at >= 0) times.push(performance.now() - began)
  }
  return median(times)
}

export async function run(): Promise<BenchLine[]> {
  const redactor = openRedactor({
    known: () => ['Zq8-stored-credential-77', 'the passphrase of ada'],
  })
  const shown = shownFacts(redactor)
  const lines: BenchLine[] = []
  const add = (name: string, value: string): void =>
    void lines.push({ name, value, goal: null, holds: null })
  for (const [name, text] of Object.entries(texts)) {
    const clean = await time(() => cleanLarge(text, { maxChars: 20_000 }))
    const redact = await time(() => redactor.text(text))
    add(`1 MB of ${name}: cleaned / redacted`, `${clean.toFixed(1)} / ${redact.toFixed(1)} ms`)
  }
  for (const [name, row] of Object.entries(rows)) {
    const each = await time(() => {
      for (let at = 0; at < ROWS; at++) shown.entry(row)
    })
    add(`${name} for the journal: its facts redacted`, `${((each / ROWS) * 1_000).toFixed(1)} µs`)
  }
  return lines
}

if (import.meta.main)
  for (const { name, value } of await run()) console.log(`${name.padEnd(56)} ${value.padStart(20)}`)
