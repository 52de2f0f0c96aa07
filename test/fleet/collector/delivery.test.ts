// The journal on its way to a collector that is restarted, slow, busy, picky, gone, or cut off in the
// middle of a batch: nothing is lost, and what comes twice says so by its machine and number.
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { FleetConfig } from '../../../contract/policy/config/fleet-config.ts'
import type { Collector } from '../../../main/fleet/collector/open-collector.ts'
import { isSignedBy } from '../../../main/fleet/head-statement.ts'
import { GENESIS, hashOf } from '../../../main/journal/chain.ts'
import type { Receiver } from '../../fakes/otlp-receiver.ts'
import type { Received } from '../../fakes/otlp-wire.ts'
import { machine } from '../fleet-journal.ts'
import { sendings } from './sending.ts'

const sending = sendings()

const level = async (collector: Collector, seq: number): Promise<void> =>
  await expect
    .poll(() => collector.state())
    .toMatchObject({ kind: 'level', machine: 'ada-laptop', seq })
const waits = async (collector: Collector, code: string): Promise<void> =>
  await expect.poll(() => collector.state()).toMatchObject({ kind: 'waiting', why: { code } })

const rowsOf = ({ records }: Receiver): Received[] =>
  records.filter(({ event }) => event !== 'gatehouse.head')
/** Each number once, in the order in which it came first. */
const seqs = (receiver: Receiver): number[] => [
  ...new Set(rowsOf(receiver).map(({ attributes }) => Number(attributes['gatehouse.row.seq']))),
]
const textIn = (value: unknown): string => z.string().parse(value)
const upTo = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1)
const seqOf = ({ attributes }: Received): number => Number(attributes['gatehouse.row.seq'] ?? 0)

describe.for(['protobuf', 'json'] as const)('as %s', (encoding) => {
  test('what was written before, and what is written later, arrives in order and once', async () => {
    const { receiver, start, grow } = await sending({ rows: 450, more: { encoding } })
    const collector = start()
    await level(collector, 450)
    grow(3)
    await level(collector, 453)
    expect(rowsOf(receiver).map(seqOf)).toEqual(upTo(453))
    expect(receiver.requests.at(0)).toMatchObject({
      path: '/v1/logs',
      headers: { 'content-encoding': 'gzip', 'user-agent': 'gatehouse/1.2.3' },
    })
  })

  test('the bodies and hashes that arrive are the chain, and its signed heads fit it', async () => {
    const { receiver, start, key } = await sending({ rows: 300, more: { encoding } })
    await level(start(), 300)
    let before = GENESIS
    const hashes = new Map<number, string>()
    for (const { body, attributes } of rowsOf(receiver)) {
      before = hashOf(before, textIn(body))
      expect(attributes['gatehouse.row.hash']).toBe(before)
      hashes.set(Number(attributes['gatehouse.row.seq']), before)
    }
    const heads = receiver.records.filter(({ event }) => event === 'gatehouse.head')
    expect(heads.map(({ attributes }) => attributes['gatehouse.head.seq'])).toEqual([200, 300])
    for (const { attributes, resource } of heads) {
      const seq = Number(attributes['gatehouse.head.seq'])
      const hash = textIn(attributes['gatehouse.head.hash'])
      const signature = Buffer.from(textIn(attributes['gatehouse.head.signature']), 'hex')
      const at = Number(attributes['gatehouse.head.at'])
      expect(resource['gatehouse.machine.key']).toBe(key.publicKey.toString('hex'))
      expect(hash).toBe(hashes.get(seq))
      expect(
        isSignedBy({ machine: machine('ada-laptop'), seq, hash, at, signature }, key.publicKey),
      ).toBe(true)
    }
  })

  test('rows that it refuses are found, and go without their content', async () => {
    const { receiver, start } = await sending({ rows: 30, more: { encoding } })
    receiver.mood = {
      kind: 'picky',
      refuses: (record) => [7, 30].includes(seqOf(record)) && record.body !== null,
    }
    const collector = start()
    await level(collector, 30)
    expect(seqs(receiver).toSorted((a, b) => a - b)).toEqual(upTo(30))
    expect(collector.state()).toMatchObject({ withheld: 2 })
    const bare = rowsOf(receiver).filter(({ body }) => body === null)
    expect(bare.map(({ attributes }) => attributes)).toEqual(
      [7, 30].map((seq) => ({
        'gatehouse.machine': 'ada-laptop',
        'gatehouse.row.seq': seq,
        'gatehouse.row.hash': expect.stringMatching(/^[0-9a-f]{64}$/),
        'gatehouse.row.kind': 'fault',
        'gatehouse.row.withheld': true,
      })),
    )
    expect(receiver.records.at(-1)).toMatchObject({ attributes: { 'gatehouse.head.seq': 30 } })
  })
})

test('a record says who sent it, when, how loud it is and what', async () => {
  const { receiver, start, journal, key } = await sending({ rows: 1 })
  await level(start(), 1)
  expect(rowsOf(receiver)).toEqual([
    {
      resource: {
        'service.name': 'gatehouse',
        'service.version': '1.2.3',
        'service.instance.id': 'ada-laptop',
        'host.name': 'ada.local',
        'gatehouse.machine': 'ada-laptop',
        'gatehouse.machine.key': key.publicKey.toString('hex'),
      },
      scope: 'gatehouse.journal',
      time: BigInt(Date.UTC(2026, 10, 26, 12, 0, 1)) * 1_000_000n,
      observed: BigInt(Date.UTC(2026, 10, 26, 12, 0, 1)) * 1_000_000n,
      severity: 17,
      severityText: 'ERROR',
      event: 'gatehouse.fault',
      body: journal[0]?.body,
      attributes: {
        'gatehouse.machine': 'ada-laptop',
        'gatehouse.row.seq': 1,
        'gatehouse.row.hash': journal[0]?.hash,
        'gatehouse.row.kind': 'fault',
      },
    },
  ])
})

test('a collector that is restarted gets what it missed, and nothing twice @whole', async () => {
  const { receiver, start, grow } = await sending({ rows: 10 })
  const collector = start()
  await level(collector, 10)
  await receiver.stop()
  grow(500)
  await waits(collector, 'collector.unreachable')
  await receiver.start()
  await level(collector, 510)
  expect(rowsOf(receiver).map(seqOf)).toEqual(upTo(510))
})

test('after a restart of Gatehouse it goes on behind the last acknowledged row', async () => {
  const { receiver, start, grow } = await sending({ rows: 10 })
  const first = start()
  await level(first, 10)
  await first.dispose()
  grow(5)
  await level(start(), 15)
  expect(rowsOf(receiver).map(seqOf)).toEqual(upTo(15))
})

test.for(['cut-after', 'cut-within'] as const)(
  'after %s the batch is sent again, and nothing is lost',
  async (kind) => {
    const { receiver, start } = await sending({ rows: 450 })
    receiver.mood = { kind }
    const collector = start()
    await waits(collector, 'collector.unreachable')
    receiver.mood = { kind: 'well' }
    await level(collector, 450)
    expect(seqs(receiver)).toEqual(upTo(450))
    // The same row is the same record, however often it comes.
    const known = new Map<number, Received>()
    for (const record of rowsOf(receiver)) {
      const seq = seqOf(record)
      expect(record).toEqual(known.get(seq) ?? record)
      known.set(seq, record)
    }
  },
)

test('a collector that never answers is given up, and asked again @whole', async () => {
  const { receiver, start } = await sending({ rows: 3, timeoutMs: 300 })
  receiver.mood = { kind: 'silent' }
  const collector = start()
  await waits(collector, 'collector.slow')
  receiver.mood = { kind: 'well' }
  await expect.poll(() => seqs(receiver)).toEqual(upTo(3))
})

test('a busy collector is left alone for as long as it asks, or until a person asks it again', async () => {
  const { receiver, start } = await sending({ rows: 3 })
  receiver.mood = { kind: 'answers', status: 429, headers: { 'retry-after': '3000' } }
  const collector = start()
  await waits(collector, 'collector.busy')
  const state = collector.state()
  expect(state.kind === 'waiting' ? state.next - Date.now() : 0).toBeGreaterThan(2_000_000)
  receiver.mood = { kind: 'well' }
  collector.retry()
  await level(collector, 3)
  expect(receiver.requests).toHaveLength(2)
})

const answers: readonly [what: string, status: number, text: string, says: string][] = [
  ['no token', 401, 'no\u001btoken', 'did not let this machine in (401). It says: “no token”.'],
  ['another path', 404, '', 'takes no logs at this address (404).'],
  ['an encoding that it cannot read', 415, '', 'cannot read what it is sent (415).'],
  ['a failure of its own', 500, '', 'failed (500).'],
  ['a proxy before it that is alone', 503, '', 'has no time now (503).'],
  ['a redirect', 307, '', 'sends elsewhere (307).'],
  ['rows that it never takes', 400, 'bad', 'refuses rows: it answers 400. It says: “bad”.'],
]
test.for(answers)(
  '%s leaves every row in the journal, with a sentence',
  async ([, status, text, says]) => {
    const { receiver, start } = await sending({ rows: 5 })
    receiver.mood = { kind: 'answers', status, text, headers: { location: 'http://127.0.0.1:1/' } }
    const collector = start()
    await expect
      .poll(() => collector.state())
      .toMatchObject({
        kind: 'waiting',
        seq: 0,
        behind: 5,
        why: { text: expect.stringContaining(says) },
      })
    receiver.mood = { kind: 'well' }
    await level(collector, 5)
    expect(seqs(receiver)).toEqual(upTo(5))
  },
)

test('the token comes from the store, and goes with headers that are no secrets', async () => {
  const { receiver, start } = await sending({
    rows: 1,
    more: {
      credential: 'collector-token',
      headers: { 'X-Scope-OrgID': 'team' },
      compression: 'none',
    },
  })
  await level(start(), 1)
  expect(receiver.requests[0]?.headers).toMatchObject({
    authorization: 'Bearer of-the-test',
    'x-scope-orgid': 'team',
  })
  expect(receiver.requests[0]?.headers['content-encoding']).toBe(undefined)
})

test('a token that is not stored keeps every row here', async () => {
  const { receiver, start } = await sending({ rows: 1, more: { credential: 'another' } })
  await waits(start(), 'secrets.unknown')
  expect(receiver.requests).toEqual([])
})

test('another address gets the journal from its beginning; none gets nothing more', async () => {
  const { receiver, start, configure, grow } = await sending({ rows: 4 })
  const { receiver: other } = await sending()
  const collector = start()
  await level(collector, 4)
  configure(FleetConfig.parse({ machine: 'ada-laptop', collector: { url: other.url } }))
  collector.follow()
  await expect.poll(() => seqs(other)).toEqual(upTo(4))
  configure(null)
  collector.follow()
  expect(collector.state()).toEqual({ kind: 'none' })
  grow(3)
  await collector.dispose()
  expect([seqs(receiver), seqs(other)]).toEqual([upTo(4), upTo(4)])
})
