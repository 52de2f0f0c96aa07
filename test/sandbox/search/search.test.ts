// Looking for files and lines in a real tree: what is found, what is left out, and what is never
// named, in a tree that anyone may have made.
import {
  chmodSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SearchRequest } from '../../../contract/call/powers/file-power.ts'
import { scratchFolder } from '../scratch.ts'
import { searching, toFind, toSearch, type Setting } from './searching.ts'
import { fewCases } from '../../whole.ts'

const root = scratchFolder('search')
const workspace = join(root, 'ws')
const put = (path: string, text: string | Buffer): void => {
  mkdirSync(dirname(join(workspace, path)), { recursive: true })
  writeFileSync(join(workspace, path), text)
}

beforeAll(() => {
  put('src/a.ts', 'const one = 1\nconst two = 2\nfunction one() {\n')
  put('src/deep/b.test.ts', 'expect(one).toBe(1)\r\nnext line\r\n')
  put('src/deep/b.md', 'One day\n')
  put('docs/größe.md', 'Größe one\n')
  put('.hidden/h.ts', 'one hidden\n')
  put('.env', 'KEY=one\n')
  put('node_modules/p/index.js', 'one of a package\n')
  put('build/out.js', 'one built\n')
  put('build/keep.js', 'one kept\n')
  put('.gitignore', '# made\nnode_modules/\n/build/*\n!/build/keep.js\n*.log\n')
  put('src/.gitignore', 'deep/*.md\n!important.log\n')
  put('x.log', 'one logged\n')
  put('src/important.log', 'one important\n')
  put('.git/config', '[one]\n')
  put('bin', Buffer.from('one\0two\n'))
  put('latin.txt', Buffer.from('one caf\xe9 au lait\n', 'latin1'))
  put('wide.txt', Buffer.from('\ufeffone wide\n', 'utf16le'))
  put('marked.txt', '\ufeffone marked\n')
  put('-dash.txt', 'one dash\n')
  put('two words.txt', 'one word\n')
  put('stopped/secret.txt', 'one secret\n')
  put('own/secret.pem', 'one secret\n')
  put('long.txt', `${'x'.repeat(5_000)}one${'y'.repeat(5_000)}\n`)
  writeFileSync(join(root, 'outside.txt'), 'one outside\n')
  symlinkSync(join(root, 'outside.txt'), join(workspace, 'link.txt'))
  symlinkSync(root, join(workspace, 'linked'))
  linkSync(join(root, 'outside.txt'), join(workspace, 'hard.txt'))
})

const plain: Setting = {
  workspace,
  stop: [join(workspace, 'stopped')],
  own: ['**/*.pem'],
}
const lines = async (
  pattern: string,
  more: Partial<SearchRequest> = {},
  at = '.',
  setting = plain,
) => {
  const found = await (await searching(setting, at)).search(at, toSearch(pattern, more))
  if (!found.ok) throw new Error(`${found.error.code}: ${found.error.text}`)
  return found.value.found.flatMap(({ file, lines: all }) =>
    all.map(({ line, text }) => `${file}:${line}: ${text}`),
  )
}
const names = async (more: Parameters<typeof toFind>[0] = {}, at = '.', setting = plain) => {
  const found = await (await searching(setting, at)).find(at, toFind(more))
  if (!found.ok) throw new Error(`${found.error.code}: ${found.error.text}`)
  return found.value
}

describe('lines', () => {
  it('are found in every text file that is neither hidden nor ignored, and nowhere else', async () => {
    expect(await lines('one')).toEqual([
      '-dash.txt:1: one dash',
      'build/keep.js:1: one kept',
      'docs/größe.md:1: Größe one',
      'latin.txt:1: one caf\ufffd au lait',
      `long.txt:1: …${'x'.repeat(100)}one${'y'.repeat(197)}…`,
      'marked.txt:1: one marked',
      'src/a.ts:1: const one = 1',
      'src/a.ts:3: function one() {',
      'src/deep/b.test.ts:1: expect(one).toBe(1)',
      'src/important.log:1: one important',
      'two words.txt:1: one word',
      'wide.txt:1: one wide',
    ])
  })

  const patterns: readonly [
    pattern: string,
    more: Partial<SearchRequest>,
    want: readonly string[],
  ][] = [
    ['secret', { hidden: true, ignored: true }, []],
    ['outside', { hidden: true, ignored: true }, []],
    ['\\[one\\]', { hidden: true, ignored: true }, []],
    ['ONE day', { ignoreCase: true, ignored: true }, ['src/deep/b.md:1: One day']],
    ['^next line$', {}, ['src/deep/b.test.ts:2: next line']],
    ['one() {', { literally: true }, ['src/a.ts:3: function one() {']],
    ['\\bt\\w+ = \\d', {}, ['src/a.ts:2: const two = 2']],
    ['caf.', { glob: 'latin*' }, []],
    ['^one caf', { glob: 'latin*' }, ['latin.txt:1: one caf\ufffd au lait']],
    ['^one', { glob: '{marked,wide}.txt' }, ['marked.txt:1: one marked', 'wide.txt:1: one wide']],
    ['one', { glob: '*.test.ts' }, ['src/deep/b.test.ts:1: expect(one).toBe(1)']],
    ['one', { glob: 'src/*.ts' }, ['src/a.ts:1: const one = 1', 'src/a.ts:3: function one() {']],
    ['hidden', { hidden: true }, ['.hidden/h.ts:1: one hidden']],
    ['KEY', { hidden: true }, ['.env:1: KEY=one']],
    ['package', { ignored: true }, ['node_modules/p/index.js:1: one of a package']],
  ]
  it.each(fewCases(patterns, 6))('%s with %j', async (_name, pattern, more, want) => {
    expect(await lines(pattern, more)).toEqual(want)
  })

  it('of one file, and of a folder of its own, with the ignore files above it', async () => {
    expect(await lines('one', {}, 'src/a.ts')).toEqual([
      ':1: const one = 1',
      ':3: function one() {',
    ])
    expect(await lines('.', {}, 'src/deep')).toEqual([
      'b.test.ts:1: expect(one).toBe(1)',
      'b.test.ts:2: next line',
    ])
    expect(await lines('KEY', {}, '.env')).toEqual([':1: KEY=one'])
    expect(await lines('one', {}, 'build')).toEqual(['keep.js:1: one kept'])
  })

  it('come with the lines round them, and say that there are more', async () => {
    const power = await searching(plain)
    expect(await power.search('.', toSearch('two', { around: 1, glob: 'a.ts' }))).toMatchObject({
      ok: true,
      value: {
        more: false,
        cut: null,
        found: [
          {
            file: 'src/a.ts',
            lines: [
              {
                line: 2,
                before: ['const one = 1'],
                text: 'const two = 2',
                after: ['function one() {'],
              },
            ],
          },
        ],
      },
    })
    expect(await power.search('.', toSearch('one', { most: 2 }))).toMatchObject({
      ok: true,
      value: { more: true, found: [{ file: '-dash.txt' }, { file: 'build/keep.js' }] },
    })
  })

  it('of a person who may not read a file are left out, whatever folder is searched @whole', async () => {
    const readable = (path: string): boolean => !path.includes('/docs/')
    expect(await lines('Größe', {}, '.', { ...plain, readable })).toEqual([])
    expect((await names({ glob: 'docs/**' }, '.', { ...plain, readable })).files).toEqual([])
  })

  it('say what was left out', async () => {
    put('huge.bin', '')
    truncateSync(join(workspace, 'huge.bin'), 11 * 1024 * 1024)
    put('shut.txt', 'one shut\n')
    chmodSync(join(workspace, 'shut.txt'), 0)
    const found = await (await searching(plain)).search('.', toSearch('one'))
    const asRoot = process.geteuid?.() === 0
    expect(found).toMatchObject({
      ok: true,
      value: { leftOut: { large: 1, binary: 1, unreadable: asRoot ? 0 : 1, linked: 1 } },
    })
    for (const name of ['huge.bin', 'shut.txt']) rmSync(join(workspace, name))
  })

  it.each([
    ['(?=x)', 'search.pattern'],
    ['(a)\\1', 'search.pattern'],
    ['a++', 'search.pattern'],
    ['(', 'search.pattern'],
    ['a)', 'search.pattern'],
    ['[a', 'search.pattern'],
    ['*', 'search.pattern'],
    ['a\nb', 'search.pattern'],
    ['((((a{100}){100}){100}){100})', 'search.pattern'],
    [`${'('.repeat(200)}a${')'.repeat(200)}`, 'search.pattern'],
  ])('are not looked for with %j, and the reason is said', async (pattern, code) => {
    const found = await (await searching(plain)).search('.', toSearch(pattern))
    expect(found).toMatchObject({ ok: false, error: { code } })
  })

  it('are found in time by a pattern that makes other engines try for ever @whole', async () => {
    put('evil/a.txt', `${'a'.repeat(5_000)}!\n${'a'.repeat(50)}b\n`)
    // Where one is tried for ever, the test does not end.
    for (const pattern of ['^(a+)+$', '^(a|a)*$', '^(a*)*c?$', '(x+x+)+y|(a?){40}a{40}$'])
      await lines(pattern, {}, 'evil')
    expect(await lines('^(a+)+b$', {}, 'evil')).toEqual([`a.txt:2: ${'a'.repeat(50)}b`])
    rmSync(join(workspace, 'evil'), { recursive: true })
  })

  it('end at the time limit, with what there is so far', async () => {
    const power = await searching(plain)
    expect(await power.search('.', toSearch('one', { timeMs: 1 }))).toMatchObject({
      ok: true,
      value: { cut: 'time' },
    })
    const stopped = new AbortController()
    const over = searching({ ...plain, signal: stopped.signal })
    stopped.abort()
    expect(await (await over).search('.', toSearch('one'))).toMatchObject({
      ok: true,
      value: { cut: 'time' },
    })
  })
})

describe('files', () => {
  const globs: readonly [more: Parameters<typeof toFind>[0], want: readonly string[]][] = [
    [{ glob: '*.pem', hidden: true, ignored: true }, []],
    [{ glob: 'secret*', hidden: true, ignored: true }, []],
    [{ glob: '*.ts' }, ['src/a.ts', 'src/deep/b.test.ts']],
    [{ glob: '**/*.ts' }, ['src/a.ts', 'src/deep/b.test.ts']],
    [{ glob: 'src/**' }, ['src/a.ts', 'src/deep/b.test.ts', 'src/important.log']],
    [{ glob: './src/*.ts' }, ['src/a.ts']],
    [{ glob: '[a-b].ts' }, ['src/a.ts']],
    [{ glob: '[!a].*', ignored: true }, ['src/deep/b.md', 'src/deep/b.test.ts', 'x.log']],
    [{ glob: '?.{ts,md}', ignored: true }, ['src/a.ts', 'src/deep/b.md']],
    [{ glob: 'gr*ße.md' }, ['docs/größe.md']],
    [{ glob: '*', what: 'folder' }, ['build', 'docs', 'own', 'src', 'src/deep']],
    [
      { glob: '*.txt', ignored: true, hidden: true },
      ['-dash.txt', 'latin.txt', 'long.txt', 'marked.txt', 'two words.txt', 'wide.txt'],
    ],
    [{ glob: 'h.ts', hidden: true }, ['.hidden/h.ts']],
  ]
  it.each(fewCases(globs, 4))('by %s', async (_name, more, want) => {
    expect((await names(more)).files).toEqual(want)
  })

  it('are not looked for in a file, in nothing, in a closed place, or by a glob without an end', async () => {
    const code = async (path: string, glob: string | null = null, at = path) => {
      const found = await (await searching(plain, at)).find(path, toFind({ glob }))
      return found.ok ? '' : found.error.code
    }
    expect(await code('src/a.ts')).toBe('file.not-folder')
    expect(await code('nothing')).toBe('file.missing')
    expect(await code('stopped')).toBe('path.stop')
    expect(await code('.', '[a')).toBe('search.glob')
    expect(await code('.', '{a,b')).toBe('search.glob')
    expect(await code('docs', null, 'src')).toBe('path.outside-permit')
    expect(await code(join(root, 'outside.txt'), null, '.')).toBe('path.outside-permit')
  })

  it('of a glob that makes other engines try for ever are found in time @whole', async () => {
    put(`evil/${'a'.repeat(200)}`, '')
    // Where one is tried for ever, the test does not end.
    await names({ glob: `${'*a'.repeat(40)}b` })
    await names({ glob: `{${'{a,b}'.repeat(100)},x}` })
    put('evil/.gitignore', `${'*a'.repeat(40)}b\n${'**/'.repeat(100)}b\n[z-a]\n[\n\\\n`)
    expect((await names({ glob: 'evil/**' })).files).toEqual([`evil/${'a'.repeat(200)}`])
    rmSync(join(workspace, 'evil'), { recursive: true })
  })

  it('are never those of a folder that was swapped for a link meanwhile @whole', async () => {
    put('swap/in.txt', 'one inside\n')
    let over = false
    const swapper = (async () => {
      const [real, away] = [join(workspace, 'swap'), join(workspace, 'swap-away')]
      while (!over) {
        renameSync(real, away)
        symlinkSync(root, real)
        await new Promise(setImmediate)
        rmSync(real)
        renameSync(away, real)
        await new Promise(setImmediate)
      }
    })()
    try {
      for (let round = 0; round < 15; round += 1) {
        const found = await lines('one (inside|outside)')
        expect(found.join()).not.toContain('outside')
      }
    } finally {
      over = true
      await swapper
      rmSync(join(workspace, 'swap'), { recursive: true })
    }
  })
})
