import { describe, expect, it } from 'vitest'
import { CallId } from '../../contract/ids.ts'
import type { RunItem } from '../../contract/agent/run.ts'
import { systemPrompt } from '../../main/agent/prompt/system-prompt.ts'
import { messagesOf, titleOf } from '../../main/agent/transcript.ts'
import { heldState, result } from './bench.ts'

const id = CallId.parse('call_00000001')
let next = 0
const user = (text: string): RunItem => ({ kind: 'user', id: ++next, at: 0, text })
const assistant = (text: string): RunItem => ({
  kind: 'assistant',
  id: ++next,
  at: 0,
  text,
  streaming: false,
})
const notice = (): RunItem => ({
  kind: 'notice',
  id: ++next,
  at: 0,
  tone: 'info',
  text: 'for the person',
  hint: '',
})
const call = (
  modelCallId: string,
  state: Extract<RunItem, { kind: 'call' }>['state'],
): RunItem => ({
  kind: 'call',
  id: ++next,
  at: 0,
  callId: id,
  modelCallId,
  tool: 't',
  args: { modelCallId },
  state,
})
const ended = (text: string, over: object = {}) => ({
  kind: 'ended' as const,
  result: result(id, text, over),
})

describe('messagesOf', () => {
  it('hands on the pictures of the last four calls that have any, and PDFs', () => {
    const picture = (data: string) =>
      call(data, ended('a picture', { content: [{ kind: 'image', mimeType: 'image/png', data }] }))
    const pdf = call(
      'pdf',
      ended('a PDF', {
        content: [
          { kind: 'blob', uri: 'a.pdf', mimeType: 'application/pdf', data: 'pdf' },
          { kind: 'blob', uri: 'a.zip', mimeType: 'application/zip', data: 'zip' },
        ],
      }),
    )
    const answers = messagesOf([
      ...['1', '2', '3', '4'].map(picture),
      pdf,
      call('x', ended('text')),
    ])
    expect(
      answers.flatMap((one) =>
        one.role === 'tool' ? [one.pictures?.map(({ data }) => data)] : [],
      ),
    ).toEqual([undefined, ['2'], ['3'], ['4'], ['pdf'], undefined])
  })

  it('answers every call right after its step, and leaves notices and empty words out', () => {
    expect(
      messagesOf([
        user('u'),
        assistant(''),
        call('a', ended('one')),
        call('b', ended('')),
        notice(),
        assistant(' '),
        assistant('bye'),
        user('again'),
        assistant(''),
        call('c', heldState()),
      ]),
    ).toEqual([
      { role: 'user', text: 'u' },
      {
        role: 'assistant',
        text: '',
        calls: [
          { id: 'a', name: 't', args: { modelCallId: 'a' } },
          { id: 'b', name: 't', args: { modelCallId: 'b' } },
        ],
      },
      { role: 'tool', callId: 'a', name: 't', text: 'one', ok: true },
      { role: 'tool', callId: 'b', name: 't', text: '(done, no output)', ok: true },
      { role: 'assistant', text: 'bye', calls: [] },
      { role: 'user', text: 'again' },
      { role: 'assistant', text: '', calls: [{ id: 'c', name: 't', args: { modelCallId: 'c' } }] },
      {
        role: 'tool',
        callId: 'c',
        name: 't',
        text: 'Not decided yet: the call waits for a person.',
        ok: false,
      },
    ])
  })

  it('gives a failure without text the text of its error', () => {
    const state = ended('', {
      ok: false,
      status: 'failed',
      error: { code: 'x', text: 'It broke.' },
    })
    expect(messagesOf([call('a', state)]).at(-1)).toMatchObject({ text: 'It broke.', ok: false })
  })
})

describe('titleOf', () => {
  it.each([
    ['one line', 'one line'],
    ['\n\n  second line says it \nthird', 'second line says it'],
    ['x'.repeat(80), 'x'.repeat(80)],
    ['x'.repeat(81), `${'x'.repeat(79)}…`],
    ['👩‍👩‍👧'.repeat(100), `${'👩‍👩‍👧'.repeat(79)}…`],
  ])('of %j', (text, title) => {
    expect(titleOf(text)).toBe(title)
  })
})

describe('systemPrompt', () => {
  it('names the workspace and ends with the person’s own instructions, if there are any', () => {
    const bare = systemPrompt({
      workspace: '/home/me/work',
      instructions: ' ',
    })
    expect(bare).toContain('/home/me/work')
    expect(
      systemPrompt({
        workspace: '/home/me/work',
        instructions: 'Speak German.',
      }),
    ).toBe(`${bare}\n\nThe person adds:\nSpeak German.`)
  })
})
