import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallState, CallStatus } from '../../contract/call/call.ts'
import { CallId } from '../../contract/ids.ts'
import type { ModelMessage } from '../../contract/agent/model.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import type { Cut } from '../../main/agent/compaction/cut.ts'
import { fitRequest, tokenLimit } from '../../main/agent/compaction/fit-request.ts'
import { expected } from '../../main/agent/limits/allowance.ts'
import type { RequestFacts } from '../../main/agent/request.ts'
import { messagesOf } from '../../main/agent/transcript.ts'
import { ask, say, scriptedModel } from '../fakes/scripted-model.ts'
import { soak } from '../soak.ts'
import { heldState, noLimits, openFixture, rested, result, started, toolsOf } from './bench.ts'

const facts: RequestFacts = {
  settings: {
    maxSteps: 1_000,
    contextTokens: null,
    instructions: 'Never touch the folder secret.',
    workspace: '/w',
    limits: noLimits,
    price: () => null,
  },
  voice: null,
  tools: toolsOf('read_file', 'write_file', 'read_result'),
  use: { limits: noLimits, spent: { run: [], day: [] }, price: () => null },
  step: 0,
  empty: false,
  pageCall: (call, offset) => ({ name: 'read_result', args: { call, offset } }),
}

type CallDraft = {
  readonly status: CallStatus | 'held' | 'deciding'
  readonly chars: number
  readonly argChars: number
}
type TurnDraft = {
  readonly user: string
  readonly attached: number
  readonly steps: readonly { readonly said: string; readonly calls: readonly CallDraft[] }[]
}

const call: fc.Arbitrary<CallDraft> = fc.record({
  status: fc.constantFrom('done', 'done', 'failed', 'denied', 'cancelled', 'unknown'),
  chars: fc.oneof(fc.nat(400), fc.nat(20_000)),
  argChars: fc.oneof(fc.constant(5), fc.nat(4_000)),
})
const turns: fc.Arbitrary<readonly TurnDraft[]> = fc.array(
  fc.record({
    user: fc.string({ minLength: 1, maxLength: 200 }),
    attached: fc.constantFrom(0, 0, 300, 9_000),
    steps: fc.array(
      fc.record({
        said: fc.constantFrom('', 'Let me look.', 'x'.repeat(900)),
        calls: fc.array(call, { minLength: 0, maxLength: 4 }),
      }),
      { maxLength: 8 },
    ),
  }),
  { minLength: 1, maxLength: 6 },
)

/** What a tool said in a call: nobody else says this word. */
const saidIn = (id: number): string => `tool-said-${id}:`
const refusedIn = (id: number): string => `Not run ${id}: the person wrote “use the other file”.`

function stateOf(id: number, { status, chars }: CallDraft): CallState {
  if (status === 'held') return heldState()
  if (status === 'deciding') return { kind: 'deciding' }
  const callId = CallId.parse(`call_${String(id).padStart(8, '0')}`)
  const text = status === 'denied' ? refusedIn(id) : `${saidIn(id)}${'y'.repeat(chars)}`
  return { kind: 'ended', result: result(callId, text, { status, ok: status === 'done' }) }
}

/** `open`: the last step has a call that waits for a person. */
function itemsOf(drafts: readonly TurnDraft[], open: boolean): RunItem[] {
  const items: RunItem[] = []
  const at = () => ({ id: items.length + 1, at: 0 })
  const add = (draft: CallDraft, by?: 'person'): void => {
    const { id } = at()
    items.push({
      kind: 'call',
      ...at(),
      callId: CallId.parse(`call_${String(id).padStart(8, '0')}`),
      modelCallId: `m${id}`,
      tool: 'read_file',
      args: { path: 'z'.repeat(draft.argChars) },
      ...(by === undefined ? {} : { by }),
      state: stateOf(id, draft),
    })
  }
  for (const { user, attached, steps } of drafts) {
    items.push({
      kind: 'user',
      ...at(),
      text: user,
      ...(attached === 0 ? {} : { attached: ['a.txt'] }),
    })
    if (attached > 0) add({ status: 'done', chars: attached, argChars: 5 }, 'person')
    for (const { said, calls } of steps) {
      items.push({ kind: 'assistant', ...at(), text: said, streaming: false })
      for (const each of calls) add(each)
    }
  }
  if (open) {
    items.push({ kind: 'assistant', ...at(), text: 'One more.', streaming: false })
    add({ status: 'held', chars: 0, argChars: 5 })
    add({ status: 'deciding', chars: 0, argChars: 5 })
  }
  return items
}

/** Calls without exactly one result, right behind their step and in its order. */
function separated(messages: readonly ModelMessage[]): readonly string[] {
  const wrong: string[] = []
  let owed: readonly string[] = []
  for (const message of messages) {
    if (message.role === 'tool') {
      if (message.callId !== owed[0]) wrong.push(message.callId)
      owed = owed.slice(1)
      continue
    }
    wrong.push(...owed)
    owed = message.role === 'assistant' ? message.calls.map(({ id }) => id) : []
  }
  return [...wrong, ...owed]
}

/** What has to be told whole of a call. */
function neededOf(item: RunItem): readonly string[] {
  if (item.kind !== 'call') return []
  if (item.state.kind !== 'ended') return [`"callId":"${item.modelCallId}"`]
  return item.state.result.status === 'denied' ? [refusedIn(item.id)] : []
}

const compacted = (items: readonly RunItem[], cut: Cut): RunItem => ({
  kind: 'compacted',
  id: items.length + 1,
  at: 0,
  ...cut,
  tokensBefore: 0,
  tokensAfter: 0,
})

const LIMIT = 16_000

describe('a transcript that does not fit', () => {
  it('loses no rule, no word of the person, no refusal and nothing open, and fits', () => {
    let cuts = 0
    fc.assert(
      fc.property(turns, fc.boolean(), (drafts, open) => {
        const items = itemsOf(drafts, open)
        const whole = fitRequest(items, facts, Number.POSITIVE_INFINITY)
        const fitted = fitRequest(items, facts, LIMIT)
        const { messages } = fitted.request
        expect(fitted.tooLong).toBe(false)
        expect(expected(fitted.request).tokensIn).toBeLessThanOrEqual(LIMIT)
        expect([fitted.request.system, fitted.request.tools]).toEqual([
          whole.request.system,
          whole.request.tools,
        ])
        expect(separated(messages)).toEqual([])
        const said = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []))
        const typed = items.flatMap((item) => (item.kind === 'user' ? [item.text] : []))
        expect(typed.every((text, at) => said[at]?.startsWith(text))).toBe(true)
        const all = JSON.stringify(messages)
        expect(items.flatMap(neededOf).filter((text) => !all.includes(text))).toEqual([])
        // What Gatehouse says in its own name holds no word of a tool.
        expect(said.join('\n')).not.toContain('tool-said-')
        cuts += fitted.cut === null ? 0 : 1
        // Told so again, it is the same request, and fits.
        const later = fitted.cut === null ? items : [...items, compacted(items, fitted.cut)]
        expect(fitRequest(later, facts, LIMIT)).toMatchObject({
          request: fitted.request,
          cut: null,
          use: fitted.use,
        })
      }),
      { numRuns: soak ? 5_000 : 100 },
    )
    expect(cuts).toBeGreaterThan(20)
  })

  it('shortens results first, then steps, then what the newest step gave', () => {
    const step = (chars: number) => ({
      said: 'On it.',
      calls: [{ status: 'done' as const, chars, argChars: 5 }],
    })
    const items = itemsOf(
      [{ user: 'go', attached: 0, steps: Array.from({ length: 6 }, () => step(3_000)) }],
      false,
    )
    const plain = { ...facts, tools: toolsOf('read_file') }
    const cutAt = (limit: number) => fitRequest(items, plain, limit).cut
    const all = fitRequest(items, plain, Number.POSITIVE_INFINITY).use.tokensIn
    expect([all, all - 1, 4_000, 3_000, 2_500, 1_600].map(cutAt)).toEqual([
      null,
      { results: 7, steps: 0 },
      { results: 11, steps: 0 },
      { results: 11, steps: 7 },
      { results: 11, steps: 0 },
      { results: 11, steps: 11 },
    ])
    expect(fitRequest(items, facts, 500)).toMatchObject({ tooLong: true })
  })

  it('says what was left out, of whom it was, and keeps the head of the newest', () => {
    const items = itemsOf(
      [
        {
          user: 'go',
          attached: 0,
          steps: [
            { said: 'A', calls: [{ status: 'failed', chars: 900, argChars: 2_000 }] },
            { said: 'B', calls: [{ status: 'done', chars: 900, argChars: 5 }] },
            { said: 'C', calls: [{ status: 'done', chars: 2_000, argChars: 5 }] },
          ],
        },
      ],
      false,
    )
    expect(messagesOf(items, { results: 7, steps: 3 })).toEqual([
      {
        role: 'user',
        text: 'go\n\n[Gatehouse: to save space, one step that followed is left out. Their calls, the oldest first:\n- read_file: failed, 912 characters, marked workspace.]',
      },
      {
        role: 'assistant',
        text: 'B',
        calls: [{ id: 'm5', name: 'read_file', args: { path: 'zzzzz' } }],
      },
      {
        role: 'tool',
        callId: 'm5',
        name: 'read_file',
        ok: true,
        text: '[Gatehouse: to save space, this result is left out. It had 912 characters, marked workspace.]',
      },
      {
        role: 'assistant',
        text: 'C',
        calls: [{ id: 'm7', name: 'read_file', args: { path: 'zzzzz' } }],
      },
      {
        role: 'tool',
        callId: 'm7',
        name: 'read_file',
        ok: true,
        text: `${saidIn(7)}${'y'.repeat(988)}\n[Gatehouse: to save space, the rest of this result is left out. It had 2012 characters, marked workspace.]`,
      },
    ])
  })
})

it.each([
  ['what the person set', 20_000, 8_000, null, 20_000],
  ['four fifths of what the model takes', null, 10_000, null, 8_000],
  ['less where the answer may be long', null, 10_000, 4_000, 6_000],
  ['a quarter at least', null, 10_000, 9_000, 2_500],
  ['100,000 where nobody knows', null, undefined, null, 80_000],
])('the limit is %s', (_name, set, window, answer, limit) => {
  expect(tokenLimit(set, window, answer)).toBe(limit)
})

describe('a run with more than fits', () => {
  const busy = () => ({
    ...scriptedModel(
      ask(['c1', 'read_file', { n: 1 }]),
      ask(['c2', 'read_file', { n: 2 }]),
      ask(['c3', 'read_file', { n: 3 }]),
      say('All read.'),
    ),
    name: 'small',
  })
  const settings = (contextTokens: number) => () => ({
    maxSteps: 25,
    contextTokens,
    instructions: '',
    workspace: '/w',
    limits: noLimits,
    price: () => null,
  })

  it('goes on with older results in short, says so where it happened, and keeps them', async () => {
    const table = openFixture(
      busy(),
      async (one) => result(one.id, 'a very long text '.repeat(500), { label: 'untrusted' }),
      { settings: settings(6_000) },
    )
    const { run, items } = await rested(table, await started(table.agent, 'Read them all.'))
    expect(run.state).toBe('idle')
    expect(items.filter(({ kind }) => kind === 'compacted')).toMatchObject([
      { results: 3, steps: 0 },
      { results: 5, steps: 0 },
    ])
    expect(
      items.flatMap((item) =>
        item.kind === 'call' && item.state.kind === 'ended' ? [item.state.result.text.length] : [],
      ),
    ).toEqual([8_500, 8_500, 8_500])
  })

  it('pauses with a sentence where nothing is left to shorten', async () => {
    const table = openFixture(busy(), async (one) => result(one.id, 'short'), {
      settings: settings(4_000),
    })
    const { run, items } = await rested(
      table,
      await started(table.agent, 'a long message of a person '.repeat(1_000)),
    )
    expect([run.state, run.steps, items.at(-1)]).toMatchObject([
      'idle',
      0,
      {
        kind: 'notice',
        text: expect.stringMatching(
          /^Paused: what the model has to know is about \d+ tokens, and 4000 fit\.$/,
        ) as string,
      },
    ])
  })
})
