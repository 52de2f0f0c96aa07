// Sends the journal's rows to the shared database or to a collector, in order, from the row after the
// last one that was acknowledged. The journal is the queue: nothing is kept beside it, and what is
// slow, full or gone over there costs no call anything. A batch ends with the head of the chain at
// its last row, signed.
import { setTimeout as pause } from 'node:timers/promises'
import type { Failure } from '../../contract/failure.ts'
import type { MachineName } from '../../contract/fleet/machine.ts'
import type { Result } from '../../contract/result.ts'
import type { RawRow } from '../journal/chain.ts'
import { headText, type SignedHead } from './head-statement.ts'
import type { Acknowledged } from './acknowledged.ts'

export type ForwardState =
  /** Everything that was written has been acknowledged. */
  | { readonly kind: 'level'; readonly seq: number; readonly at: number }
  | { readonly kind: 'sending'; readonly seq: number; readonly behind: number }
  /** Tried again at `next` (epoch milliseconds). */
  | {
      readonly kind: 'waiting'
      readonly seq: number
      readonly behind: number
      readonly why: Failure
      readonly next: number
    }

/** `Entry`: a row as the other side takes it. */
export type ForwardDeps<Entry> = {
  readonly machine: MachineName
  /** Rows with a greater number, oldest first, at most `limit`. */
  readonly read: (after: number, limit: number) => readonly RawRow[]
  readonly entryOf: (row: RawRow) => Entry
  readonly newest: () => number
  readonly acknowledged: Acknowledged
  /** A connection, for as long as it lasts. */
  readonly open: (signal: AbortSignal) => Promise<Result<OpenedSender<Entry>, Failure>>
  readonly failed: (error: unknown) => Failure
  /** Milliseconds that the other side asks to be left alone; left out, or null: it does not say. */
  readonly rest?: (error: unknown) => number | null
  /** Rows and characters of one batch, so that one is never much in memory. */
  readonly batch?: { readonly rows: number; readonly characters: number }
  readonly now: () => number
  /** Between two tries; given so that tests need not wait. */
  readonly pauses?: { readonly first: number; readonly most: number }
  readonly changed: () => void
  readonly report: (fault: unknown) => void
}

export type OpenedSender<Entry> = {
  readonly sender: {
    /** Durable on the other side when it resolves. Rejects with what it says. */
    send(entries: readonly Entry[], head: SignedHead): Promise<void>
  }
  /** Gives the 64 bytes of an Ed25519 signature. */
  readonly sign: (text: string) => Buffer
  /** Never rejects. */
  readonly close: () => Promise<void>
}

export type Forwarder = {
  state(): ForwardState
  /** There are new rows. Never throws. */
  grew(): void
  /** Tries now, whatever it waits for. */
  retry(): void
  dispose(): Promise<void>
}

const BATCH = { rows: 500, characters: 4_000_000 }
/** Rows come in bursts: what follows within this time goes with them. */
const GATHER_MS = 200

export function openForwarder<Entry>(deps: ForwardDeps<Entry>): Forwarder {
  const { acknowledged, now, pauses = { first: 1_000, most: 60_000 }, batch = BATCH } = deps
  const closing = new AbortController()
  let state: ForwardState = { kind: 'sending', seq: acknowledged.seq(), behind: 0 }
  /** Who waits for new rows, and who waits to try again: each row of the journal passes by here, so
   * that a row nobody waits for must cost nothing. */
  let moreRows: (() => void) | null = null
  let nextTry: (() => void) | null = null
  const say = (next: ForwardState): void => {
    state = next
    deps.changed()
  }
  const behind = (): number => Math.max(0, deps.newest() - acknowledged.seq())
  /** Until a row comes that is not there yet, or the end. */
  const grown = (): Promise<void> =>
    new Promise((resolve) => {
      moreRows = resolve
      if (closing.signal.aborted) resolve()
    })

  /** Until nothing is left, or the connection fails. */
  async function sendAll({ sender, sign }: OpenedSender<Entry>): Promise<void> {
    while (!closing.signal.aborted) {
      const rows = nextBatch(deps.read, acknowledged.seq(), batch)
      const last = rows.at(-1)
      if (last === undefined) {
        if (state.kind !== 'level') say({ kind: 'level', seq: acknowledged.seq(), at: now() })
        await grown()
        if (!closing.signal.aborted) await pause(GATHER_MS, undefined, { ref: false })
        continue
      }
      if (state.kind !== 'sending')
        say({ kind: 'sending', seq: acknowledged.seq(), behind: behind() })
      const statement = { machine: deps.machine, seq: last.seq, hash: last.hash, at: now() }
      const head: SignedHead = { ...statement, signature: sign(headText(statement)) }
      await sender.send(rows.map(deps.entryOf), head)
      acknowledged.set(last)
    }
  }

  async function run(): Promise<void> {
    let wait = pauses.first
    while (!closing.signal.aborted) {
      const opened = await deps.open(closing.signal)
      let why: Failure
      let rest = 0
      if (opened.ok) {
        const before = acknowledged.seq()
        try {
          await sendAll(opened.value)
          return
        } catch (error) {
          why = deps.failed(error)
          rest = deps.rest?.(error) ?? 0
        } finally {
          await opened.value.close()
        }
        if (acknowledged.seq() > before) wait = pauses.first
      } else why = opened.error
      if (closing.signal.aborted) return
      const pausing = Math.max(wait, rest)
      const next = now() + pausing
      say({ kind: 'waiting', seq: acknowledged.seq(), behind: behind(), why, next })
      await waitOut(pausing)
      wait = Math.min(wait * 2, pauses.most)
    }
  }

  /** New rows do not end the wait: a database that is gone is not asked for each of them. */
  const waitOut = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref()
      nextTry = () => {
        clearTimeout(timer)
        resolve()
      }
      if (closing.signal.aborted) nextTry()
    })

  function stopWaiting(): void {
    moreRows?.()
    nextTry?.()
  }

  const running = run().catch(deps.report)
  return {
    state: () => (state.kind === 'level' ? state : { ...state, behind: behind() }),
    grew: () => moreRows?.(),
    retry: stopWaiting,
    async dispose() {
      closing.abort()
      stopWaiting()
      await running
      acknowledged.keep()
    },
  }
}

function nextBatch(
  read: ForwardDeps<unknown>['read'],
  after: number,
  most: typeof BATCH,
): readonly RawRow[] {
  const rows = read(after, most.rows)
  let characters = 0
  const end = rows.findIndex(({ body }) => (characters += body.length) > most.characters)
  return end === -1 ? rows : rows.slice(0, Math.max(1, end))
}
