// Brings requests and answers to the shared database and fetches those of others, in turns: what is
// kept here is put, what waits there is looked at. A turn that fails loses nothing and is tried
// again; a call that needs a second person waits meanwhile, and says why.
import { failure, type Failure } from '../../../contract/failure.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { FleetConfig, SharedFleet } from '../../../contract/policy/config/fleet-config.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { Client } from 'pg'
import { schemaMisfit } from '../open-sender.ts'
import type { FleetSigner } from '../forward-journal.ts'
import { SECOND_APPROVALS } from '../schema/versions.ts'
import { mailbox, type Mailbox } from './mailbox.ts'

/** What one turn does with a mailbox; rejects with what the database says. */
export type Turn = (box: Mailbox, fleet: FleetConfig, signer: FleetSigner) => Promise<void>

export type ExchangeDeps = {
  readonly config: () => SharedFleet | null
  readonly connect: (signal: AbortSignal) => Promise<Result<Client, Failure>>
  readonly failed: (error: unknown, fleet: SharedFleet) => Failure
  readonly signer: () => Result<FleetSigner, Failure>
  /** How soon to look again; null: there is nothing to look for. */
  readonly pace: () => number | null
  readonly turn: Turn
  /** Without the database: null when it was reached. */
  readonly trouble: (why: Failure | null) => void
  readonly report: (fault: unknown) => void
  readonly pauses?: { readonly first: number; readonly most: number }
}

export type Exchange = {
  /** Takes its first turn; none before, also where it is woken. */
  start(): void
  /** There is something to bring: now, not with the next turn. */
  wake(): void
  dispose(): Promise<void>
}

const IDLE_MS = 5_000

export function openExchange(deps: ExchangeDeps): Exchange {
  const { first, most } = deps.pauses ?? { first: 1_000, most: 10_000 }
  const stopping = new AbortController()
  let open: { readonly client: Client; readonly box: Mailbox; readonly of: string } | null = null
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let started = false
  let woken = false
  let failures = 0

  async function drop(): Promise<void> {
    const before = open
    open = null
    await before?.client.end().catch(() => undefined)
  }

  async function reached(fleet: FleetConfig): Promise<Result<Mailbox, Failure>> {
    const of = canonicalJson([fleet.machine, fleet.database])
    if (open?.of === of) return ok(open.box)
    await drop()
    const client = await deps.connect(stopping.signal)
    if (!client.ok) return client
    const box = mailbox(client.value, fleet.machine)
    open = { client: client.value, box, of }
    const misfit = misfitOf(await box.version())
    if (misfit === null) return ok(box)
    await drop()
    return err(misfit)
  }

  async function turn(): Promise<Failure | null> {
    const fleet = deps.config()
    if (fleet === null || fleet.person === null || fleet.peers.length === 0) {
      await drop()
      return fleet === null ? null : nobody
    }
    const signer = deps.signer()
    if (!signer.ok) return signer.error
    try {
      const box = await reached(fleet)
      if (!box.ok) return box.error
      await deps.turn(box.value, fleet, signer.value)
      return null
    } catch (error) {
      await drop()
      return deps.failed(error, fleet)
    }
  }

  /** @param afterMs null: when it is woken. */
  function next(afterMs: number | null): void {
    if (timer !== null) clearTimeout(timer)
    timer = stopping.signal.aborted || afterMs === null ? null : setTimeout(startTurn, afterMs)
  }

  function startTurn(): void {
    if (running !== null || stopping.signal.aborted) return
    woken = false
    running = takeTurn()
  }

  async function takeTurn(): Promise<void> {
    let afterMs: number | null = first
    try {
      afterMs = await round()
    } catch (fault) {
      deps.report(fault)
    }
    running = null
    next(woken ? 0 : afterMs)
  }

  async function round(): Promise<number | null> {
    if (deps.pace() === null) {
      await drop()
      return IDLE_MS
    }
    const why = await turn()
    deps.trouble(why)
    failures = why === null ? 0 : failures + 1
    // Without a fleet there is nobody to ask, and a change of the configuration wakes it.
    if (deps.config() === null) return null
    return why === null
      ? (deps.pace() ?? IDLE_MS)
      : Math.min(first * 2 ** Math.min(failures - 1, 10), most)
  }

  return {
    start() {
      started = true
      next(0)
    },
    wake() {
      woken = true
      if (started && running === null) next(0)
    },
    async dispose() {
      stopping.abort()
      if (timer !== null) clearTimeout(timer)
      await running
      await drop()
    },
  }
}

const misfitOf = (version: number): Failure | null =>
  version >= SECOND_APPROVALS
    ? schemaMisfit(version)
    : failure(
        'fleet.schema',
        `The tables of the fleet have version ${version}, and second approvals need ${SECOND_APPROVALS}.`,
        `An administrator applies what \`gatehouse fleet init --print --from ${version}\` prints.`,
      )

const nobody = failure(
  'second.none',
  'No second person is set up on this machine.',
  'Write fleet.person and fleet.peers into the configuration: the guide on fleets says how.',
)
