import { describe, expect, it } from 'vitest'
import type { RunItem } from '../../../contract/agent/run.ts'
import { CallId } from '../../../contract/ids.ts'
import { claimsIn } from '../../../main/agent/claims/claims.ts'
import type { Deed } from '../../../main/agent/claims/deed.ts'
import { unbackedIn } from '../../../main/agent/claims/unbacked.ts'
import { ask, say, scriptedModel } from '../../fakes/scripted-model.ts'
import { openFixture, rested, result, started, through } from '../bench.ts'
import { claimsElsewhere, harmlessElsewhere } from './other-sentences.ts'
import { alarms, claims, harmless, missed } from './sentences.ts'

const found = (text: string): readonly string[] => claimsIn(text).map(({ sentence }) => sentence)

describe('claims in the words of a model', () => {
  it('are found where they are said plainly', () => {
    const seen = (text: string): boolean => claimsIn(text).length > 0
    expect(claims.filter((text) => !seen(text))).toEqual([])
    expect(missed.filter(seen)).toEqual([])
  })

  it('are seen in two sentences of the table that make none', () => {
    expect(harmless.filter((text) => claimsIn(text).length > 0)).toEqual([])
    expect(alarms.filter((text) => claimsIn(text).length === 0)).toEqual([])
  })

  it('are found in German, French and Spanish, and not in what says no such thing', () => {
    const seen = (text: string): boolean => claimsIn(text).length > 0
    expect(claimsElsewhere.filter((text) => !seen(text))).toEqual([])
    expect(harmlessElsewhere.filter(seen)).toEqual([])
  })

  it('are given sentence by sentence, as they were said', () => {
    expect(
      found('All done. I sent the mail to **Anna**. It was short.\n\n- I deleted `a.txt`.\n- Bye.'),
    ).toEqual(['I sent the mail to **Anna**.', 'I deleted `a.txt`.'])
  })

  it('do not take long to find in a long text without an end', () => {
    expect(found(`I have ${'just already '.repeat(20_000)}`)).toEqual([])
    expect(found(`${'the mail has been '.repeat(20_000)}`)).toEqual([])
    expect(found(`${'`'.repeat(50_000)} I sent`)).toEqual([])
    expect(found(`Ich habe ${'die Mail an '.repeat(20_000)}`)).toEqual([])
    expect(found(`J’ai ${'lu et '.repeat(20_000)}`)).toEqual([])
  })
})

const deeds: Readonly<Record<string, readonly Deed[]>> = {
  send_email: ['change', 'send'],
  write_file: ['change'],
  exec: ['change', 'run'],
}
const item = (tool: string, over: Partial<Parameters<typeof result>[2]> = {}): RunItem => ({
  kind: 'call',
  id: 1,
  at: 0,
  callId: CallId.parse('call_00000001'),
  modelCallId: 'm',
  tool,
  args: {},
  state: { kind: 'ended', result: result(CallId.parse('call_00000001'), 'x', over) },
})
const denied = { ok: false, status: 'denied' } as const
const failed = { ok: false, status: 'failed' } as const

describe('a claim', () => {
  it.each<[string, string, readonly RunItem[], boolean]>([
    ['without any call', 'I sent the mail.', [], true],
    ['with the call', 'I sent the mail.', [item('send_email')], false],
    ['with a call that was denied', 'I sent the mail.', [item('send_email', denied)], true],
    ['with a call that failed', 'I sent the mail.', [item('send_email', failed)], true],
    ['with a call of another kind', 'I sent the mail.', [item('write_file')], true],
    ['with a call that only reads', 'I deleted the file a.txt.', [item('read_file')], true],
    ['with a command', 'I deleted the file a.txt.', [item('exec')], false],
    ['with a command that failed', 'I ran the tests.', [item('exec', failed)], false],
    [
      'with a call whose end nobody saw',
      'I sent the mail.',
      [item('send_email', { ok: false, status: 'unknown' })],
      false,
    ],
  ])('%s', (_name, text, items, marked) => {
    expect(
      unbackedIn(
        text,
        () => items,
        (tool) => deeds[tool] ?? [],
      ),
    ).toEqual(marked ? [text] : [])
  })
})

describe('a claim that something went to somebody', () => {
  const mail = (to: string): RunItem => {
    const call = item('send_email')
    return call.kind === 'call' ? { ...call, args: { to: [to], text: 'Hello' } } : call
  }
  const user = (text: string): RunItem => ({ kind: 'user', id: 0, at: 0, text })
  const book = user('Anna is anna.lee@example.org, and Dr. Ben Roe <b.roe@example.org> helps.')
  it.each<[string, string, readonly RunItem[], boolean]>([
    ['to this address', 'I sent it to anna@a.org.', [mail('anna@a.org')], false],
    ['in other letters', 'I sent it to Anna@A.org.', [mail('anna@a.org')], false],
    ['to another address', 'I sent it to anna@a.org.', [mail('ben@a.org')], true],
    [
      'to two, of whom one got it',
      'I sent it to anna@a.org and ben@a.org.',
      [mail('ben@a.org')],
      true,
    ],
    [
      'to two, in two calls',
      'I sent it to anna@a.org and ben@a.org.',
      [mail('ben@a.org'), mail('anna@a.org')],
      false,
    ],
    [
      'to a name with this address',
      'I sent it to Anna.',
      [book, mail('anna.lee@example.org')],
      false,
    ],
    [
      'to a name with another address',
      'I sent it to Anna.',
      [book, mail('b.roe@example.org')],
      true,
    ],
    [
      'to a name beside its address',
      'I sent it to Ben.',
      [book, mail('anna.lee@example.org')],
      true,
    ],
    [
      'to a name that nobody knows',
      'I sent it to Cem.',
      [book, mail('anna.lee@example.org')],
      false,
    ],
    [
      'in German',
      'Ich habe die E-Mail an Ben geschickt.',
      [book, mail('anna.lee@example.org')],
      true,
    ],
    ['without an address', 'I sent it to Anna.', [book, item('send_email')], false],
  ])('%s', (_name, text, items, marked) => {
    const unbacked = unbackedIn(
      text,
      () => items,
      (tool) => deeds[tool] ?? [],
    )
    expect(unbacked).toEqual(marked ? [text] : [])
  })
})

it('the answer of a run is marked, and the next one with its call is not', async () => {
  const table = openFixture(
    scriptedModel(
      say('I saved the file notes.txt.'),
      ask(['c1', 'write_file']),
      say('Now I saved the file notes.txt.'),
    ),
    through,
  )
  const run = await started(table.agent, 'Save it.')
  const first = await rested(table, run)
  expect(first.items.at(-1)).toMatchObject({
    kind: 'assistant',
    unbacked: ['I saved the file notes.txt.'],
  })
  const later = openFixture(
    scriptedModel(ask(['c1', 'write_file']), say('Now I saved the file notes.txt.')),
    through,
    {},
    table.store,
  )
  await later.agent.send(run.id, { text: 'Really.' }, 'window')
  const second = await rested(later, run)
  expect(second.items.at(-1)).not.toHaveProperty('unbacked')
})
