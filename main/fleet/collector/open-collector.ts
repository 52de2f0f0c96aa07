// Sends the journal to an OpenTelemetry Collector while the configuration names one. It is a
// forwarder of its own beside that of the database, with its own place in the journal: neither waits
// for the other.
import { readFile } from 'node:fs/promises'
import { failure, type Failure } from '../../../contract/failure.ts'
import { fileReason } from '../../../contract/file-reason.ts'
import {
  logsAddress,
  type CollectorState,
  type FleetCollector,
} from '../../../contract/fleet/collector.ts'
import type { MachineName } from '../../../contract/fleet/machine.ts'
import type { FleetConfig } from '../../../contract/policy/config/fleet-config.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { RawRow } from '../../journal/chain.ts'
import { openAcknowledged } from '../acknowledged.ts'
import { followForwarder } from '../follow-forwarder.ts'
import { openForwarder, type Forwarder, type OpenedSender } from '../forward.ts'
import type { FleetDeps } from '../open-fleet.ts'
import type { CollectorEntry } from './attributes.ts'
import { CollectorFault, collectorFailure } from './collector-fault.ts'
import { logRecords } from './log-record.ts'
import { collectorSender } from './open-collector-sender.ts'
import { openExporter } from './open-exporter.ts'
import type { CollectorFetch } from './transport.ts'

export type CollectorDeps = Pick<
  FleetDeps,
  'journal' | 'acknowledgedFile' | 'signer' | 'forwards' | 'now' | 'pauses' | 'changed' | 'report'
> & {
  readonly config: () => FleetConfig | null
  readonly entryOf: (row: RawRow) => CollectorEntry
  /** Of Gatehouse, and what the system calls this machine. */
  readonly version: string
  readonly host: string
  /** Reaches that address and follows nothing. `authority`: PEM; null: those that everybody knows. */
  readonly fetch: (url: string, authority: string | null) => CollectorFetch
  /** The header that a stored credential makes for that address. */
  readonly credential: (
    name: string,
    url: string,
  ) => Promise<Result<{ readonly header: string; readonly value: string }, Failure>>
  /** How long a collector may take to answer; given so that tests need not wait. */
  readonly timeoutMs?: number
}

export type Collector = {
  state(): CollectorState
  /** The configuration may be another one. */
  follow(): void
  retry(): void
  dispose(): Promise<void>
}

/** Small enough for receivers with a limit, and for calls that go on meanwhile. */
const BATCH = { rows: 200, characters: 1_000_000 }
const TIMEOUT_MS = 30_000

type Target = { readonly machine: MachineName; readonly collector: FleetCollector }

export function openCollector(deps: CollectorDeps): Collector {
  let withheld = 0
  const targetIn = (config: FleetConfig | null): Target | null => {
    const collector = config?.collector ?? null
    return config === null || collector === null ? null : { machine: config.machine, collector }
  }

  async function open(
    { machine, collector }: Target,
    signal: AbortSignal,
  ): Promise<Result<OpenedSender<CollectorEntry>, Failure>> {
    const url = logsAddress(collector.url)
    const signer = deps.signer()
    if (!signer.ok) return signer
    const authority = await authorityIn(collector.ca)
    if (!authority.ok) return authority
    const token = await headerOf(collector.credential, url)
    if (!token.ok) return token
    const { publicKey, sign } = signer.value
    const exporter = await openExporter({
      url,
      collector,
      signal,
      now: deps.now,
      timeoutMs: deps.timeoutMs ?? TIMEOUT_MS,
      fetch: deps.fetch(url, authority.value),
      headers: { ...collector.headers, ...token.value, 'user-agent': `gatehouse/${deps.version}` },
    })
    const records = logRecords({ machine, version: deps.version, host: deps.host, publicKey })
    return ok({
      sender: collectorSender(exporter, records, () => {
        withheld += 1
      }),
      sign,
      // Each request ends by itself.
      close: async () => undefined,
    })
  }

  async function headerOf(
    name: string | null,
    url: string,
  ): Promise<Result<Record<string, string>, Failure>> {
    if (name === null) return ok({})
    const found = await deps.credential(name, url)
    return found.ok ? ok({ [found.value.header]: found.value.value }) : found
  }

  function start(target: Target): Forwarder {
    const { machine, collector } = target
    const { host } = new URL(collector.url)
    withheld = 0
    return openForwarder<CollectorEntry>({
      machine,
      read: deps.journal.read,
      newest: deps.journal.newest,
      entryOf: deps.entryOf,
      acknowledged: openAcknowledged(
        deps.acknowledgedFile,
        `${machine} at ${logsAddress(collector.url)}`,
        (seq) => deps.journal.read(seq - 1, 1)[0],
      ),
      open: (signal) => open(target, signal),
      failed: (error) => collectorFailure(error, host),
      rest: (error) => (error instanceof CollectorFault ? error.rest : null),
      batch: BATCH,
      now: deps.now,
      ...(deps.pauses === undefined ? {} : { pauses: deps.pauses }),
      changed: deps.changed,
      report: deps.report,
    })
  }

  const followed = followForwarder<Target>({
    config: () => (deps.forwards ? targetIn(deps.config()) : null),
    start,
    onGrow: deps.journal.onGrow,
    changed: deps.changed,
    report: deps.report,
  })
  return {
    state() {
      const target = targetIn(deps.config())
      if (target === null) return { kind: 'none' }
      const where = { machine: target.machine, url: logsAddress(target.collector.url), withheld }
      const forwarder = followed.current()
      return forwarder === null
        ? { kind: 'sending', ...where, seq: 0, behind: deps.journal.newest() }
        : { ...where, ...forwarder.state() }
    },
    follow: followed.follow,
    retry: () => followed.current()?.retry(),
    dispose: followed.dispose,
  }
}

async function authorityIn(file: string | null): Promise<Result<string | null, Failure>> {
  try {
    return ok(file === null ? null : await readFile(file, 'utf8'))
  } catch (error) {
    return err(
      failure(
        'collector.authority',
        `The file with the collector’s authority, ${file}, cannot be read: ${fileReason(error)}.`,
        'Correct fleet.collector.ca in the configuration.',
      ),
    )
  }
}
