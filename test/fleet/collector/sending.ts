// A machine whose journal grows as a test says, and that sends it to a receiver of OTLP.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { failure } from '../../../contract/failure.ts'
import { factsOf } from '../../../contract/journal/journal-facts.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { FleetConfig } from '../../../contract/policy/config/fleet-config.ts'
import { err, ok } from '../../../contract/result.ts'
import { openOutbound } from '../../../main/egress/outbound.ts'
import { openCollector, type Collector } from '../../../main/fleet/collector/open-collector.ts'
import type { RawRow } from '../../../main/journal/chain.ts'
import { readBody } from '../../../main/store/journal/read-entry.ts'
import { otlpReceiver } from '../../fakes/otlp-receiver.ts'
import { chainOf, faults, machineKey } from '../fleet-journal.ts'

/** Of one file of tests; what it opens ends with each test. */
export function sendings() {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-collector-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  let count = 0
  return async function sending({
    entries = [],
    rows = 0,
    at,
    more = {},
    timeoutMs = 20_000,
  }: {
    readonly entries?: readonly JournalEntry[]
    readonly rows?: number
    /** Epoch milliseconds of a row, by its number. */
    readonly at?: (seq: number) => number
    readonly more?: object
    readonly timeoutMs?: number
  } = {}) {
    const receiver = await otlpReceiver()
    ends.push(receiver.stop)
    const key = machineKey()
    const journal: RawRow[] = chainOf([...entries, ...faults(1, rows)], undefined, at)
    const outbound = openOutbound({ hosts: () => [] })
    ends.push(outbound.dispose)
    const file = join(folder, `${(count += 1)}.json`)
    let config: FleetConfig | null = FleetConfig.parse({
      machine: 'ada-laptop',
      collector: { url: receiver.url, ...more },
    })
    const listeners = new Set<() => void>()
    const start = (): Collector => {
      const collector = openCollector({
        config: () => config,
        journal: {
          read: (after, limit) => journal.slice(after, after + limit),
          newest: () => journal.length,
          onGrow(listener) {
            listeners.add(listener)
            return () => void listeners.delete(listener)
          },
        },
        entryOf(row) {
          const read = readBody(row.body)
          return { row, read, facts: read === null ? {} : factsOf(read.at, read.entry) }
        },
        acknowledgedFile: file,
        signer: () => ok(key),
        version: '1.2.3',
        host: 'ada.local',
        forwards: true,
        now: Date.now,
        timeoutMs,
        fetch: (url) => outbound.serverFetch(url),
        credential: async (name) =>
          name === 'collector-token'
            ? ok({ header: 'authorization', value: 'Bearer of-the-test' })
            : err(failure('secrets.unknown', `There is no credential ${name}.`)),
        pauses: { first: 20, most: 100 },
        changed: () => undefined,
        report: (fault) => {
          throw fault
        },
      })
      ends.push(collector.dispose)
      return collector
    }
    return {
      receiver,
      journal,
      key,
      start,
      grow(added: number) {
        journal.push(...chainOf(faults(1, added), journal.at(-1)))
        for (const listener of listeners) listener()
      },
      configure(next: FleetConfig | null) {
        config = next
      },
    }
  }
}
