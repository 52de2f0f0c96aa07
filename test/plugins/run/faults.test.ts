// What a plugin's author reads when it fails: of everything it wrote the line that says why, and of its
// answer the place and what is expected there.
import { describe, expect, it } from 'vitest'
import { readOne } from '../../../main/plugins/run/answer-one.ts'
import { readZero } from '../../../main/plugins/run/answer-zero.ts'
import { badExit, noAnswer } from '../../../main/plugins/run/faults.ts'

describe('of its standard error', () => {
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
    expect(noAnswer('tried', log).text).toBe(`The plugin tried ended without an answer.${said}`)
  })
})

describe('of its answer', () => {
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
      'error.code must be small letters',
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
    ['too many levels', one(`{"data":${'['.repeat(101)}\n`), 'nests more than 100 levels'],
  ])('%s is named with what it has to be', (_what, ended, said) => {
    expect(ended.ok ? 'taken' : ended.error.text).toContain(said)
  })

  it('as many values as there may be are taken', () => {
    expect([
      zero({ ...good, data_json: values(50_000) }),
      one({ ...result, data: '[,'.repeat(60_000) }),
    ]).toMatchObject([{ ok: true }, { ok: true }])
  })
})
