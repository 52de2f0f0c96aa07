// A long journal, made quickly: rows as Gatehouse writes them, chained and sealed, many to a
// transaction.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { CallId } from '../../contract/ids.ts'
import { canonicalJson } from '../../contract/json.ts'
import { JournalEntry } from '../../contract/journal/journal.ts'
import { bodyOf, GENESIS, hashOf } from '../../main/journal/chain.ts'
import { openHeadWriter } from '../../main/journal/chain-head.ts'
import { openStore } from '../../main/store/open.ts'

/** What rare things are called in these rows: one in a thousand calls has it. */
export const RARE = 'orangery'

/** Writes `count` rows, the last of them a second before `until`, two seconds apart. */
export async function writeJournal(
  file: string,
  headFile: string,
  count: number,
  until: number,
): Promise<void> {
  const opened = await openStore(file, { now: () => until })
  if (!opened.ok) throw new Error(opened.error.text)
  const { db, close } = opened.value
  db.pragma('synchronous = OFF')
  const insert = db.prepare<[number, string, string]>(
    'INSERT INTO journal (seq, body, hash) VALUES (?, ?, ?)',
  )
  const some = db.transaction((from: number, to: number, hash: string): string => {
    let prev = hash
    for (let seq = from; seq < to; seq++) {
      const body = bodyOf(seq, until - 1_000 - (count - seq) * 2_000, canonicalJson(entryAt(seq)))
      prev = hashOf(prev, body)
      insert.run(seq, body, prev)
    }
    return prev
  })
  let tip = GENESIS
  for (let from = 1; from <= count; from += 10_000)
    tip = some(from, Math.min(count + 1, from + 10_000), tip)
  db.pragma('wal_checkpoint(TRUNCATE)')
  close()
  mkdirSync(dirname(headFile), { recursive: true, mode: 0o700 })
  openHeadWriter(headFile, { seq: count, hash: tip, state: 'closed' }).close()
}

const tools = ['read_file', 'write_file', 'exec', 'web_fetch', 'list_directory', 'github'] as const
const garden = [
  'apple',
  'barley',
  'clover',
  'dahlia',
  'elder',
  'fennel',
  'ginger',
  'hazel',
  'iris',
  'juniper',
  'kale',
  'lavender',
]

/**
 * Five rows are a call: decision, asked, answered, running, outcome; each call is a little
 * different from the one before.
 */
export function entryAt(seq: number): JournalEntry {
  const call = Math.floor((seq - 1) / 5)
  const callId = CallId.parse(`call_${call.toString(36).padStart(16, '0')}`)
  const tool = tools[call % tools.length] ?? 'exec'
  const effect = call % 11 === 0 ? 'deny' : call % 3 === 0 ? 'confirm' : 'allow'
  const tier = (['R0', 'R1', 'R2', 'R3'] as const)[call % 4] ?? 'R3'
  const session = `ses_${(call % 400).toString(36).padStart(12, '0')}`
  const word = call % 1_000 === 7 ? RARE : (garden[call % garden.length] ?? '')
  const path = `/home/ada/work/garden/${garden[(call * 7) % garden.length]}/${word}-${call % 5_000}.md`
  switch ((seq - 1) % 5) {
    case 0:
      return JournalEntry.parse({
        ...template,

        callId,
        tool,
        args: {
          path,
          content: `Prune the ${word} before the first frost, then water it ${call % 60} minutes.`,
        },

        runId: `run_${(call % 400).toString(36).padStart(12, '0')}`,
        principal: {
          kind: 'agent',
          name: `agent-${call % 7}`,
          session,
          runId: `run_${(call % 400).toString(36).padStart(12, '0')}`,
        },
        decision: {
          ...template.decision,
          effect,
          tier,
          touches:
            tool === 'web_fetch'
              ? [{ ...host, host: `api${call % 40}.example.com` }]
              : [{ ...file, path }],
        },
      })
    case 1:
      return {
        kind: 'asked',
        callId,
        tool,
        approvalId: `apr_${call.toString(36).padStart(12, '0')}` as never,
        expiresAt: 1,
      }
    case 2:
      return {
        kind: 'answered',
        callId,
        tool,
        approvalId: `apr_${call.toString(36).padStart(12, '0')}` as never,
        answer: effect === 'deny' ? 'deny-once' : 'once',
        route: 'person',
        surface: 'browser',
      }
    case 3:
      return { kind: 'running', callId, tool, route: 'person' }
    default:
      return {
        kind: 'outcome',
        callId,
        tool,
        status: call % 13 === 0 ? 'failed' : 'done',
        route: 'person',
        durationMs: call % 900,
        bytes: call % 9_000,
        exitCode: null,
        truncated: false,
        label: 'workspace',
        flags: [],
        touched: [],
        sandbox: null,
        error: null,
      }
  }
}

const file = { kind: 'fs.write', path: '', zone: 'workspace', is: 'missing' } as const
const host = { kind: 'net.connect', host: '', port: 443, reach: 'public', listed: false } as const
const template = {
  kind: 'decision',
  channel: 'window',
  capability: 'fs.write',
  action: null,
  requestHash: 'ab'.repeat(32),
  origins: [{ pointer: '/path', origin: { kind: 'person' } }],
  decision: {
    baseTier: 'R2',
    reasons: [{ code: 'tier.base', text: 'Writing a file in the workspace is R2.' }],
    by: { kind: 'tier', id: 'R2' },
    stepUp: false,
    policyHash: 'cd'.repeat(32),
  },
} as const
