// Files and paths that are not what a tool takes them for, each over the real powers: what is no file, what
// is endless, links, other encodings and line ends, patterns that grow. Each ends soon, with a sentence and
// what to do next, and changes nothing.
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:net'
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Powers } from '../../contract/call/powers/powers.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { filePowers } from '../../main/sandbox/files/file-powers.ts'
import { resolvePath } from '../../main/sandbox/files/resolve-path.ts'
import { openSearcher } from '../../main/sandbox/search/search.ts'
import { editFile } from '../../tools/files/edit-file.ts'
import { listDir } from '../../tools/files/list-dir.ts'
import { readFile } from '../../tools/files/read-file.ts'
import { writeFile } from '../../tools/files/write-file.ts'
import { searchFiles } from '../../tools/search/search-files.ts'
import { findFiles } from '../../tools/search/find-files.ts'
import { scratchFolder } from '../sandbox/scratch.ts'
import { fewCases } from '../whole.ts'

const ws = scratchFolder('odd-files')
const home = join(ws, 'home')
const resolved = resolvePath({ workspace: ws, stop: [], home })
const searcher = openSearcher({
  stop: [],
  home,
  ownStop: () => [] as never,
  prefilter: async () => null,
})
const at = (path: string): string => join(ws, path)
/** `between`: what happens once the call was permitted. */
async function run(tool: unknown, args: unknown, between = (): void => {}) {
  const { input, touches, execute } = tool as AnyTool
  const parsed = input.parse(args)
  const permitted: CanonicalTouch[] = []
  for (const touch of touches(parsed)) {
    const found = await resolved('path' in touch ? touch.path : '')
    if (!found.ok) return found.error
    if (touch.kind === 'fs.read' || touch.kind === 'fs.write')
      permitted.push({ kind: touch.kind, ...found.value })
  }
  const { signal } = new AbortController()
  const { read, write } = filePowers({ permitted, resolved })
  const search = searcher.power({ permitted, resolved, readable: () => true, signal })
  const power = { 'fs.read': { ...read, ...search }, 'fs.write': write } as unknown as Powers
  between()
  const ended = await execute(parsed, { power, signal })
  return ended.ok ? { code: 'done', text: ended.value.text } : ended.error
}
const KEPT = ['fifo', 'socket', 'sparse']
beforeAll(() => {
  execFileSync('mkfifo', [at('fifo')])
  const server = createServer().listen(at('socket'))
  // 10 GB that take no place.
  const file = openSync(at('sparse'), 'w')
  ftruncateSync(file, 10 * 1_024 ** 3)
  closeSync(file)
  return () => void server.close()
})

/** Everything that a folder may hold besides plain text. */
beforeEach(() => {
  for (const name of readdirSync(ws))
    if (!KEPT.includes(name)) rmSync(at(name), { recursive: true })
  mkdirSync(at('folder'))
  symlinkSync('/dev/zero', at('zero'))
  symlinkSync('loop', at('loop'))
  symlinkSync('nowhere', at('dangling'))
  writeFileSync(at('latin1'), Buffer.from('one café\n', 'latin1'))
  writeFileSync(at('nul'), 'one\0two')
  writeFileSync(at('plain'), 'one\ntwo\none\n')
})

const odd: Readonly<Record<string, string>> = {
  fifo: 'file.not-regular',
  socket: 'file.not-regular',
  folder: 'file.is-folder',
  sparse: 'file.too-large',
  zero: 'path.stop',
  loop: 'path.loop',
  dangling: 'file.missing',
  latin1: 'file.binary',
  nul: 'file.binary',
  '/dev/zero': 'path.stop',
  '/proc/self/mem': 'path.stop',
  missing: 'file.missing',
  'plain/x': 'path.not-folder',
  'a\0b': 'path.nul',
  'a\ud800': 'path.not-text',
  'a\nb': 'path.control',
  [`x${'y'.repeat(255)}`]: 'path.too-long',
  'file:///etc/passwd': 'file.missing',
  'C:\\x': 'file.missing',
}
const named = Object.entries(odd)
/** What a write begins again is no fault of it, and bytes that it replaces are. */
const forWriting: Readonly<Record<string, string>> = {
  dangling: 'done',
  missing: 'done',
  'C:\\x': 'done',
  'file:///etc/passwd': 'done',
  latin1: 'file.encoding',
  nul: 'file.encoding',
  sparse: 'file.encoding',
}

describe('a path that is not what it seems', () => {
  it.each(named)('read_file of %j: %s', async (path, code) => {
    const ended = await run(readFile, { path })
    expect(ended).toMatchObject({ code, hint: expect.stringMatching(/\w{3}/) })
  })

  it.each(named)('edit_file of %j: %s, and nothing is changed', async (path, code) => {
    const ended = await run(editFile, { path, old_text: 'one', new_text: 'x' })
    expect(ended).toMatchObject({ code, hint: expect.stringMatching(/\w{3}/) })
    expect(readFileSync(at('latin1')).toString('latin1')).toBe('one café\n')
  })

  it.each(named)('write_file to %j', async (path, code) => {
    const ended = await run(writeFile, { path, content: 'x' })
    expect(ended.code).toBe(forWriting[path] ?? code)
  })

  it.each(['fifo', 'plain', 'zero', 'loop', 'missing', '/dev', 'a\0b', 'sparse'])(
    'list_dir of %j says why there is no list',
    async (path) => {
      const ended = await run(listDir, { path })
      expect([ended.code, ended]).toEqual([
        expect.stringMatching(/^(file|path)\./),
        expect.objectContaining({ hint: expect.stringMatching(/\w{3}/) }),
      ])
    },
  )

  it('takes no half a character into a file', async () => {
    expect(await run(writeFile, { path: 'new', content: 'a\ud800b' })).toMatchObject({
      code: 'file.not-text',
      hint: 'Write the text again in whole characters.',
    })
    expect(existsSync(at('new'))).toBe(false)
  })
})

const PATTERNS = [['(a+)+$'], ['(a|a)*$'], ['(x+x+)+y'], ['\0'], ['\ud800']] as const
/** Of the classes of those before them, at ten times the cost. */
const slower = [['(.*)(.*)(.*)(.*)(.*)z'], ['a{1,1000}b']] as const

describe('a search beside what is no text', () => {
  it('goes past pipes, sockets, devices and endless files, and says what it left out', async () => {
    const ended = await run(searchFiles, { pattern: 'one' })
    expect(ended.text).toBe(
      'latin1:1: one caf\uFFFD\nplain:1: one\nplain:3: one\n[Not searched: 1 binary, 1 over 10 MB.]',
    )
    const found = await run(findFiles, {})
    expect(found.text.split('\n').toSorted()).toEqual(
      expect.arrayContaining(['latin1', 'nul', 'plain', 'sparse']),
    )
  })

  it.each(fewCases([...PATTERNS, ...slower], PATTERNS.length))(
    'ends for the pattern %s over a line that is made for it',
    async (_name, pattern) => {
      writeFileSync(at('plain'), `${'a'.repeat(50_000)}${'x'.repeat(50_000)}!\n`)
      expect((await run(searchFiles, { pattern })).code).toBe('done')
    },
  )

  it.each([...['(?=x', '[', '\\', '(', '(?<n>a)\\k<n>', '(a)\\1', 'a{1,100000}{1,10000}', '*a']])(
    'says of the pattern %j what is wrong with it',
    async (pattern) => {
      expect(await run(searchFiles, { pattern })).toMatchObject({
        code: 'search.pattern',
        hint: expect.stringContaining('literal'),
      })
    },
  )

  it.each(['{a,b}'.repeat(50), `${'**/'.repeat(60)}x`, `${'*'.repeat(200)}z`, '{a,b,'.repeat(40)])(
    'ends for the glob %j',
    async (glob) => {
      const ended = await run(findFiles, { pattern: glob })
      expect(ended.code).toMatch(/^(done|search\.glob)$/)
    },
  )
})

describe('edit_file and the ends of lines', () => {
  it.each<[string, string | Buffer, object, string | Buffer]>([
    [
      'a byte order mark stays',
      '\ufeffone\ntwo\n',
      { old_text: 'one', new_text: 'ONE' },
      '\ufeffONE\ntwo\n',
    ],
    [
      'line ends of Windows are kept, also in new lines',
      'one\r\ntwo\r\n',
      { old_text: 'one\ntwo', new_text: 'a\nb\nc' },
      'a\r\nb\r\nc\r\n',
    ],
    [
      'in a file with both kinds only what was named is changed',
      'one\r\ntwo\nthree\r\n',
      { old_text: 'two', new_text: 'TWO' },
      'one\r\nTWO\nthree\r\n',
    ],
    [
      'UTF-16 with a mark stays UTF-16',
      Buffer.from('\ufeffone\n', 'utf16le'),
      { old_text: 'one', new_text: 'zwölf' },
      Buffer.from('\ufeffzwölf\n', 'utf16le'),
    ],
  ])('%s', async (_what, before, edit, after) => {
    writeFileSync(at('text'), before)
    expect(await run(editFile, { path: 'text', ...edit })).toMatchObject({ code: 'done' })
    expect(readFileSync(at('text')).toString('hex')).toBe(
      Buffer.from(after as string).toString('hex'),
    )
  })

  it.each<[string, string, object, string, string]>([
    [
      'names the lines of what is there twice',
      'a\nb\na\nb\n',
      { old_text: 'a\n', new_text: 'c\n' },
      'The old text occurs more than once in text: it begins on lines 1, 3.',
      'Add the lines around it until it occurs once.',
    ],
    [
      'says how text of mixed line ends is found',
      'one\r\ntwo\nthree\r\n',
      { old_text: 'one\ntwo\nthree', new_text: 'x' },
      'The old text does not occur in text.',
      'The same lines are there with other white space or line ends: set matching to "lines".',
    ],
    [
      'changes nothing where a later edit does not fit',
      'a\nb\n',
      {
        edits: [
          { old_text: 'a\nb', new_text: 'x' },
          { old_text: 'b', new_text: 'y' },
        ],
      },
      'The old text of edit 2 does not occur in text. Nothing was changed.',
      'Read the file again and copy the text exactly.',
    ],
  ])('%s', async (_what, before, edit, text, hint) => {
    writeFileSync(at('text'), before)
    expect(await run(editFile, { path: 'text', ...edit })).toMatchObject({ text, hint })
    expect(readFileSync(at('text'), 'utf8')).toBe(before)
  })
})

describe('a folder that is swapped for a link between the decision and the work', () => {
  it.each<[string, unknown, object]>([
    ['read_file', readFile, { path: 'folder/a' }],
    ['write_file', writeFile, { path: 'folder/a', content: 'x' }],
    ['edit_file', editFile, { path: 'folder/a', old_text: 'mine', new_text: 'x' }],
    ['list_dir', listDir, { path: 'folder' }],
    ['search_files', searchFiles, { pattern: 'theirs', path: 'folder' }],
    ['find_files', findFiles, { path: 'folder' }],
  ])('%s stays out of it', async (_name, tool, args) => {
    const outside = scratchFolder('odd-files-outside')
    writeFileSync(join(outside, 'a'), 'theirs')
    writeFileSync(at('folder/a'), 'mine')
    const ended = await run(tool, args, () => {
      renameSync(at('folder'), at('before'))
      symlinkSync(outside, at('folder'))
    })
    expect([ended.text, readFileSync(join(outside, 'a'), 'utf8')]).toEqual([
      expect.not.stringMatching(/theirs|^a$/),
      'theirs',
    ])
  })
})
