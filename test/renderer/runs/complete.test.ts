import { describe, expect, it } from 'vitest'
import {
  complete,
  type CompletableTool,
  mention,
  rawCall,
} from '../../../renderer/features/runs/composer/complete.ts'
import { manualProblem } from '../../../renderer/features/runs/composer/manual-problem.ts'

const schema = (properties: object, required: string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const path = { type: 'string', minLength: 1, description: 'A path.' }
const tools: readonly CompletableTool[] = [
  { name: 'read_file', title: 'Read a file', schema: schema({ path }, ['path']) },
  {
    name: 'write_file',
    title: 'Write a file',
    schema: schema({ path, content: { type: 'string' } }, ['path', 'content']),
  },
  {
    name: 'exec',
    title: 'Run a command',
    schema: schema(
      { command: { type: 'string', minLength: 1 }, working_dir: { type: 'string', default: '.' } },
      ['command', 'working_dir'],
    ),
  },
  {
    name: 'http',
    title: 'HTTP request',
    schema: schema(
      {
        method: { type: 'string', enum: ['GET', 'POST', 'PUT'] },
        url: { type: 'string' },
        body: { type: 'string' },
        follow: { type: 'boolean' },
        tries: { type: 'integer', minimum: 1 },
      },
      ['method', 'url'],
    ),
  },
]

/** The caret is at `|`; each option as the text it would leave, with its caret. */
function after(
  marked: string,
  tried: readonly CompletableTool[] = tools,
): readonly string[] | string {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  const found = complete(text, caret, tried)
  if (found === null) return 'nothing'
  const left = (insert: string, at: number) =>
    `${text.slice(0, found.from)}${insert.slice(0, at)}|${insert.slice(at)}${text.slice(found.to)}`
  if (found.paths !== null) {
    const { insert, caret: at } = found.paths.put('src/')
    const file = found.paths.put('a.md')
    return [`paths like ${found.paths.typed}`, left(insert, at), left(file.insert, file.caret)]
  }
  return found.options.map(({ insert, caret: at }) => left(insert, at))
}

describe('completions at the caret', () => {
  it.each<[string, readonly string[] | string]>([
    ['re|', ['read |', 'read_file {"path": "|"}']],
    ['ex|', ['exec |', 'exec {"command": "|"}']],
    ['htt|', ['http {"method": "|", "url": ""}']],
    ['zz|', 'nothing'],
    ['read |', ['paths like ', 'read src/|', 'read a.md|']],
    ['cat sr|', ['paths like sr', 'cat src/|', 'cat a.md|']],
    ['write no|', ['paths like no', 'write src/|', 'write a.md: |']],
    ['write a.md: he|', 'nothing'],
    ['run ls |', 'nothing'],
    ['read a.md\nht|', ['read a.md\nhttp {"method": "|", "url": ""}']],
    [
      'http {|}',
      [
        'http {"method": "|"}',
        'http {"url": "|"}',
        'http {"body": "|"}',
        'http {"follow": false|}',
        'http {"tries": 1|}',
      ],
    ],
    [
      'http {"method": "|", "url": ""}',
      [
        'http {"method": "GET"|, "url": ""}',
        'http {"method": "POST"|, "url": ""}',
        'http {"method": "PUT"|, "url": ""}',
      ],
    ],
    ['http {"method": "p|"}', ['http {"method": "POST"|}', 'http {"method": "PUT"|}']],
    ['http {"method": P|}', ['http {"method": "POST"|}', 'http {"method": "PUT"|}']],
    ['http {"method": "GET", "u|": "x"}', ['http {"method": "GET", "url"|: "x"}']],
    [
      'http {"method": "GET", |',
      [
        'http {"method": "GET", "url": "|"',
        'http {"method": "GET", "body": "|"',
        'http {"method": "GET", "follow": false|',
        'http {"method": "GET", "tries": 1|',
      ],
    ],
    ['http {"follow": |', ['http {"follow": true|', 'http {"follow": false|']],
    ['http {"url": "a|"}', 'nothing'],
    ['http {"method": "GET"|}', 'nothing'],
    ['http {"method": "GET"} |', 'nothing'],
    [
      'read_file {"path": "sr|"}',
      ['paths like sr', 'read_file {"path": "src/|"}', 'read_file {"path": "a.md"|}'],
    ],
    [
      'exec {"command": "ls", "working_dir": "|"}',
      [
        'paths like ',
        'exec {"command": "ls", "working_dir": "src/|"}',
        'exec {"command": "ls", "working_dir": "a.md"|}',
      ],
    ],
    ['{"tool": "ht|"}', ['{"tool": "http"|}']],
    ['{"tool": "read_file", "args": {"|"}}', ['{"tool": "read_file", "args": {"path": "|"}}']],
    [
      '{"tool": "read_file", "args": {"path": "s|"}}',
      [
        'paths like s',
        '{"tool": "read_file", "args": {"path": "src/|"}}',
        '{"tool": "read_file", "args": {"path": "a.md"|}}',
      ],
    ],
    ['unknown {"|"}', 'nothing'],
  ])('%s', (marked, want) => {
    expect(after(marked)).toEqual(want)
  })

  it('are only what is available', () => {
    expect(after('re|', [])).toBe('nothing')
    expect(after('read |', tools.slice(1))).toBe('nothing')
  })
})

it('never throw for what is typed, and what they replace holds the caret', () => {
  const pieces = [
    'http',
    ' ',
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    'method',
    '\\',
    '\n',
    'read',
    '1',
    '{"tool":',
  ]
  let seed = 7
  const wrong: string[] = []
  const next = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 3_000; round++) {
    const text = Array.from({ length: next(14) }, () => pieces[next(pieces.length)]).join('')
    const caret = next(text.length + 1)
    const found = complete(text, caret, tools)
    manualProblem(text, tools)
    if (found !== null && (found.from > caret || found.to < caret || found.to > text.length))
      wrong.push(text)
  }
  expect(wrong).toEqual([])
})

it('give a raw call its required keys, and nothing to fill where there are none', () => {
  const call = (properties: object, required: string[]) =>
    rawCall({ name: 't', title: '', schema: schema(properties, required) })
  expect(call({}, [])).toEqual({ insert: 't {}', caret: 3 })
  expect(call({ n: { type: 'number' }, on: { type: 'boolean' } }, ['n', 'on'])).toEqual({
    insert: 't {"n": 0, "on": false}',
    caret: 23,
  })
  expect(rawCall({ name: 't', title: '', schema: true }).insert).toBe('t {}')
})

describe('what is said of a message before it is sent', () => {
  it.each<[string, string | null]>([
    ['raed', null],
    ['raed x', '“raed” is not a known command or tool. Did you mean “read”?'],
    ['xyzzy x', '“xyzzy” is not a known command or tool.'],
    ['read x', null],
    ['fetch x', 'This needs the tool web_fetch, which is not available now.'],
    ['http {"method": "GET"', null],
    ['http {"method": GET}', 'Not valid JSON. Check quotes, commas and braces.'],
    ['htpp {"a": 1}', 'There is no tool “htpp”. Did you mean “http”?'],
    ['http {"metod": "GET"}', 'The tool takes no “metod”. Did you mean “method”?'],
    ['read_file {"zzz": 1}', 'The tool takes no “zzz”. It takes path.'],
    ['http {"method": "GET"}', 'url: is required.'],
    ['http {"method": "LOOK", "url": "x"}', 'method: is none of the choices.'],
    ['http {"method": "GET", "url": 3}', 'url: has to be text.'],
    ['read_file {"path": ""}', 'path: must not be empty.'],
    ['exec {"command": "ls"}', null],
    ['{"tool": "read_file", "args": {"path": "x"}}', null],
    [
      '{"args": {}}',
      'A call in JSON is written {"tool": "read_file", "args": {"path": "README.md"}}.',
    ],
  ])('%s', (text, says) => {
    expect(manualProblem(text, tools)).toBe(says)
  })
})

it.each([
  ['@', 1, { from: 0, to: 1, typed: '' }],
  ['look at @src/ma', 15, { from: 8, to: 15, typed: 'src/ma' }],
  ['ada@example.org', 15, null],
  ['@a b', 4, null],
])('finds the mention in %j at %i: %j', (text, caret, found) => {
  expect(mention(text, caret)).toEqual(found)
})
