import { describe, expect, it } from 'vitest'
import type { CallResult } from '../../contract/call/call.ts'
import type { ReadBack } from '../../contract/call/read-back.ts'
import { CallId, RunId } from '../../contract/ids.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import { resultPage, resultPower } from '../../main/agent/earlier-results.ts'
import { heldState, result } from './bench.ts'

const run = RunId.parse('run_00000001')
const other = RunId.parse('run_00000002')
const callId = CallId.parse('call_00000001')
const held = CallId.parse('call_00000002')

const item = (id: CallId, state: Extract<RunItem, { kind: 'call' }>['state']): RunItem => ({
  kind: 'call',
  id: 1,
  at: 0,
  callId: id,
  modelCallId: 'm',
  tool: 'web_fetch',
  args: {},
  state,
})

/** A run with one long result and one call that is held, and how its results are read. */
function open(over: Partial<CallResult> = {}, long: string | null = 'abcdefghij') {
  const readBack: ReadBack[] = []
  const read = (
    asked: string,
    offset = 0,
    most = 4,
    runId: RunId | null = run,
    permitted = asked,
  ) =>
    resultPower(
      {
        itemOf: (id, wanted) =>
          id !== run
            ? null
            : wanted === callId
              ? item(callId, {
                  kind: 'ended',
                  result: result(callId, 'abc…', {
                    truncated: true,
                    stored: { chars: 10, from: 3 },
                    ...over,
                  }),
                })
              : item(held, heldState()),
        longText: () => long,
        sourceOf: () => 'example.org',
      },
      {
        runId,
        permitted: [{ kind: 'result', call: permitted }],
        onReadBack: (one) => void readBack.push(one),
      },
    ).page(asked, offset, most)
  return { read, readBack }
}

describe('an earlier result', () => {
  it('is read page by page, and what anyone may have written stays so', async () => {
    const { read, readBack } = open({ label: 'untrusted' })
    expect(await read(callId, 3)).toEqual({
      ok: true,
      value: {
        tool: 'web_fetch',
        label: 'untrusted',
        text: 'defg',
        offset: 3,
        chars: 10,
        cut: false,
      },
    })
    expect(readBack).toEqual([{ of: 'result', id: callId, untrusted: 'example.org' }])
  })

  it('says that there was more where only its beginning is left', async () => {
    const { read, readBack } = open({}, null)
    expect(await read(callId)).toMatchObject({ value: { text: 'abc…', chars: 4, cut: true } })
    expect(readBack).toEqual([{ of: 'result', id: callId, untrusted: null }])
  })

  it.each<[string, Parameters<ReturnType<typeof open>['read']>, string]>([
    ['of another run', [callId, 0, 4, other], 'results.unknown'],
    ['of no run', [callId, 0, 4, null], 'results.no-run'],
    ['of a call that has not ended', [held, 0, 4, run], 'results.unknown'],
    ['that was not permitted', [callId, 0, 4, run, held], 'results.outside-permit'],
    ['beyond its end', [callId, 10, 4, run], 'results.offset'],
    ['of what is no id', ['call', 0, 4, run], 'results.unknown'],
  ])('is not read %s', async (_name, args, code) => {
    const { read, readBack } = open()
    expect(await read(...args)).toMatchObject({ ok: false, error: { code } })
    expect(readBack).toEqual([])
  })

  it('never ends a page in the middle of a character', async () => {
    const { read } = open({}, 'ab😀😀')
    const texts: string[] = []
    for (const [offset, most] of [
      [0, 3],
      [2, 3],
      [4, 1],
    ] as const) {
      const page = await read(callId, offset, most)
      texts.push(page.ok ? page.value.text : page.error.code)
    }
    expect(texts).toEqual(['ab', '😀', '😀'])
  })
})

it('a person reads the same pages of any run, which does not count as read by an agent', () => {
  const deps = {
    itemOf: (id: RunId, wanted: CallId) =>
      id === run && wanted === callId
        ? item(callId, {
            kind: 'ended',
            result: result(callId, 'abc…', { truncated: true, stored: { chars: 10, from: 3 } }),
          })
        : null,
    longText: () => 'abcdefghij',
  }
  const page = (id: RunId, from: number) => resultPage(deps, id, callId, { from, most: 6 })
  expect([page(run, 0), page(run, 6), page(run, 99), page(other, 0)]).toMatchObject([
    { value: { tool: 'web_fetch', text: 'abcdef', chars: 10, cut: false } },
    { value: { text: 'ghij', offset: 6 } },
    { value: { text: '', chars: 10 } },
    { ok: false, error: { code: 'results.unknown' } },
  ])
})
