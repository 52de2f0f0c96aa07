// Sends the journal's rows to the shared database, in order, from the row after the last one that
// was acknowledged. The journal is the queue: nothing is kept beside it, and a database that is
// slow, full or gone costs no call anything. A batch ends with the head of the chain at its last
// row, signed.
import { setTimeout as pause } from 'node:timers/promises'
import type { Failure } from '../../contract/failure.ts'
import type { MachineName } from '../../contract/fleet/machine.ts'
import type { Result } from '../../contract/result.ts'
import type { RawRow } from '../journal/chain.ts'
import type { FleetEntry } from './fleet-entry.ts'
import { headText, type SignedHead } from './head-statement.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { Sender } from './open-sender.ts'

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

export type ForwardDeps = {
  readonly machine: MachineName
  /** Rows with a greater number, oldest first, at most `limit`. */
  readonly read: (after: number, limit: number) => readonly RawRow[]
  readonly entryOf: (row: RawRow) => FleetEntry
  readonly newest: () => number
  readonly acknowledged: Acknowledged
  /** A connection, for as long as it lasts. */
  readonly open: (signal: AbortSignal) => Promise<Result<OpenedSender, Failure>>
  readonly failed: (error: unknown) => Failure
  readonly now: () => number
  /** Between two tries; given so that tests need not wait. */
  readonly pauses?: { readonly first: number; readonly most: number }
  readonly changed: () => void
  readonly report: (fault: unknown) => void
}

export type OpenedSender = {
  readonly sender: Sender
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

/** Rows and characters of one batch, so that one is never much in memory. */
const BATCH = { rows: 500, characters: 4_000_000 }
/** Rows come in bursts: what follows within this time goes with them. */
const GATHER_MS = 200

export function openForwarder(deps: ForwardDeps): Forwarder {
  const { acknowledged, now, pauses = { first: 1_000, most: 60_000 } } = deps
  const closing = new AbortController()
  let state: ForwardState = { kind: 'sending', seq: acknowledged.seq(), behind: 0 }
  let wake = Promise.withResolvers<void>()
  const stir = (): void => {
    wake.resolve()
    wake = Promise.withResolvers()
  }
  const say = (next: ForwardState): void => {
    state = next
    deps.changed()
  }
  const behind = (): number => Math.max(0, deps.newest() - acknowledged.seq())
  const sleep = async (milliseconds: number): Promise<void> => {
    const until = new AbortController()
    await Promise.race([
      wake.promise,
      pause(milliseconds, undefined, { ref: false, signal: until.signal }).catch(() => undefined),
    ])
    until.abort()
  }

  /** Until nothing is left, or the connection fails. */
  async function sendAll({ sender, sign }: OpenedSender): Promise<void> {
    while (!closing.signal.aborted) {
      const rows = nextBatch(deps.read, acknowledged.seq())
      const last = rows.at(-1)
      if (last === undefined) {
        if (state.kind !== 'level') say({ kind: 'level', seq: acknowledged.seq(), at: now() })
        await wake.promise
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
      if (opened.ok) {
        const before = acknowledged.seq()
        try {
          await sendAll(opened.value)
          return
        } catch (error) {
          why = deps.failed(error)
        } finally {
          await opened.value.close()
        }
        if (acknowledged.seq() > before) wait = pauses.first
      } else why = opened.error
      if (closing.signal.aborted) return
      say({ kind: 'waiting', seq: acknowledged.seq(), behind: behind(), why, next: now() + wait })
      await waitOut(wait)
      wait = Math.min(wait * 2, pauses.most)
    }
  }

  let hurried = false
  /** New rows do not end the wait: a database that is gone is not asked for each of them. */
  async function waitOut(milliseconds: number): Promise<void> {
    const end = performance.now() + milliseconds
    hurried = false
    while (!closing.signal.aborted && !hurried && performance.now() < end)
      await sleep(end - performance.now())
  }

  const running = run().catch(deps.report)
  return {
    state: () => (state.kind === 'level' ? state : { ...state, behind: behind() }),
    grew: stir,
    retry() {
      hurried = true
      stir()
    },
    async dispose() {
      closing.abort()
      stir()
      await running
      acknowledged.keep()
    },
  }
}

function nextBatch(read: ForwardDeps['read'], after: number): readonly RawRow[] {
  const rows = read(after, BATCH.rows)
  let characters = 0
  const end = rows.findIndex(({ body }) => (characters += body.length) > BATCH.characters)
  return end === -1 ? rows : rows.slice(0, Math.max(1, end))
}
