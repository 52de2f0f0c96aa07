// What a plain `npm test` leaves to the whole run is a choice, and this holds it to its rule as far
// as text shows it (decision 64): each tool, each topic of the command line and of the IPC table
// and each screen is met by a test that stays.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ipc } from '../../contract/ipc/ipc.ts'
import { topics } from '../../main/host/cli/commands.ts'
import { examples } from '../../main/host/cli/reference/examples.ts'
import { catalog } from '../../tools/catalog.ts'
import { shortOf, testFiles } from './short-part.ts'

const root = join(import.meta.dirname, '..', '..')
const files = testFiles(join(root, 'test'))
const inFolder = (...folders: readonly string[]): string =>
  files
    .filter(({ path }) => folders.some((folder) => path.startsWith(`test/${folder}/`)))
    .map(({ short }) => short)
    .join('\n')
const TEST = /\b(?:it|test)\b[.(]/
/** Topics that tests call by pressing what a person presses. */
const BY_WINDOW: Readonly<Record<string, string>> = {
  'own-agents': 'test/cli/own-agents.test.ts',
  plugins: 'test/e2e/plugins.spec.ts',
  records: 'test/e2e/records.spec.ts',
  terminals: 'test/e2e/terminals.spec.ts',
  updates: 'test/host/electron-updates.test.ts',
}
/** As a word of its own in quotes, or in a line of the command line. */
const met = (text: string, name: string): boolean =>
  new RegExp(String.raw`['"\x60 ]${name}['"\x60 .]`).test(text)

describe('the text of the short part', () => {
  it.each([
    ['a test', "it('a', () => {\n  one()\n})\nit('b @whole', () => {\n  two()\n})\nrest()", 'two'],
    ['a test in lines', "it(\n  'b @whole',\n  () => {\n    two()\n  },\n)\none()", 'two'],
    [
      'a table',
      "one()\nit.each([\n  ['two'],\n])('b %s @whole', (row) => {\n  check(row)\n})",
      'two',
    ],
    [
      'a suite',
      "describe('x @whole', () => {\n  it('y', () => {\n    two()\n  })\n})\none()",
      'two',
    ],
    // In two pieces: the runner takes the whole of it for the mark of this file.
    ['a file', `// About.\n// @module-${'tag'} whole\nit('one', () => {\n  two()\n})`, 'two'],
  ])('is without %s that is marked', (_what, text, gone) => {
    expect(shortOf(text)).not.toContain(gone)
    expect(shortOf(text).includes('one()')).toBe(!text.startsWith('// About'))
  })
})

describe('a plain npm test', () => {
  it('meets every tool in a test of tools, of the pipeline, of the registry or of a whole app', () => {
    const text = inFolder('tools', 'pipeline', 'wiring', 'sandbox', 'terminals', 'agent', 'cli')
    const names = catalog.map(({ manifest }) => manifest.name)
    expect(
      names.filter((name) => !met(text, name)),
      'name it in a test of its own, outside of @whole: step 4 of its recipe in docs/recipes.md',
    ).toEqual([])
  })

  it('runs every example of the help, and each topic of the command line has one', () => {
    expect(inFolder('cli')).toMatch(/it\.each\(lines\.filter\(.*'%s', async/)
    const shown = Object.values(examples).flatMap((all) => all.map(({ line }) => line))
    expect(
      topics
        .map(({ name }) => name)
        .filter((name) => !shown.some((line) => line.startsWith(`gatehouse ${name}`))),
    ).toEqual([])
  })

  it('calls every topic of the IPC table, itself or by the window', () => {
    const names = [...new Set(Object.keys(ipc).map((channel) => channel.split('.')[0] ?? ''))]
    const all = files.map(({ short }) => short).join('\n')
    const pressed = Object.keys(BY_WINDOW).filter((name) =>
      files.some(({ path, short }) => path === BY_WINDOW[name] && TEST.test(short)),
    )
    expect(pressed).toEqual(Object.keys(BY_WINDOW))
    expect(names.filter((name) => !all.includes(`'${name}.`) && !pressed.includes(name))).toEqual(
      [],
    )
  })

  it('opens every screen, with axe', () => {
    expect(inFolder('e2e')).toContain('axe finds nothing on any screen')
  })

  it('has a test in every folder of tests', () => {
    const folders = [...new Set(files.map(({ path }) => path.split('/')[1] ?? ''))]
    expect(folders.filter((folder) => !TEST.test(inFolder(folder)))).toEqual([])
  })
})

it('no mark is misspelt', () => {
  const odd = files.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /^.*\w @(?!whole\b|soak\b|desktop\b)[\w-]+['"`], (?:async )?\(.*$|^.*[^\s'"`]@whole['"`].*$/gm,
      ),
    ].map(([line]) => `${path}: ${line}`),
  )
  expect(odd).toEqual([])
})

it('no file is left to the whole run by a text in it that only looks like the mark', () => {
  const mark = ['@module', 'tag whole'].join('-')
  expect(
    files
      .filter(({ text }) => text.includes(mark) && !text.split('\n').includes(`// ${mark}`))
      .map(({ path }) => path),
  ).toEqual([])
})

describe('the commands of the three parts', () => {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8')

  it('are in package.json, and in CONTRIBUTING with when they are for', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    expect([scripts['test'], scripts['test:whole'], scripts['test:soak']]).toEqual([
      'node test/run.mjs',
      'node test/run.mjs --whole',
      'node test/soak.mjs',
    ])
    for (const command of ['npm test', 'npm run test:whole', 'npm run test:soak'])
      expect(read('CONTRIBUTING.md')).toContain(`\`${command}\``)
  })

  it('are run as it says there: all of it on Linux and every night, the short part elsewhere', () => {
    expect(read('.github/workflows/test.yml')).toMatch(
      /if: runner\.os == 'Linux'\n +run: npm run test:whole\n[^]*if: runner\.os != 'Linux'\n +run: npm test\n/,
    )
    const nightly = read('.github/workflows/nightly.yml')
    expect(nightly).toContain('run: npm run test:whole\n')
    expect(nightly).toContain('run: npm run test:soak\n')
  })

  it('are three, and the second leaves nothing out', () => {
    const runner = read('test/run.mjs')
    expect(runner).toContain("whole ? [] : ['--tags-filter=!whole'")
    expect(read('README.md')).toContain('npm start\nnpm test\n')
  })
})
