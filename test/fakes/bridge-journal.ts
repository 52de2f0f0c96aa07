// The journal of the fake bridge: rows that look chained, filtered and paged as the real one is.
import type { CallId, RunId } from '../../contract/ids.ts'
import type { Decision } from '../../contract/policy/decision.ts'
import type {
  JournalEntry,
  JournalFilter,
  JournalRow,
  Verification,
} from '../../contract/journal/journal.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Route } from '../../contract/call/call.ts'
import { callId, decision, hash, policyHash, runId, session, workspace } from './bridge-data.ts'

export type FakeJournal = {
  rows(): readonly JournalRow[]
  append(entry: JournalEntry): void
  decided(call: CallId, run: RunId, tool: string, args: JsonObject, evaluated: Decision): void
  finished(call: CallId, tool: string, route: Route, evaluated: Decision): void
  page(
    before: number | undefined,
    limit: number,
    filter: JournalFilter,
  ): { rows: JournalRow[]; total: number }
  verify(): Verification
}

export function openFakeJournal(
  history: number,
  grew: (seq: number, rows: number) => void,
): FakeJournal {
  const rows: JournalRow[] = []
  const push = (entry: JournalEntry, at: number): void => {
    const seq = rows.length + 1
    rows.push({
      seq,
      at,
      entry,
      prev: rows.at(-1)?.hash ?? '0'.repeat(64),
      hash: hash(`row ${seq}`),
    })
  }
  for (let n = 1; n <= history; n += 1) push(historyEntry(n), Date.now() - (history - n) * 9_000)
  const append = (entry: JournalEntry): void => {
    push(entry, Date.now())
    grew(rows.length, rows.length)
  }
  return {
    rows: () => rows,
    append,
    decided: (call, run, tool, args, evaluated) =>
      append(decided(call, run, tool, args, evaluated)),
    finished: (call, tool, route, evaluated) => append(finished(call, tool, route, evaluated)),
    page(before, limit, filter) {
      const all = rows.filter((row) => fits(row, filter))
      const older = all.filter((row) => before === undefined || row.seq < before)
      return { rows: older.slice(-limit).reverse(), total: all.length }
    },
    verify: () => ({
      kind: 'intact',
      rows: rows.length,
      headSeq: rows.length,
      headHash: rows.at(-1)?.hash ?? '',
      durationMs: rows.length / 120,
    }),
  }
}

function fits({ entry }: JournalRow, filter: JournalFilter): boolean {
  if (filter.kinds.length > 0 && !filter.kinds.includes(entry.kind)) return false
  if (filter.tool !== null && !('tool' in entry && entry.tool === filter.tool)) return false
  if (
    filter.effect !== null &&
    !(entry.kind === 'decision' && entry.decision.effect === filter.effect)
  )
    return false
  if (filter.callId !== null && !('callId' in entry && entry.callId === filter.callId)) return false
  if (filter.runId !== null && !('runId' in entry && entry.runId === filter.runId)) return false
  return (
    filter.text === '' || JSON.stringify(entry).toLowerCase().includes(filter.text.toLowerCase())
  )
}

const decided = (
  call: CallId,
  run: RunId,
  tool: string,
  args: JsonObject,
  evaluated: Decision,
): JournalEntry => ({
  kind: 'decision',
  callId: call,
  principal: { kind: 'agent', name: 'assistant', session, runId: run },
  channel: 'browser',
  runId: run,
  tool,
  capability: tool === 'exec' ? 'system.run' : 'fs.read',
  action: null,
  args,
  requestHash: hash(call) as Extract<JournalEntry, { kind: 'decision' }>['requestHash'],
  origins: [],
  decision: evaluated,
})

const finished = (call: CallId, tool: string, route: Route, evaluated: Decision): JournalEntry => ({
  kind: 'outcome',
  callId: call,
  tool,
  status: evaluated.effect === 'deny' ? 'denied' : 'done',
  route,
  durationMs: 38,
  bytes: 1_204,
  exitCode: null,
  truncated: false,
  label: 'workspace',
  flags: [],
  touched: evaluated.touches,
  sandbox: tool === 'exec' ? 'bubblewrap' : null,
  error: null,
  ...(tool === 'exec' ? { undo: { kind: 'kept', files: 5 } as const } : {}),
})

const reads = decision(
  'R1',
  'allow',
  [{ kind: 'fs.read', path: `${workspace}/README.md`, zone: 'workspace', is: 'file' }],
  ['Reading inside the workspace runs without asking.'],
)
const runs = decision(
  'R3',
  'confirm',
  [{ kind: 'proc.run', command: 'npm test', cwd: workspace, zone: 'workspace' }],
  ['Commands always ask.'],
)
const stopped = decision(
  'R3',
  'deny',
  [{ kind: 'fs.read', path: '/home/ada/.ssh/id_ed25519', zone: 'stop', is: 'file' }],
  ['Credential stores are never read.'],
  { by: { kind: 'stop', id: 'credentials' } },
)

/** A life in eight rows, over and over. */
function historyEntry(n: number): JournalEntry {
  const turn = Math.floor(n / 8)
  switch (n % 8) {
    case 1:
      return turn === 0
        ? { kind: 'started', version: '0.1.0', host: 'browser' }
        : { kind: 'guard', on: turn % 2 === 0, surface: 'browser' }
    case 2:
      return decided(callId(900 + turn * 3), runId(1), 'read_file', { path: 'README.md' }, reads)
    case 3:
      return finished(callId(900 + turn * 3), 'read_file', 'policy', reads)
    case 4:
      return decided(callId(901 + turn * 3), runId(1), 'exec', { command: 'npm test' }, runs)
    case 5:
      return {
        kind: 'answered',
        callId: callId(901 + turn * 3),
        tool: 'exec',
        approvalId: `apr_${String(turn).padStart(8, '0')}` as Extract<
          JournalEntry,
          { kind: 'answered' }
        >['approvalId'],
        answer: 'once',
        route: 'person',
        surface: 'browser',
      }
    case 6:
      return finished(callId(901 + turn * 3), 'exec', 'person', runs)
    case 7:
      return decided(
        callId(902 + turn * 3),
        runId(1),
        'read_file',
        { path: '/home/ada/.ssh/id_ed25519' },
        stopped,
      )
    default:
      return { kind: 'policy', change: 'loaded', policyHash, text: 'Configuration read.' }
  }
}
