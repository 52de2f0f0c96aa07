// Where a fleet may send to, and what is said of a section that cannot work.
import { expect, it } from 'vitest'
import { parseFile } from '../../main/config/parse.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'

const MACHINE = 'fleet:\n  machine: ada-laptop\n'
const collector = (url: string, more = ''): string =>
  `${MACHINE}  collector: { url: '${url}'${more} }\n`

const cases: readonly [what: string, text: string, faults: readonly string[]][] = [
  ['a collector alone', collector('https://collector.example.org:4318'), []],
  ['a collector on this machine without TLS', collector('http://127.0.0.1:4318'), []],
  [
    'nowhere to send to',
    MACHINE,
    ['The fleet of ada-laptop names no database and no collector to send the journal to.'],
  ],
  [
    'a reader of no database',
    `${collector('https://collector.example.org')}  reader: auditor\n`,
    ['A reader reads a shared database, and this fleet has none.'],
  ],
  [
    'a second person without a database',
    `${collector('https://collector.example.org')}  person: Ada\nrules:\n  - id: two\n    when: { tiers: [R4] }\n    effect: confirm\n    approvers: 2\n    reason: Two of us.\n`,
    [
      'Rule two needs a second person, and this machine is in no fleet with a database in which one could answer.',
    ],
  ],
]

it.each(cases)('%s: what is said of it', (_, text, faults) => {
  const parsed = parseFile(text, 'config.yaml', policyFacts(Date.now))
  expect(parsed.ok ? [] : parsed.error.map((problem) => problem.text)).toEqual(faults)
})

const addresses: readonly [what: string, url: string, more: string][] = [
  ['http beyond this machine', 'http://collector.example.org:4318', ''],
  ['a name and password in the address', 'https://ada:secret@collector.example.org', ''],
  ['another scheme', 'grpc://collector.example.org:4317', ''],
  ['a token in plain text', 'https://collector.example.org', ', headers: { Authorization: x }'],
  ['a header that ends its line', 'https://collector.example.org', ', headers: { X-A: "x\\ny" }'],
]
it.each(addresses)('%s is refused', (_, url, more) => {
  const parsed = parseFile(collector(url, more), 'config.yaml', policyFacts(Date.now))
  expect(parsed.ok ? null : parsed.error.map(({ line }) => line)).toEqual([3])
})
