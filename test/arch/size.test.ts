// How much a reader has to take in (decision 91): files, folders, and the walk of one call. Counted in
// lines that are neither blank nor comment, so that nothing is gained by leaving out what explains.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { longFunctions } from './long-functions.ts'

const root = join(import.meta.dirname, '..', '..')
const PRODUCT = /^(?:contract|main|preload|renderer|tools)\//
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => PRODUCT.test(file))
const programs = files.filter((file) => /\.tsx?$/.test(file))

function linesOfCode(text: string): number {
  let inComment = false
  return text.split('\n').filter((line) => {
    const bare = line.trim()
    const isComment = inComment || bare.startsWith('/*')
    if (isComment) inComment = !bare.includes('*/')
    return bare !== '' && !isComment && !bare.startsWith('//')
  }).length
}

const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

it.each([
  ['code', 'one()\ntwo()\n', 2],
  ['blank lines and comments', '// One.\n\n/** Two.\n * Three.\n */\nfour()\n', 1],
  ['a comment of one line, and what follows', '/** One. */\ntwo()\n', 1],
])('counts %s', (_what, text, lines) => {
  expect(linesOfCode(text)).toBe(lines)
})

it.each([
  ['one of as many lines', 'function a() {\n\n}\n', []],
  ['one that is declared', 'export function a() {\n\n\n}\n', ['a']],
  ['one that a name is given to', 'const a = () => {\n\n\n}\n', ['a']],
  ['a method', 'const a = {\n  b() {\n\n\n  }\n}\n', ['b']],
  ['one without a name', 'a(() => {\n\n\n})\n', ['line 1']],
  ['each of those around it', 'function a() {\n  function b() {\n\n\n  }\n}\n', ['a', 'b']],
  ['what is long and no function', 'const a = {\n\n\n\n}\n', []],
])('finds the functions of more than three lines: %s', (_what, text, names) => {
  expect(longFunctions('sample.ts', text, 3)).toEqual(names)
})

describe('a reader', () => {
  it('meets no file of more than 300 lines of code', () => {
    expect(programs.filter((file) => linesOfCode(read(file)) > 300)).toEqual([])
  })

  it('meets no file of 150 lines in the hosts, which hold windows, sockets and arguments only', () => {
    const hosts = programs.filter((file) => file.startsWith('main/host/'))
    expect(hosts.length).toBeGreaterThan(200)
    expect(hosts.filter((file) => read(file).split('\n').length > 150)).toEqual([])
  })

  it('meets no style sheet of more than 300 lines', () => {
    const sheets = files.filter((file) => file.endsWith('.css'))
    expect(sheets.length).toBeGreaterThan(20)
    expect(sheets.filter((file) => linesOfCode(read(file)) > 300)).toEqual([])
  })

  it('meets no function of more than 150 lines', () => {
    const long = programs.flatMap((file) =>
      longFunctions(file, read(file), 150).map((name) => `${file} ${name}`),
    )
    expect(long, 'take a part of it out, into a file of its own').toEqual([])
  })

  it('meets files of main whose median is below 60 lines of code', () => {
    const main = programs.filter((file) => file.startsWith('main/'))
    expect(median(main.map((file) => linesOfCode(read(file))))).toBeLessThan(60)
  })

  it('meets no folder of more than 26 files', () => {
    const counts = Map.groupBy(files, dirname)
    const full = [...counts].filter(([, inIt]) => inIt.length > 26).map(([folder]) => folder)
    expect(full, 'give those that belong together a folder of their own').toEqual([])
  })

  it('reads the walk of a call, as docs/architecture.md lists it, in less than 2,300 lines', () => {
    const table = read('docs/architecture.md').split('| file (`main/pipeline/`)')[1] ?? ''
    const rows = table.slice(0, table.indexOf('\n\n')).split('\n').slice(2)
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([\w/-]+\.ts)`/g)].map(
        ([, file = '']) => `main/pipeline/${file}`,
      ),
    )
    expect(named.length).toBeGreaterThan(10)
    const way = ['main/ipc/serve.ts', 'main/services/tools/tools-service.ts', ...named]
    const lines = way.reduce((sum, file) => sum + read(file).split('\n').length, 0)
    expect(lines).toBeLessThan(2_300)
  })
})
