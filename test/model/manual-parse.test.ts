import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ManualCall, readManual } from '../../main/model/manual-parse.ts'
import { catalog } from '../../tools/catalog.ts'
import { codePoint } from '../code-point.ts'
import { tries } from '../soak.ts'
import { growth, MOST_GROWTH } from '../growth.ts'

const everything = [
  'read_file',
  'list_dir',
  'write_file',
  'edit_file',
  'exec',
  'web_fetch',
  'http',
].map((name) => ({ name }))
const calls = (...list: [name: string, args: unknown][]): ManualCall[] =>
  list.map(([name, args]) => ({ name, args }))

const understood: readonly [text: string, want: ManualCall[]][] = [
  ['read README.md', calls(['read_file', { path: 'README.md' }])],
  ['  Read   my file.txt ', calls(['read_file', { path: 'my file.txt' }])],
  ['read "a: b.txt"', calls(['read_file', { path: 'a: b.txt' }])],
  ['list src', calls(['list_dir', { path: 'src' }])],
  ['ls', calls(['list_dir', { path: '.' }])],
  ['run ls -la | head -3', calls(['exec', { command: 'ls -la | head -3' }])],
  ['run echo {"a":1}', calls(['exec', { command: 'echo {"a":1}' }])],
  ['$ make test', calls(['exec', { command: 'make test' }])],
  [
    'write notes.txt: some text',
    calls(['write_file', { path: 'notes.txt', content: 'some text' }]),
  ],
  [
    'write notes.txt:\nfirst\n  second\n',
    calls(['write_file', { path: 'notes.txt', content: 'first\n  second' }]),
  ],
  [
    'write notes.txt: first\nand more: yes',
    calls(['write_file', { path: 'notes.txt', content: 'first\nand more: yes' }]),
  ],
  [
    'write notes.txt:\nread README.md',
    calls(['write_file', { path: 'notes.txt', content: 'read README.md' }]),
  ],
  ['write notes.txt:short', calls(['write_file', { path: 'notes.txt', content: 'short' }])],
  ['write C:\\a b.txt: x', calls(['write_file', { path: 'C:\\a b.txt', content: 'x' }])],
  ['write empty.txt:', calls(['write_file', { path: 'empty.txt', content: '' }])],
  [
    'edit a.ts: const x => let x',
    calls(['edit_file', { path: 'a.ts', old_text: 'const x', new_text: 'let x' }]),
  ],
  ['edit a.ts: gone =>', calls(['edit_file', { path: 'a.ts', old_text: 'gone', new_text: '' }])],
  [
    'edit a.ts: two\nlines => one',
    calls(['edit_file', { path: 'a.ts', old_text: 'two\nlines', new_text: 'one' }]),
  ],
  ['fetch https://example.org/a?b=c', calls(['web_fetch', { url: 'https://example.org/a?b=c' }])],
  [
    'get http://localhost:8080/x',
    calls(['http', { method: 'GET', url: 'http://localhost:8080/x' }]),
  ],
  [
    'POST https://example.org {"a": 1}',
    calls(['http', { method: 'POST', url: 'https://example.org', body: '{"a": 1}' }]),
  ],
  [
    'put https://example.org line one\nline two',
    calls(['http', { method: 'PUT', url: 'https://example.org', body: 'line one\nline two' }]),
  ],
  [
    'delete https://example.org/1',
    calls(['http', { method: 'DELETE', url: 'https://example.org/1' }]),
  ],
  ['read_file {"path":"a"}', calls(['read_file', { path: 'a' }])],
  ['exec {"command":"ls"}', calls(['exec', { command: 'ls' }])],
  ['http{"url":"https://a"}', calls(['http', { url: 'https://a' }])],
  ['list_dir', calls(['list_dir', {}])],
  ['{"tool":"read_file","args":{"path":"a"}}', calls(['read_file', { path: 'a' }])],
  ['{\n  "tool": "exec",\n  "args": {"command": "ls"}\n}', calls(['exec', { command: 'ls' }])],
  [
    '[{"tool":"list_dir"},{"tool":"read_file","args":{"path":"a"}}]',
    calls(['list_dir', {}], ['read_file', { path: 'a' }]),
  ],
  [
    'read a\n\nread b\nrun pwd',
    calls(['read_file', { path: 'a' }], ['read_file', { path: 'b' }], ['exec', { command: 'pwd' }]),
  ],
  ['{"tool":"made_up","args":[1]}', calls(['made_up', [1]])],
  ['made_up {"x":1}', calls(['made_up', { x: 1 }])],
]

const help = (): string => {
  const reading = readManual('help', everything)
  return reading.kind === 'answer' ? reading.text : ''
}

describe('readManual', () => {
  it.each(understood)('reads %j as calls', (text, want) => {
    expect(readManual(text, everything)).toEqual({ kind: 'calls', calls: want })
  })

  const answered: readonly [text: string, says: RegExp][] = [
    ['', /What works now/],
    ['help', /`run ls -la`/],
    ['raed README.md', /Did you mean “read”\?/],
    ['read_fil {"path":1', /Did you mean|not JSON/],
    ['hello there, who are you?', /“hello” is not something/],
    ['read', /which file/],
    ['ls -la', /run ls -la/],
    ['run', /which command/],
    ['run a\nsomething else', /Line 2|one line/],
    ['write notes.txt', /colon/],
    ['edit a.ts: no arrow', /arrow/],
    ['edit a.ts: => b', /old text/],
    ['get', /which address/],
    ['read_file {"path":', /not JSON/],
    ['{"tool":', /not/],
    ['{"path":"a"}', /"tool":"read_file"/],
    ['read a\nnonsense here', /which file on one line/],
  ]
  it.each(answered)('answers %j with what would work', (text, says) => {
    const reading = readManual(text, everything)
    expect(reading).toEqual({ kind: 'answer', text: expect.stringMatching(says) as string })
  })

  it('offers a short word only while its tool is there', () => {
    const tools = [{ name: 'read_file' }, { name: 'git_log' }]
    expect(readManual('fetch https://example.org', tools)).toEqual({
      kind: 'answer',
      text: '“fetch” needs the tool web_fetch, which is not on offer now. What works now:\n- `read README.md`\n- any call as JSON: `{"tool":"read_file","args":{…}}`, also for git_log',
    })
    expect(readManual('fetsh https://example.org', tools)).not.toMatchObject({
      text: expect.stringContaining('Did you mean') as string,
    })
  })

  it('lets a raw call go on as written though its tool is hidden, so that the gate can be seen to refuse', () => {
    expect(readManual('web_fetch {"url":"https://example.org"}', [])).toEqual({
      kind: 'calls',
      calls: [{ name: 'web_fetch', args: { url: 'https://example.org' } }],
    })
  })

  it('never throws and always gives a call or words, whatever is typed', () => {
    const word = fc.constantFrom(
      'read',
      'write',
      'edit',
      'run',
      'get',
      'post',
      'ls',
      'read_file',
      '$',
      '{',
      '}',
      '[',
      ':',
      '=>',
      '\n',
      '"',
      '{"tool":"x"}',
      ' ',
    )
    const text = fc.oneof(
      fc.string({ unit: codePoint }),
      fc.array(fc.oneof(word, fc.string()), { maxLength: 12 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, fc.subarray(everything), (typed, tools) => {
        const reading = readManual(typed, tools)
        const fits =
          reading.kind === 'answer'
            ? reading.text !== ''
            : reading.calls.every((call) => /^[a-zA-Z_][\w.-]*$/.test(call.name))
        expect(fits).toBe(true)
      }),
      { numRuns: tries(2_000) },
    )
  })

  it('shows only examples that the tools of that name would take', () => {
    const examples = [...help().matchAll(/^- `([^`{]+)`$/gm)].map((match) => match[1] ?? '')
    const taken = examples.flatMap((example) => {
      const reading = readManual(
        example,
        catalog.map((tool) => tool.manifest),
      )
      const [created] = reading.kind === 'calls' ? reading.calls : []
      return catalog
        .filter(
          (tool) =>
            tool.manifest.name === created?.name && tool.input.safeParse(created.args).success,
        )
        .map((tool) => tool.manifest.name)
    })
    expect(taken).toEqual([
      'read_file',
      'list_dir',
      'write_file',
      'edit_file',
      'exec',
      'web_fetch',
      'http',
    ])
  })

  it('takes time in proportion to what is typed', async () => {
    expect(
      await growth((size) => {
        readManual(`edit ${'a: => '.repeat(size / 10)}`, everything)
        readManual(`write ${'a'.repeat(size)}`, everything)
        readManual('zzz'.repeat(size / 4), everything)
      }, 200_000),
    ).toBeLessThan(MOST_GROWTH)
  })
})
