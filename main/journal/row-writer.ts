// Adds rows to the chain. Handles the queue, the sharing of commits and the numbers; never
// acknowledges a row that is not durable, and never writes one while its head cannot be sealed.
import { failure, type Failure } from '../../contract/failure.ts'
import type { JournalEntry, JournalRow } from '../../contract/journal/journal.ts'
import { canonicalJson } from '../../contract/json.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { bodyOf, hashOf, type RawRow } from './chain.ts'
import { openChainEnd, type ChainEndDeps } from './chain-end.ts'
import type { RowsTable } from './rows-table.ts'
import type { HeadSync } from './head-sync.ts'
import type { Tip } from './verify.ts'

export type RowWriterDeps = ChainEndDeps & {
  readonly table: Pick<RowsTable, 'append'>
  readonly headSync: Pick<HeadSync, 'ready'>
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Called after every commit, when all its rows are acknowledged. */
  readonly grown: (tip: Tip, rows: number) => void
}

/**
 * now: in the next turn of the event loop. soon: with the next row that is wanted now, or by itself
 * after SOON_MS. owed: as now. What is soon or owed has happened: when it cannot be written it is
 * tried again until it can.
 */
export type When = 'now' | 'soon' | 'owed'

export type RowWriter = {
  readonly append: (entry: JournalEntry, when?: When) => Promise<Result<JournalRow, Failure>>
  /**
   * Writes what waits, before it returns; what cannot be written yet goes on waiting. For anyone
   * who reads.
   */
  readonly catchUp: () => void
  readonly tip: () => Tip
  readonly rows: () => number
  readonly fault: () => Failure | null
  /** Resolves when nothing is waiting any more. Entries that come later are refused. */
  readonly end: () => Promise<void>
}

type Waiting = {
  readonly entry: JournalEntry
  readonly when: When
  readonly json: string
  readonly at: number
  readonly resolve: (result: Result<JournalRow, Failure>) => void
}

/** Rows in one transaction: enough to share, few enough not to hold up the event loop. */
const GROUP = 256
/** How long a row that nobody waits for may be nowhere but in memory. */
const SOON_MS = 10
/**
 * While each turn of the event loop brings more rows, they are gathered this long: one commit costs
 * as much as many calls' work.
 */
const GATHER_MS = 4
/**
 * Rows that one call has at once: the end of the one before, its decision, and that it runs. Who
 * comes alone has no turn to wait for.
 */
const ALONE = 3
/**
 * Rows of what has happened that could not be written: they are tried again before the next one,
 * and on their own. More are given up.
 */
const MOST_OWED = 16_384
const OWED_MS = 1_000
const BUSY_PAUSE_MS = 25
const BUSY_LIMIT_MS = 5000
const TAKEN_LIMIT = 3

/** Throws when the rows cannot be counted. */
export function openRowWriter({ table, headSync, start, now, grown }: RowWriterDeps): RowWriter {
  const chainEnd = openChainEnd({ table, headSync, start })
  let queue: readonly Waiting[] = []
  let gathering: Waiting[] = []
  let owed: readonly Waiting[] = []
  let flushing: NodeJS.Immediate | NodeJS.Timeout | null = null
  let soon: NodeJS.Timeout | null = null
  let again: NodeJS.Timeout | null = null
  let busySince: number | null = null
  let fault: Failure | null = null
  let ending = false
  let writing = false
  /** The last commit was of more than one call. */
  let crowded = false
  let drained: (() => void) | null = null

  function flush(): void {
    flushing = null
    if (soon !== null) clearTimeout(soon)
    soon = null
    queue = queue.length + owed.length === 0 ? gathering : [...owed, ...queue, ...gathering]
    owed = []
    gathering = []
    const group = queue.slice(0, GROUP)
    writing = true
    const busy = commit(group) === 'busy'
    crowded = group.length > ALONE
    writing = false
    if (!busy) queue = queue.slice(group.length)
    // The rest cannot be written now either, and is not tried with each turn of the event loop.
    if (!busy && fault !== null && queue.length > 0) {
      const rest = queue
      queue = []
      refuse(rest, fault)
    }
    if (busy) flushing = setTimeout(flush, BUSY_PAUSE_MS)
    else if (queue.length > 0) flushing ??= setImmediate(flush)
    if (queue.length === 0 && gathering.length === 0) drained?.()
  }

  function tryOwed(): void {
    again = null
    if (owed.length > 0 && flushing === null && busySince === null && !ending) flush()
    if (owed.length > 0) again ??= setTimeout(tryOwed, OWED_MS).unref()
  }

  /**
   * One turn without a new row: the one who is in flight waits for this commit, or for something
   * that takes longer.
   */
  function gather(seen: number, until: number): void {
    const more = gathering.length > (seen === 0 && !crowded ? ALONE : seen)
    if (more && performance.now() < until) flushing = setImmediate(gather, gathering.length, until)
    else flush()
  }

  function commit(group: readonly Waiting[]): 'ended' | 'busy' {
    const unsealable = headSync.ready(chainEnd.tip())
    if (unsealable !== null) return refuse(group, unsealable)
    for (let attempt = 1; ; attempt++) {
      const written = chained(chainEnd.tip(), group)
      const outcome = table.append(written)
      switch (outcome.kind) {
        case 'done':
          return acknowledge(group, written)
        case 'failed':
          // Whether the disk kept what it reported as failed is for the database to say.
          return refuse(group, outcome.failure, chainEnd.adopt())
        case 'busy':
          busySince ??= performance.now()
          if (performance.now() - busySince < BUSY_LIMIT_MS) return 'busy'
          return refuse(group, busyFailure)
        case 'taken':
          // Another process has written: go on behind its rows, if they follow from what we know.
          if (attempt === TAKEN_LIMIT || !chainEnd.adopt()) return refuse(group, strangerFailure)
      }
    }
  }

  function acknowledge(group: readonly Waiting[], written: readonly RawRow[]): 'ended' {
    let prev = chainEnd.tip().hash
    chainEnd.grow(written)
    fault = null
    busySince = null
    for (const [index, { resolve, entry, at }] of group.entries()) {
      const row = written[index]
      if (row === undefined) continue
      resolve(ok({ seq: row.seq, at, entry, prev, hash: row.hash }))
      prev = row.hash
    }
    grown(chainEnd.tip(), chainEnd.rows())
    return 'ended'
  }

  /** `stored`: they are in the database all the same. */
  function refuse(group: readonly Waiting[], why: Failure, stored = false): 'ended' {
    fault = why
    busySince = null
    for (const { resolve } of group) resolve(err(why))
    // The one who was to wait for them was answered already; that they happened stays true.
    if (!ending && !stored)
      owed = [...owed, ...group.filter(({ when }) => when !== 'now')].slice(0, MOST_OWED)
    if (owed.length > 0) again ??= setTimeout(tryOwed, OWED_MS).unref()
    return 'ended'
  }

  function stopWaiting(): void {
    if (flushing === null) return
    clearImmediate(flushing as NodeJS.Immediate)
    clearTimeout(flushing as NodeJS.Timeout)
    flushing = null
  }

  return {
    append: (entry, when = 'now') => {
      if (ending) return Promise.resolve(err(closedFailure))
      const json = canonicalJson(entry)
      return new Promise((resolve) => {
        gathering.push({ entry, when, json, at: now(), resolve })
        if (when !== 'soon') flushing ??= setImmediate(gather, 0, performance.now() + GATHER_MS)
        else if (flushing === null) soon ??= setTimeout(flush, SOON_MS)
      })
    },
    catchUp() {
      // While another program holds the database it is tried again by itself.
      if (gathering.length === 0 || busySince !== null || writing) return
      stopWaiting()
      flush()
    },
    tip: chainEnd.tip,
    rows: chainEnd.rows,
    fault: () => fault,
    end: () => {
      ending = true
      if (flushing === null && soon === null && owed.length === 0) return Promise.resolve()
      return new Promise((resolve) => {
        drained = resolve
        flushing ??= setImmediate(flush)
      })
    },
  }
}

/** The waiting entries as rows behind `tip`. */
function chained(tip: Tip, group: readonly Waiting[]): RawRow[] {
  let { seq, hash } = tip
  return group.map(({ at, json }) => {
    seq++
    const body = bodyOf(seq, at, json)
    hash = hashOf(hash, body)
    return { seq, body, hash }
  })
}

const closedFailure = failure(
  'journal.unwritable',
  'The journal is closed: Gatehouse is ending.',
  'Start Gatehouse again.',
)
const busyFailure = failure(
  'journal.unwritable',
  'The journal cannot be written: another program holds the database.',
  'Close the program that uses the data folder (a backup, a virus scanner). Gatehouse continues automatically.',
)
const strangerFailure = failure(
  'journal.unwritable',
  'The journal cannot be written: somebody else has added rows that do not follow from ours.',
  'Run "gatehouse audit verify", and see that nothing else writes into the data folder.',
)
