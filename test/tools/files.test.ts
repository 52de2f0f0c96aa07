// The file tools with the real powers, over a folder of files.
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
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
import { obsidian } from '../../tools/obsidian.ts'
import { Services } from '../../contract/policy/config/services.ts'
import { scratchFolder } from '../sandbox/scratch.ts'
import { touchesOf } from '../fakes/services/run-tool.ts'

const ws = scratchFolder('file-tools')
const home = join(ws, 'home')
const resolved = resolvePath({ workspace: ws, stop: [], home })
const searcher = openSearcher({
  stop: [],
  home,
  ownStop: () => [] as never,
  prefilter: async () => null,
})
const at = (path: string): string => join(ws, path)
const put = (path: string, content: string | Buffer): void => writeFileSync(at(path), content)

async function run(tool: unknown, args: unknown) {
  const { input, touches, execute } = tool as AnyTool
  const parsed = input.parse(args)
  const permitted: CanonicalTouch[] = []
  for (const touch of touches(parsed)) {
    const found = await resolved('path' in touch ? touch.path : '')
    if (found.ok && (touch.kind === 'fs.read' || touch.kind === 'fs.write'))
      permitted.push({ kind: touch.kind, ...found.value })
  }
  const { signal } = new AbortController()
  const { read, write } = filePowers({ permitted, resolved })
  const search = searcher.power({ permitted, resolved, readable: () => true, signal })
  const power = { 'fs.read': { ...read, ...search }, 'fs.write': write } as unknown as Powers
  const ended = await execute(parsed, { power, signal })
  return ended.ok ? ended.value : { ...ended.error, failed: true as const }
}

describe('read_file', () => {
  const ten = Array.from({ length: 10 }, (_, line) => `line ${line + 1}`).join('\n')
  beforeEach(() => put('ten', `${ten}\n`))

  it.each([
    [{}, `${ten}\n`],
    [{ offset: 9 }, 'line 9\nline 10\n[Lines 9 to 10; these are the last.]'],
    [{ limit: 2 }, 'line 1\nline 2\n[Lines 1 to 2 of 10. Go on with offset 3.]'],
    [{ offset: 4, limit: 1 }, 'line 4\n[Lines 4 to 4 of 10. Go on with offset 5.]'],
    [{ offset: 11 }, 'ten has 10 lines, so there is no line 11.'],
  ])('reads %j', async (args, text) => {
    expect(await run(readFile, { path: 'ten', ...args })).toMatchObject({ text })
  })

  it('gives a long file in parts that come to the whole, each with where to go on', async () => {
    const lines = Array.from({ length: 9_000 }, (_, line) => `${line} ${'x'.repeat(line % 40)}`)
    put('long', lines.join('\n'))
    let [text, offset, parts] = ['', 1, 0]
    for (;;) {
      const part = await run(readFile, { path: 'long', offset })
      const [, body = '', next] =
        /^([^]*)\n\[Lines .*?(?:offset (\d+)\.|last\.)\]$/.exec(part.text) ?? []
      expect(part.text.length).toBeLessThan(50_000)
      text += text === '' ? body : `\n${body}`
      parts += 1
      if (next === undefined) break
      offset = Number(next)
    }
    expect([text === lines.join('\n'), parts > 3]).toEqual([true, true])
  })

  it('reads nothing of an empty file, and a line longer than any answer', async () => {
    put('empty', '')
    expect(await run(readFile, { path: 'empty' })).toMatchObject({ text: '' })
    put('one', 'x'.repeat(60_000))
    expect(await run(readFile, { path: 'one' })).toMatchObject({ data: { to: 1, complete: true } })
  })

  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  it.each([
    ['a.png', png, 'image/png', 'image'],
    ['a.jpg', Buffer.from('ffd8ffe000104a46', 'hex'), 'image/jpeg', 'image'],
    ['a.webp', Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP')]), 'image/webp', 'image'],
    ['a.gif', Buffer.from('GIF89a\0\0'), 'image/gif', 'image'],
    ['a.pdf', Buffer.from('%PDF-1.7\n%\0\0'), 'application/pdf', 'blob'],
    ['plain.pdf', Buffer.from('%PDF-1.7\nplain'), 'application/pdf', 'blob'],
  ])('hands %s over whole, by what is in it', async (name, bytes, mimeType, kind) => {
    put(name, bytes)
    expect(await run(readFile, { path: name })).toMatchObject({
      content: [{ kind, mimeType, data: bytes.toString('base64') }],
      data: { bytes: bytes.length },
    })
  })

  it('refuses other bytes, and a picture too large to be shown', async () => {
    put('program', Buffer.from('MZ\0\0\x01'))
    expect(await run(readFile, { path: 'program' })).toMatchObject({ code: 'file.binary' })
    put('large.png', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))
    expect(await run(readFile, { path: 'large.png' })).toMatchObject({ code: 'file.too-large' })
  })

  it.each([
    {},
    { path: '' },
    { path: 'x'.repeat(4097) },
    { path: 1 },
    { path: 'a', offset: 0 },
    { path: 'a', limit: 0 },
    { path: 'a', encoding: 'x' },
  ])('takes no %j', (args) =>
    expect(touchesOf(readFile as unknown as AnyTool, args)).toBeTypeOf('string'),
  )
})

describe('edit_file', () => {
  const text = 'one {\n    two\n    three\n}\n'
  beforeEach(() => put('code', text))
  const now = (): string => readFileSync(at('code'), 'utf8')

  it.each<[string, object, string]>([
    ['one piece', { old_text: 'two', new_text: '2' }, 'one {\n    2\n    three\n}\n'],
    [
      'several in their order, each on what the one before left',
      {
        edits: [
          { old_text: 'two', new_text: 'four' },
          { old_text: 'four', new_text: 'five' },
        ],
      },
      'one {\n    five\n    three\n}\n',
    ],
    [
      'whole lines with another indentation, which the new ones take',
      { matching: 'lines', old_text: 'two\nthree', new_text: 'four\n  five' },
      'one {\n    four\n      five\n}\n',
    ],
    [
      'whole lines taken out',
      { matching: 'lines', old_text: '  two  ', new_text: '' },
      'one {\n    three\n}\n',
    ],
  ])('replaces %s', async (_what, args, want) => {
    expect(await run(editFile, { path: 'code', ...args })).not.toHaveProperty('failed')
    expect(now()).toBe(want)
  })

  it('keeps the line ends of a file from Windows where whole lines are replaced', async () => {
    put('code', 'a\r\n  b\r\nc\r\n')
    await run(editFile, { path: 'code', matching: 'lines', old_text: 'b', new_text: 'x\ny' })
    expect(now()).toBe('a\r\n  x\r\n  y\r\nc\r\n')
  })

  it.each<[string, object, string]>([
    ['is not there', { old_text: 'four', new_text: '' }, 'edit.not-found'],
    ['is there twice', { old_text: 'e', new_text: '' }, 'edit.not-unique'],
    [
      'is part of a line only',
      { matching: 'lines', old_text: 'thre', new_text: '' },
      'edit.not-found',
    ],
    [
      'is missing for the second edit',
      {
        edits: [
          { old_text: 'two', new_text: '2' },
          { old_text: 'two', new_text: '3' },
        ],
      },
      'edit.not-found',
    ],
  ])('changes nothing where the old text %s', async (_what, args, code) => {
    expect(await run(editFile, { path: 'code', ...args })).toMatchObject({ code })
    expect(now()).toBe(text)
  })

  it('shows with dry_run what would change, touches nothing for writing, and writes nothing', async () => {
    const args = { path: 'code', old_text: 'two', new_text: '2', dry_run: true }
    expect(touchesOf(editFile as unknown as AnyTool, args)).toEqual([
      { kind: 'fs.read', path: 'code' },
    ])
    const ended = await run(editFile, args)
    expect(ended.text).toContain('-    two\n+    2\n')
    expect([now(), 'data' in ended && ended.data]).toEqual([
      text,
      { path: 'code', edits: 1, written: false },
    ])
  })

  it('shows on its card what it will write', async () => {
    const asked = editFile.input.parse({ path: 'code', old_text: 'two', new_text: '2' })
    expect(await editFile.preview?.(asked, async () => text)).toEqual([
      { path: 'code', before: text, after: 'one {\n    2\n    three\n}\n' },
    ])
  })

  it.each([
    [{}],
    [{ path: 'a' }],
    [{ path: 'a', old_text: 'x' }],
    [{ path: 'a', new_text: 'x' }],
    [{ path: 'a', old_text: '', new_text: 'x' }],
    [{ path: 'a', edits: [] }],
    [{ path: 'a', edits: [{ old_text: 'x' }] }],
    [{ path: 'a', edits: [{ old_text: 'x', new_text: 'y', all: true }] }],
    [{ path: 'a', old_text: 'x', new_text: 'y', edits: [{ old_text: 'x', new_text: 'y' }] }],
    [{ path: 'a', old_text: 'x', new_text: 'y', matching: 'regex' }],
    [{ path: ['a'], old_text: 'x', new_text: 'y' }],
  ])('takes no %j', (args) => {
    expect(touchesOf(editFile as unknown as AnyTool, args)).toBeTypeOf('string')
  })
})

describe('list_dir', () => {
  beforeEach(() => {
    for (const folder of ['tree/src/deep', 'tree/out']) mkdirSync(at(folder), { recursive: true })
    for (const file of ['a.ts', 'src/b.ts', 'src/deep/c.ts', 'out/d.js', '.env'])
      put(`tree/${file}`, 'x')
    put('tree/.gitignore', 'out/\n')
  })

  it.each<[object, readonly string[]]>([
    [{}, ['.env  1', '.gitignore  5', 'a.ts  1', 'out/', 'src/']],
    [{ hidden: false }, ['a.ts  1', 'out/', 'src/']],
    [
      { depth: 2 },
      ['.env', '.gitignore', 'a.ts', 'out/', 'out/d.js', 'src/', 'src/b.ts', 'src/deep/'],
    ],
    [{ depth: 2, ignore_files: true, hidden: false }, ['a.ts', 'src/', 'src/b.ts', 'src/deep/']],
    [{ depth: 9, glob: '*.ts' }, ['a.ts', 'src/b.ts', 'src/deep/c.ts']],
    [{ glob: '*.ts' }, ['a.ts']],
    [{ glob: '*.rs' }, ['Nothing matches.']],
  ])('lists %j', async (args, lines) => {
    const { text } = await run(listDir, { path: 'tree', ...args })
    expect(text.split('\n')).toEqual(lines)
  })

  it.each([
    [{ path: '' }],
    [{ depth: 0 }],
    [{ depth: 21 }],
    [{ glob: '' }],
    [{ glob: 7 }],
    [{ all: true }],
  ])('takes no %j', (args) => {
    expect(touchesOf(listDir as unknown as AnyTool, args)).toBeTypeOf('string')
  })
})

describe('bytes that are written', () => {
  it('are on the disk as they are, and only where the call may write', async () => {
    const bytes = Buffer.from([0, 255, 13, 10])
    const found = await resolved('bin')
    if (!found.ok) throw new Error(found.error.text)
    const { write } = filePowers({ permitted: [{ kind: 'fs.write', ...found.value }], resolved })
    expect(await write.writeBytes('bin', bytes)).toEqual({
      ok: true,
      value: { bytes: 4, created: true },
    })
    expect(readFileSync(at('bin')).equals(bytes)).toBe(true)
    expect(await write.writeBytes('other', bytes)).toMatchObject({
      error: { code: 'path.outside-permit' },
    })
    expect(await run(writeFile, { path: 'text', content: 'x' })).toMatchObject({
      data: { created: true },
    })
  })
})

describe('files that get another name', () => {
  const permittedFor = async (paths: readonly string[]): Promise<CanonicalTouch[]> => {
    const all: CanonicalTouch[] = []
    for (const path of paths) {
      const found = await resolved(path)
      if (found.ok) all.push({ kind: 'fs.write', ...found.value })
    }
    return all
  }
  const move = async (from: string, to: string, allowed = [from, to]) => {
    const { write } = filePowers({ permitted: await permittedFor(allowed), resolved })
    const ended = await write.move(from, to)
    return ended.ok ? 'moved' : ended.error.code
  }
  beforeEach(() => {
    mkdirSync(at('names'), { recursive: true })
    for (const name of ['a', 'b']) put(`names/${name}`, name)
  })

  it('are whole under the new one, and gone from the old', async () => {
    put('names/old', 'text')
    expect(await move('names/old', 'names/new folder/new')).toBe('moved')
    expect(readFileSync(at('names/new folder/new'), 'utf8')).toBe('text')
    expect(existsSync(at('names/old'))).toBe(false)
  })

  it.each<[string, string, string, (readonly string[])?]>([
    ['file.exists', 'names/a', 'names/b'],
    ['file.exists', 'names/a', 'names/a'],
    ['file.missing', 'names/none', 'names/free'],
    ['file.is-folder', 'names', 'free'],
    ['path.outside-permit', 'names/a', 'names/free', ['names/a']],
    ['path.outside-permit', 'names/a', 'names/free', ['names/free']],
  ])('%s: nothing is moved', async (code, from, to, allowed) => {
    expect(await move(from, to, [...(allowed ?? [from, to])])).toBe(code)
    expect([readFileSync(at('names/a'), 'utf8'), readFileSync(at('names/b'), 'utf8')]).toEqual([
      ...['a', 'b'],
    ])
    expect(existsSync(at('names/free'))).toBe(false)
  })

  it('stay where they are once a link or a second name leads elsewhere', async () => {
    put('names/twice', 'text')
    linkSync(at('names/twice'), at('names/second'))
    expect(await move('names/twice', 'names/free')).toBe('file.hard-linked')
    mkdirSync(at('elsewhere'), { recursive: true })
    const permitted = await permittedFor(['names/a', 'names/sub/free'])
    symlinkSync(at('elsewhere'), at('names/sub'))
    const { write } = filePowers({ permitted, resolved })
    expect(await write.move('names/a', 'names/sub/free')).toMatchObject({ ok: false })
    expect(existsSync(at('elsewhere/free'))).toBe(false)
  })
})

describe('obsidian in a folder', () => {
  const vault = obsidian(Services.parse({ obsidian: { vault: at('vault') } }))
  const note = (path: string) => at(`vault/${path}`)
  beforeEach(() => {
    mkdirSync(at('vault'), { recursive: true })
    put('vault/Plan.md', '# Plan')
  })

  it('renames a note into a folder that is new, and never over another', async () => {
    put('vault/Other.md', 'other')
    expect(
      await run(vault, { action: 'rename', path: 'Plan.md', new_path: 'Other.md' }),
    ).toMatchObject({ failed: true, code: 'file.exists' })
    expect(
      await run(vault, { action: 'rename', path: 'Plan.md', new_path: 'Old/2026.md' }),
    ).toMatchObject({ text: 'Renamed: Plan.md is now Old/2026.md' })
    expect(readFileSync(note('Old/2026.md'), 'utf8')).toBe('# Plan')
    expect([existsSync(note('Plan.md')), readFileSync(note('Other.md'), 'utf8')]).toEqual([
      ...[false, 'other'],
    ])
  })

  it('puts a deleted note into the trash of the vault, where the next of its name does not fit', async () => {
    const deletion = { action: 'delete', path: 'Plan.md' }
    expect(await run(vault, deletion)).toMatchObject({
      text: 'Moved to the trash of the vault: Plan.md',
    })
    expect(readFileSync(note('.trash/Plan.md'), 'utf8')).toBe('# Plan')
    put('vault/Plan.md', 'again')
    expect(await run(vault, deletion)).toMatchObject({ failed: true, code: 'file.exists' })
    expect(readFileSync(note('Plan.md'), 'utf8')).toBe('again')
  })
})
