// Answers as text, without a plugin: what is taken, and what is told apart from what.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  AnswerZero,
  CallOne,
  CallZero,
  CancelOne,
  MessageOne,
} from '../../../contract/plugin/protocol.ts'
import { readOne } from '../../../main/plugins/run/answer-one.ts'
import { readZero } from '../../../main/plugins/run/answer-zero.ts'
import { callText } from '../../../main/plugins/run/call-text.ts'
import { limits } from './fixture.ts'

const good = {
  protocol_version: 0,
  request_id: 'id',
  ok: true,
  data_json: '{"a":[1]}',
  stdout: 'out',
  stderr: 'err',
}
const zero = (text: string | Uint8Array): string => {
  const reader = readZero('tried', 'id')
  reader.take(typeof text === 'string' ? new TextEncoder().encode(text) : text)
  const result = reader.end()
  return result.ok ? JSON.stringify(result.value.data) : result.error.code
}
const whole = JSON.stringify(good)
const without = (key: keyof typeof good): string =>
  JSON.stringify(Object.fromEntries(Object.entries(good).filter(([name]) => name !== key)))

describe('an answer of protocol 0', () => {
  it.each([
    ['as it should be', whole, '{"a":[1]}'],
    ['with white space round it', `\n\t ${whole}\r\n\n`, '{"a":[1]}'],
    ['over several lines', JSON.stringify(good, null, 2), '{"a":[1]}'],
    ['with brackets in its texts', JSON.stringify({ ...good, stdout: '}{"]' }), '{"a":[1]}'],
    ['that is nothing', ' \n', 'plugin.no-answer'],
    ['in words', 'It is done.', 'plugin.answer-not-json'],
    ['that is a list', `[${whole}]`, 'plugin.answer-not-json'],
    ['that is null', 'null', 'plugin.answer-not-json'],
    ['with a mark of byte order', `\ufeff${whole}`, '{"a":[1]}'],
    ['with words before it', `Hello ${whole}`, 'plugin.answer-not-json'],
    ['with single quotes', whole.replaceAll('"', "'"), 'plugin.answer-cut|plugin.answer-not-json'],
    ['with a comma too many', `${whole.slice(0, -1)},}`, 'plugin.answer-not-json'],
    ['cut in a text', whole.slice(0, 40), 'plugin.answer-cut'],
    ['cut before its end', whole.slice(0, -1), 'plugin.answer-cut'],
    ['twice', whole + whole, 'plugin.answer-second'],
    ['twice, on two lines', `${whole}\n${whole}\n`, 'plugin.answer-second'],
    ['with half a second one', `${whole}{"protocol`, 'plugin.answer-second'],
    ['with words behind it', `${whole} done`, 'plugin.answer-trailing'],
    ['with a bracket behind it', `${whole}}`, 'plugin.answer-trailing'],
    ['with NUL behind it', `${whole}\0`, 'plugin.answer-trailing'],
    ['of protocol 1', JSON.stringify({ ...good, protocol_version: 1 }), 'plugin.answer-version'],
    ['of protocol "0"', JSON.stringify({ ...good, protocol_version: '0' }), 'plugin.answer-shape'],
    ['for another call', JSON.stringify({ ...good, request_id: 'ID' }), 'plugin.answer-id'],
    ['for no call', without('request_id'), 'plugin.answer-shape'],
    ['without ok', without('ok'), 'plugin.answer-shape'],
    ['without stdout', without('stdout'), 'plugin.answer-shape'],
    ['with one key more', JSON.stringify({ ...good, more: 1 }), 'plugin.answer-shape'],
    ['with data as an object', JSON.stringify({ ...good, data_json: {} }), 'plugin.answer-shape'],
    [
      'with data that is no JSON',
      JSON.stringify({ ...good, data_json: 'x' }),
      'plugin.answer-data',
    ],
    ['with no data', JSON.stringify({ ...good, data_json: '' }), 'plugin.answer-data'],
    ['with a key twice', whole.replace('{', '{"ok":false,'), 'plugin.answer-not-json'],
    ['with it in other letters', whole.replace('{', '{"\\u006fk":true,'), 'plugin.answer-not-json'],
    ['with its key twice', whole.replace('{', '{"request_id":"no",'), 'plugin.answer-not-json'],
    [
      'with a key twice in its data',
      JSON.stringify({ ...good, data_json: '[{"a":{"b":1,"b":1}}]' }),
      'plugin.answer-data',
    ],
    [
      'with the same key in two objects, and in texts',
      JSON.stringify({ ...good, data_json: '[{"a":1},{"a":"\\"a\\":1,\\"a\\":"}]' }),
      '[{"a":1},{"a":"\\"a\\":1,\\"a\\":"}]',
    ],
  ])('%s', (_what, text, expected) => {
    expect(expected.split('|')).toContain(zero(text))
  })

  it.each([
    ['cut', '[1,2', /^data_json in the answer of the plugin tried is not JSON: Expected .*\.$/],
    [
      'with a number beyond all',
      '{"n":[1e400]}',
      /^data_json in the answer of the plugin tried is not JSON: a number in it is too large\.$/,
    ],
  ])('with data that is %s says so in one line', (_what, data, said) => {
    const reader = readZero('tried', 'id')
    reader.take(new TextEncoder().encode(JSON.stringify({ ...good, data_json: data })))
    expect(reader.end()).toMatchObject({ ok: false, error: { text: expect.stringMatching(said) } })
  })

  it('that is not UTF-8', () => {
    expect(zero(Uint8Array.of(0x7b, 0xff, 0x7d))).toBe('plugin.answer-not-json')
  })

  it('is read the same however it is cut into pieces', () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...good, stdout: 'ü☃🎈' }))
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 6 }), (cuts) => {
        const reader = readZero('tried', 'id')
        const offsets = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
        for (const [at, from] of offsets.entries())
          reader.take(bytes.subarray(from, offsets[at + 1]))
        expect(reader.end()).toMatchObject({ ok: true, value: { stdout: 'ü☃🎈' } })
      }),
    )
  })

  it('of any bytes has an end, and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(zero(text)).toMatch(/^plugin\./)
      }),
    )
  })
})

it('messages of protocol 1 are read the same however they are cut into pieces', () => {
  const lines = [
    { kind: 'progress', request_id: 'id', fraction: 0.5, text: 'ü' },
    { kind: 'output', request_id: 'id', text: '☃\n' },
    { kind: 'result', request_id: 'id', protocol_version: 1, data: [1] },
  ]
  const bytes = new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'))
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
      const news: unknown[] = []
      const reader = readOne(
        'tried',
        'id',
        (one) => news.push(one),
        () => {},
      )
      const offsets = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      for (const [at, from] of offsets.entries())
        expect(reader.take(bytes.subarray(from, offsets[at + 1]))).toBeNull()
      expect(reader.end()).toMatchObject({ ok: true, value: { data: [1] } })
      expect(news).toEqual([
        { kind: 'progress', fraction: 0.5, text: 'ü' },
        { kind: 'output', text: '☃\n' },
      ])
    }),
  )
})

it('the call of protocol 0 has the keys of the reference, and no other', () => {
  const text = callText({
    requestId: 'id',
    tool: 'echo',
    protocol: 0,
    kind: 'wasi',
    file: { path: '/p/echo.wasm', sha256: '' },
    args: { text: 'a "b"' },
    mounts: [{ hostPath: '/w', guestPath: '/workspace', readOnly: true }],
    hosts: [],
    limits,
  })
  expect(text.endsWith('\n')).toBe(true)
  expect(JSON.parse(text)).toEqual({
    protocol_version: 0,
    request_id: 'id',
    tool: 'echo',
    args_json: '{"text":"a \\"b\\""}',
    cwd: '/workspace',
    mounts: [{ host_path: '/w', guest_path: '/workspace', read_only: true }],
  })
})

describe('docs/plugins.md', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/plugins.md'), 'utf8')
  const blocks = [...page.matchAll(/```json\n([^]*?)```/g)].map(([, text]) => text ?? '')
  const forms = [CallZero, AnswerZero, CallOne, CancelOne, ...Array(4).fill(MessageOne)]

  it('shows one message for each form', () => {
    expect(blocks).toHaveLength(forms.length)
  })

  it.each(blocks.map((text, at) => [at, text] as const))('message %i is as it says', (at, text) => {
    expect(forms[at].safeParse(JSON.parse(text))).toMatchObject({ success: true })
  })

  it('names every code that a run can end with', async () => {
    const { RUN_ERRORS } = await import('../../../contract/plugin/plugin-error.ts')
    // Refused before it runs, or an answer.
    const others = [RUN_ERRORS.notAllowed, RUN_ERRORS.network, RUN_ERRORS.failed] as string[]
    for (const code of Object.values(RUN_ERRORS))
      expect([code, page.includes(code) || others.includes(code)]).toEqual([code, true])
  })
})
