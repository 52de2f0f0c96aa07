// Rows that are chained as the journal chains them, a key of its own, and the small verifier in a
// folder where nothing else of ours lies.
import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { failure } from '../../../contract/failure.ts'
import { canonicalJson } from '../../../contract/json.ts'
import { factsOf, noContext, textOf } from '../../../contract/journal/journal-facts.ts'
import { matcher } from '../../../contract/journal/journal-match.ts'
import type { JournalEntry, JournalRow } from '../../../contract/journal/journal.ts'
import { parseQuery } from '../../../contract/journal/journal-query.ts'
import { ExportSeal } from '../../../contract/journal/receipt.ts'
import type { RedactList } from '../../../contract/journal/receipt.ts'
import { err } from '../../../contract/result.ts'
import { bodyOf, GENESIS, hashOf } from '../../../main/journal/chain.ts'
import { proofPiece } from '../../../main/journal/receipts/export-proof.ts'
import { openUnsealedExports } from '../../../main/journal/receipts/unsealed.ts'
import type { UnsealedExports } from '../../../main/journal/receipts/unsealed.ts'
import type { ReceiptDeps } from '../../../main/journal/receipts/receipt.ts'
import { openSigningKeys } from '../../../main/secrets/signing-key.ts'
import type { Signer } from '../../../contract/journal/signer.ts'
import type { SigningKeys } from '../../../main/secrets/signing-key.ts'
import { callId, decided, outcome, runId, running } from '../../store/samples.ts'

export function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-receipts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** As a store that was never created. */
export const noStore = {
  isOpen: () => false,
  load: () => ({ ok: true, value: null }) as const,
  save: async () => err(failure('secrets.locked', 'It is locked.')),
}

export const keysIn = (folder: string): SigningKeys =>
  openSigningKeys({ file: join(folder, 'signing-key.json'), store: noStore, now: () => 1_000 })

export async function makeSigner(folder = temporary()): Promise<Signer> {
  const keys = keysIn(folder)
  const created = await keys.start()
  const signer = keys.signer()
  if (!created.ok || !signer.ok) throw new Error('there is no key')
  return signer.value
}

export function chained(entries: readonly JournalEntry[], start = GENESIS): JournalRow[] {
  let prev = start
  return entries.map((entry, index) => {
    const [seq, at] = [index + 1, 1_764_000_000_000 + index * 1_000]
    const hash = hashOf(prev, bodyOf(seq, at, canonicalJson(entry)))
    const row = { seq, at, entry, prev, hash }
    prev = hash
    return row
  })
}

const SECRET = { path: '/home/ada/diary.txt', text: 'Dear diary' }
export const entries: readonly JournalEntry[] = [
  { kind: 'started', version: '0.1.0', host: 'cli' },
  decided(callId(1), {
    runId: runId(1),
    args: { ...SECRET, 'odd.name': [1, null], 7: { a: true } },
  }),
  running(callId(1)),
  outcome(callId(1)),
  decided(callId(2), { runId: runId(1), args: {} }),
  running(callId(2)),
  outcome(callId(2)),
  { kind: 'run', runId: runId(1), change: 'finished', text: 'It said “done”.' },
  { kind: 'guard', on: false, surface: 'cli' },
]

/** `limit`: of rows in one piece. */
export const depsOf = (
  rows: readonly JournalRow[],
  signer: Signer,
  limit = Infinity,
): ReceiptDeps => {
  const last = rows.at(-1)
  return {
    readForward: (query, { after, before }, most) => {
      const matches = matcher(query)
      const runs = new Map(
        rows.flatMap(({ entry }) =>
          'callId' in entry && 'runId' in entry ? [[entry.callId, entry.runId]] : [],
        ),
      )
      const fits = rows.filter(({ seq, at, entry }) => {
        const facts = factsOf(at, entry, noContext)
        const run = 'callId' in entry ? runs.get(entry.callId) : undefined
        const known = { ...(run === undefined || run === null ? {} : { run: [run] }), ...facts }
        return seq > after && seq < before && matches({ at, facts: known, text: textOf(entry) })
      })
      const found = fits.slice(0, Math.min(limit, most))
      return { rows: found, next: found.length < fits.length ? (found.at(-1)?.seq ?? null) : null }
    },
    signer,
    head: { seq: last?.seq ?? 0, hash: last?.hash ?? '' },
    version: '0.1.0',
    now: 1_764_100_000_000,
  }
}

const oneFor = (kept: UnsealedExports) => (): UnsealedExports => kept

/** An export as it is put together piece after piece. */
export async function exported(
  deps: ReceiptDeps,
  line = '',
  redact: RedactList = [],
  /** Of each piece: what is kept from the one before. */
  exports: () => UnsealedExports = oneFor(openUnsealedExports()),
): Promise<string> {
  const query = parseQuery(line, deps.now)
  if (!query.ok) throw new Error(query.error.text)
  let text = ''
  for (let after: number | undefined, until: number | undefined; ;) {
    const piece = await proofPiece(
      { query: query.value, line, redact, after, until },
      deps,
      exports(),
    )
    if (!piece.ok) throw new Error(`${piece.error.code}: ${piece.error.text}`)
    text += piece.value.text
    if (piece.value.next === null) return text
    after = piece.value.next
    until = piece.value.seq
  }
}

export const sealIn = (text: string): ExportSeal =>
  ExportSeal.parse((JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as { seal: unknown }).seal)

const run = promisify(execFile)
const verifier = join(import.meta.dirname, '../../../main/journal/receipts/verify-export.mjs')

export type Checked = { readonly code: number; readonly said: string }

/** By the program itself, in a process and a folder of its own. */
/** @param words what is said of the key */
export async function check(
  text: string | Uint8Array,
  ...words: readonly string[]
): Promise<Checked> {
  const folder = temporary()
  const [program, file] = [join(folder, 'check.mjs'), join(folder, 'file')]
  copyFileSync(verifier, program)
  writeFileSync(file, text)
  try {
    const { stdout } = await run(process.execPath, [program, file, ...words], { cwd: folder })
    return { code: 0, said: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}
