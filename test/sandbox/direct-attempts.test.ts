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

describe('a question for a name', () => {
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
])('a report of %s is %j', (target, wanted) => expect(readReport(target)).toEqual(wanted))
