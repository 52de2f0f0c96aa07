// What the name server beside a relay reads, and says to everybody.
import { describe, expect, it } from 'vitest'
import { askedName, unknownName } from '../../main/sandbox/spawner/direct-attempts.ts'
import { readReport } from '../../main/egress/proxy/proxy-request.ts'

const query = (labels: readonly string[], more: readonly number[] = []): Buffer =>
  Buffer.concat([
    Buffer.from([0x12, 0x34, 0x01, 0x20, 0, 1, 0, 0, 0, 0, 0, 1]),
    ...labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0, 0, 1, 0, 1, ...more]),
  ])

describe('a DNS query', () => {
  it.each<[string, Buffer, string | null]>([
    ['is read in lower case', query(['Api', 'Example', 'com']), 'api.example.com'],
    ['may have more behind it', query(['a', 'b'], [0, 0, 41, 2, 0, 0, 0, 0, 0, 0, 0]), 'a.b'],
    ['that is cut off has none', query(['api', 'example']).subarray(0, 15), null],
    [
      'that points elsewhere has none',
      Buffer.from([0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xc0, 12]),
      null,
    ],
    ['that is no question has none', Buffer.alloc(12), null],
    ['of nothing at all has none', Buffer.alloc(0), null],
  ])('%s', (_, bytes, wanted) => expect(askedName(bytes)).toBe(wanted))

  it('is answered with itself, and that there is no such name', () => {
    const asked = query(['api', 'example'], [0, 0, 41, 2, 0, 0, 0, 0, 0, 0, 0])
    expect(unknownName(asked).toString('hex')).toBe(
      '12348183000100000000000003617069076578616d706c650000010001',
    )
  })
})

it.each<[string, unknown]>([
  ['/address', { kind: 'address' }],
  ['/name/api.example', { kind: 'name', host: 'api.example' }],
  ['/name/API.example', null],
  ['/name/', null],
  ['/name/a b', null],
  ['http://api.example/', null],
  ['/dialled/api.example/5432', { kind: 'dialled', host: 'api.example', port: 5432 }],
  ['/dialled/192.0.2.7/22', { kind: 'dialled', host: '192.0.2.7', port: 22 }],
  ['/dialled/2001%3Adb8%3A%3A7/443', { kind: 'dialled', host: '[2001:db8::7]', port: 443 }],
  ['/dialled/fe80%3A%3A1%25eth0/443', { kind: 'dialled', host: '[fe80::1]', port: 443 }],
  ['/dialled/127.0.0.1/80', null],
  ['/dialled/%3A%3A1/80', null],
  ['/dialled/%00/80', null],
  ['/dialled/a%20b.example/80', null],
  ['/dialled/api.example/0', null],
  ['/dialled/api.example/70000', null],
  [`/dialled/${'a'.repeat(300)}.example/80`, null],
])('a report of %s is %j', (target, wanted) => expect(readReport(target)).toEqual(wanted))
