// What a plugin's author reads when it fails: of everything it wrote the line that says why, and of its
// answer the place and what is expected there.
import { describe, expect, it } from 'vitest'
import { readOne } from '../../../main/plugins/run/answer-one.ts'
import { readZero } from '../../../main/plugins/run/answer-zero.ts'
import { badExit, faultOf, noAnswer } from '../../../main/plugins/run/faults.ts'

describe('the standard error of a plugin', () => {
  it.each([
    [
      'Node that throws',
      "file:///home/package/a.mjs:1\nnull.x\n     ^\n\nTypeError: Cannot read properties of null (reading 'x')\n    at file:///home/package/a.mjs:1:6\n    at async main\n\nNode.js v24.21.0\n",
      "TypeError: Cannot read properties of null (reading 'x')",
    ],
    [
      'Node that cannot read it',
      "file:///home/package/a.mjs:1\nconst = 3\n      ^\n\nSyntaxError: Unexpected token '='\n    at compile (node:internal)\n\nNode.js v24.21.0\n",
      "SyntaxError: Unexpected token '='",
    ],
    [
      'Node that waits for nothing',
      'Warning: Detected unsettled top-level await at a.mjs:1\nawait new Promise(() => {})\n^\n\n\n',
      'Warning: Detected unsettled top-level await at a.mjs:1',
    ],
    [
      'Python',
      'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\nValueError: no book\n',
      'ValueError: no book',
    ],
    [
      'a shell',
      "a.sh: line 12: syntax error near unexpected token `then'\na.sh: line 12: `if then'\n",
      "a.sh: line 12: syntax error near unexpected token `then'",
    ],
    [
      'Rust',
      "thread 'main' panicked at src/main.rs:2:5:\nno book\nnote: run with `RUST_BACKTRACE=1`\n",
      "thread 'main' panicked at src/main.rs:2:5:",
    ],
    ['a program with a few words', 'looking\nit broke\n', 'it broke'],
    ['a terminal’s orders', '\u001b[31mred\u0007\n', '[31mred'],
    ['lines without a word', '^\n---\n', null],
    ['nothing', ' \n\n', null],
  ])('%s has the line that says why', (_what, log, line) => {
    const said = line === null ? '' : ` It said: ${line}`
    expect(badExit('tried', 1, log).text).toBe(`The plugin tried ended with code 1.${said}`)
    expect(noAnswer('tried', 0, log).text).toBe(`The plugin tried ended without an answer.${said}`)
  })
})

const bounds = { runTimeMs: 1, stdoutBytes: 1, stderrBytes: 1, memoryBytes: 1 }

describe('the end of a plugin', () => {
  it.each([
    [
      { kind: 'signalled', signal: 'SIGKILL', code: 137 } as const,
      'The plugin tried ended with 137, as a program does that SIGKILL ended. It said: why',
    ],
    [
      { kind: 'signalled', signal: 'SIGKILL', code: null } as const,
      'The plugin tried was ended with its sandbox by the signal SIGKILL, which came from outside. It said: why',
    ],
  ])('%j', (end, text) => {
    expect(faultOf(end, 'tried', bounds, 'why\n')).toMatchObject({ code: 'plugin.signal', text })
  })
})

describe('the answer of a plugin', () => {
  const result = { kind: 'result', request_id: 'id', protocol_version: 1, data: 1 }
  const good = {
    protocol_version: 0,
    request_id: 'id',
    ok: true,
    data_json: '1',
    stdout: '',
    stderr: '',
  }
  const zero = (answer: unknown) => {
    const reader = readZero('tried', 'id')
    reader.take(Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)))
    return reader.end()
  }
  const one = (answer: unknown) => {
    const reader = readOne(
      'tried',
      'id',
      () => {},
      () => {},
    )
    reader.take(Buffer.from(typeof answer === 'string' ? answer : `${JSON.stringify(answer)}\n`))
    return reader.end()
  }
  it.each([
    ['an answer', () => zero(JSON.stringify(good).replace('{', '{"ok":false,')), 'ok'],
    ['its data', () => zero({ ...good, data_json: '{"a":1,"a":2}' }), 'a'],
    [
      'a message',
      () => one(`${JSON.stringify(result).replace('{', '{"kind":"error",')}\n`),
      'kind',
    ],
    [
      'its data in a message',
      () => one(`${JSON.stringify(result).replace('"data":1', '"data":{"b":1,"b":1}')}\n`),
      'b',
    ],
  ])('%s that has a key twice is refused, and the key named', (_what, asked, key) => {
    expect(asked()).toMatchObject({
      ok: false,
      error: {
        text: `The answer of the plugin tried was not taken: an object in it has the key "${key}" twice.`,
      },
    })
  })

  const values = (count: number): string => `[${'1,'.repeat(count - 1)}1]`
  it.each([
    ['a text of protocol 0', zero({ ...good, data_json: {} }), 'data_json must be a text'],
    ['what is missing', zero({ ...good, stdout: undefined }), 'stdout is missing'],
    [
      'a kind there is not',
      one({ ...result, kind: 'Result' }),
      'kind must be one of progress, output, result, error',
    ],
    ['no kind', one({ ...result, kind: undefined }), 'kind must be one of progress,'],
    ['a list', one([result]), 'it must be an object'],
    [
      'a version as a text',
      one({ ...result, protocol_version: '1' }),
      'protocol_version must be a number',
    ],
    ['a key too many', one({ ...result, more: 1 }), 'it has the unknown key "more"'],
    [
      'a fraction below nothing',
      one({ kind: 'progress', request_id: 'id', fraction: -1 }),
      'fraction must be at least 0',
    ],
    [
      'a long word of progress',
      one({ kind: 'progress', request_id: 'id', text: 'x'.repeat(1_001) }),
      'text must have at most 1000 characters',
    ],
    [
      'a code in capitals',
      one({ ...result, data: undefined, kind: 'error', error: { code: 'No Book', text: 'x' } }),
      'error.code must be lower-case letters',
    ],
    [
      'an error without a word',
      one({ ...result, data: undefined, kind: 'error', error: { code: 'no', text: '' } }),
      'error.text must not be empty',
    ],
    [
      'too many values of protocol 0',
      zero({ ...good, data_json: values(50_001) }),
      'was not taken: it has more than 50000 values',
    ],
    [
      'too many values of protocol 1',
      one(`{"data":${values(50_001)}}\n`),
      'was not taken: it has more than 50000 values',
    ],
    [
      'a number beyond all in data',
      one(
        '{"kind":"result","request_id":"id","protocol_version":1,"data":{"a":[1,{"b":-1e400}]}}\n',
      ),
      'data.a[1].b is a number that is too large',
    ],
    [
      'such a fraction',
      one('{"kind":"progress","request_id":"id","fraction":1e400}\n'),
      'fraction is a number that is too large',
    ],
    [
      'such a version of protocol 1',
      one('{"kind":"result","request_id":"id","protocol_version":1e400,"data":1}\n'),
      'protocol_version is a number that is too large',
    ],
    [
      'such a version of protocol 0',
      zero(JSON.stringify(good).replace(':0', ':1e400')),
      'protocol_version is a number that is too large',
    ],
    [
      'a key too many beside such a number',
      one('{"kind":"output","request_id":"id","text":"a","more":1e400}\n'),
      'it has the unknown key "more"',
    ],
    ['too many levels', one(`{"data":${'['.repeat(101)}\n`), 'nests more than 100 levels'],
  ])('%s is named with what it has to be', (_what, ended, said) => {
    expect(ended.ok ? 'taken' : ended.error.text).toContain(said)
  })

  it.each([
    ['in protocol 0', good, 'plugin.answer-version', 'in protocol 0, and was asked in protocol 1'],
    [
      'in a later protocol',
      { ...result, protocol_version: 2, more: 1 },
      'plugin.answer-version',
      'in protocol 2, and was asked in protocol 1',
    ],
    [
      'for another call, in no form',
      { ...result, request_id: 'other', more: 1 },
      'plugin.answer-id',
      'request_id is "other"',
    ],
  ])('an answer of a plugin of protocol 1 %s is that first', (_what, answer, code, said) => {
    expect(one(answer)).toMatchObject({
      ok: false,
      error: { code, text: expect.stringContaining(said) },
    })
  })

  it.each([
    ['nothing', one(''), 'In protocol 1 it ends with a line of the kind "result" or "error".'],
    [
      'a message over several lines',
      one(JSON.stringify(result, null, 2)),
      'In protocol 1 each line of its standard output is one whole JSON object; what else it has to say goes to standard error.',
    ],
    ['nothing in protocol 0', zero(''), 'It has to write one JSON object to its standard output.'],
  ])('the hint for %s is that of its protocol', (_what, ended, hint) => {
    expect(ended).toMatchObject({ ok: false, error: { hint } })
  })

  it('as many values as there may be are taken', () => {
    expect([
      zero({ ...good, data_json: values(50_000) }),
      one({ ...result, data: '[,'.repeat(60_000) }),
    ]).toMatchObject([{ ok: true }, { ok: true }])
  })
})
