// A row of the journal, and the signed head of the chain, as log records of OpenTelemetry.
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs'
import type { MachineName } from '../../../contract/fleet/machine.ts'
import type { SignedHead } from '../head-statement.ts'
import { attributesOf, type CollectorEntry } from './attributes.ts'
import { severityOf } from './severity.ts'

export type Sender = {
  readonly machine: MachineName
  /** Of Gatehouse. */
  readonly version: string
  /** What the system calls this machine. */
  readonly host: string
  /** Ed25519, 32 bytes: with which heads are signed. */
  readonly publicKey: Buffer
}

/** What makes records of one sender; batches of one exporter share its resource. */
export type LogRecords = {
  /** `bare`: without the row's content, which the collector refused. */
  row(entry: CollectorEntry, bare?: boolean): ReadableLogRecord
  head(head: SignedHead): ReadableLogRecord
}

export function logRecords({ machine, version, host, publicKey }: Sender): LogRecords {
  const attributes = {
    'service.name': 'gatehouse',
    'service.version': version,
    'service.instance.id': machine,
    'host.name': host,
    'gatehouse.machine': machine,
    'gatehouse.machine.key': publicKey.toString('hex'),
  }
  const resource: ReadableLogRecord['resource'] = {
    attributes,
    merge: (other) => other ?? resource,
    getRawAttributes: () => Object.entries(attributes),
  }
  const shared = {
    resource,
    instrumentationScope: { name: 'gatehouse.journal', version },
    droppedAttributesCount: 0,
  }
  return {
    row(entry, bare = false) {
      const { row, read } = entry
      const severity = severityOf(read?.entry ?? null)
      const time = momentOf(read?.at ?? 0)
      return {
        ...shared,
        // Its own time for both: a row that is sent again is the same record.
        hrTime: time,
        hrTimeObserved: time,
        severityNumber: severity.number,
        severityText: severity.text,
        eventName: eventName(read?.entry.kind ?? 'unreadable'),
        ...(bare
          ? {
              attributes: {
                'gatehouse.machine': machine,
                'gatehouse.row.seq': row.seq,
                'gatehouse.row.hash': row.hash,
                'gatehouse.row.kind': read?.entry.kind ?? 'unreadable',
                'gatehouse.row.withheld': true,
              },
            }
          : { body: row.body, attributes: attributesOf({ ...entry, machine }) }),
      }
    },
    head({ seq, hash, at, signature }) {
      const time = momentOf(at)
      return {
        ...shared,
        hrTime: time,
        hrTimeObserved: time,
        severityNumber: 9,
        severityText: 'INFO',
        eventName: eventName('head'),
        attributes: {
          'gatehouse.machine': machine,
          'gatehouse.head.seq': seq,
          'gatehouse.head.hash': hash,
          'gatehouse.head.at': at,
          'gatehouse.head.signature': signature.toString('hex'),
        },
      }
    },
  }
}

export const eventName = (kind: string): string => `gatehouse.${kind.replaceAll('-', '_')}`

/** Nanoseconds since 1970 in 64 bits end in 2554. 0: a clock so wrong that the time is unknown. */
const momentOf = (at: number): [number, number] =>
  at >= 0 && at < 18_446_744_073_000
    ? [Math.floor(at / 1_000), Math.round(at % 1_000) * 1_000_000]
    : [0, 0]
