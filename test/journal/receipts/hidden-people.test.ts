// An export that hides people names nobody: not in a sentence of ours, and not by what decided.
import { expect, it } from 'vitest'
import { FleetPerson, SecondHash } from '../../../contract/approval/second-person.ts'
import type { JournalEntry } from '../../../contract/journal/journal.ts'
import { approval, callId, decided, runId } from '../../store/samples.ts'
import { chained, check, depsOf, exported, makeSigner } from './fixture.ts'

const NAME = 'quentin'
const text = `${NAME} asks, not an agent you talk to yourself.`
const person = FleetPerson.parse({ machine: NAME, person: NAME })
const second = { ...person, request: SecondHash.parse('0'.repeat(64)), at: 1 }
const error = { code: 'tool.unknown', text, hint: text }
const { principal, decision } = approval(1)
const who = {
  principal: { ...principal, name: NAME },
  channel: 'cli',
  runId: null,
  tool: 'exec',
} as const

const naming: readonly (readonly [what: string, entry: JournalEntry])[] = [
  ['a call', decided(callId(1), { principal: who.principal })],
  [
    'why it was decided so',
    decided(callId(1), { decision: { ...decision, reasons: [{ code: 'raise.caller', text }] } }),
  ],
  [
    'a grant that decided',
    decided(callId(1), { decision: { ...decision, by: { kind: 'grant', id: NAME } } }),
  ],
  [
    'an organisation whose policy decided',
    decided(callId(1), {
      decision: { ...decision, by: { kind: 'rule', id: 'r', organisation: NAME } },
    }),
  ],
  ['a refused call', { kind: 'refused', callId: callId(1), ...who, error }],
  [
    'the second person who approved',
    {
      kind: 'answered',
      callId: callId(1),
      tool: 'exec',
      approvalId: approval(1).id,
      answer: 'once',
      route: 'person',
      surface: 'cli',
      second,
    },
  ],
  [
    'what a second person was asked',
    {
      kind: 'second-approval',
      change: 'given',
      request: null,
      machine: NAME,
      person: NAME,
      toolName: 'exec',
      text,
      call: callId(1),
      approvalId: null,
      surface: null,
      stepUp: null,
    },
  ],
  [
    'an agent and who made it',
    { kind: 'agent', change: 'enabled', name: NAME, maker: NAME, hash: null, surface: 'cli' },
  ],
  [
    'an organisation',
    {
      kind: 'bundle',
      change: 'applied',
      organisation: NAME,
      serial: 1,
      digest: null,
      text,
      surface: null,
    },
  ],
  ['the end of a run', { kind: 'run', runId: runId(1), change: 'finished', text }],
]

it.each(naming)('names nobody in %s', async (_what, entry) => {
  const [signer, rows] = [await makeSigner(), chained([entry])]
  expect(JSON.stringify(entry)).toContain(NAME)
  for (const redact of [['people'], ['people', 'content']]) {
    const found = await exported(depsOf(rows, signer), '', redact)
    expect(found).not.toContain(NAME)
    expect((await check(found, signer.key)).code).toBe(0)
  }
})
