// Runs the examples of the README and the user guide. `yaml policy` is read by the real parser,
// `sh gatehouse` by the real command line in a home folder of its own, and links must lead somewhere.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parseFile } from '../../main/config/parse.ts'
import { policyFacts } from '../../main/policy/policy-facts.ts'
import { makeHome } from '../cli/gatehouse.ts'
import {
  type Fence,
  commandsOf,
  fencesOf,
  headingsOf,
  linksOf,
  showsLines,
  wordsOf,
} from './fences.ts'

const root = join(import.meta.dirname, '../..')
const pages = ['README.md', ...globSync('docs/guide/*.md', { cwd: root }).toSorted()]
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8')
const markdown = globSync(['*.md', 'docs/**/*.md', '.github/**/*.md'], { cwd: root }).toSorted()

describe('the user guide', () => {
  it.each(pages)('%s has a picture or an example that is run', (page) => {
    const run = fencesOf(textOf(page)).filter(({ info }) => info.includes(' '))
    expect(
      run.length + linksOf(textOf(page)).filter((link) => link.endsWith('.png')).length,
    ).toBeGreaterThan(0)
  })

  const policies = pages.flatMap((page) =>
    fencesOf(textOf(page))
      .filter(({ info }) => info === 'yaml policy')
      .map(({ line, text }) => ({ page, line, text })),
  )
  it.each(policies)('$page:$line is a configuration without a problem or a warning', ({ text }) => {
    const parsed = parseFile(text, 'config.yaml', policyFacts(Date.now))
    expect(parsed.ok ? parsed.value.warnings : parsed.error).toEqual([])
  })

  it.each(pages.filter((page) => textOf(page).includes('```sh gatehouse')))(
    '%s shows what the command line prints @whole',
    async (page) => {
      const home = makeHome()
      afterAll(() => home.remove())
      mkdirSync(home.workspace, { recursive: true })
      mkdirSync(home.folder, { recursive: true })
      writeFileSync(join(home.workspace, 'README.md'), '# Notes\n')
      const fences = fencesOf(textOf(page))
      const broken = fences.find(({ info }: Fence) => info === 'yaml broken')
      if (broken !== undefined) writeFileSync(join(home.folder, 'config.yaml'), broken.text)
      for (const { text } of fences.filter(({ info }) => info === 'sh gatehouse'))
        for (const { command, shown } of commandsOf(text)) {
          const [program, ...args] = wordsOf(command)
          expect(program).toBe('gatehouse')
          const { stdout, stderr } = await home.run(...args)
          const said = `${stdout}${stderr}`.trimEnd().split(/\r?\n/)
          expect(showsLines(said, shown) ? 'as written' : { command, shown, said }).toBe(
            'as written',
          )
        }
    },
    600_000,
  )
})

describe('links', () => {
  it.each(markdown)('of %s lead to a file and a heading that exist', (page) => {
    const wrong = linksOf(textOf(page)).filter((link) => {
      const [path = '', heading = ''] = link.split('#')
      const target = path === '' ? page : join(dirname(page), path)
      if (!existsSync(join(root, target))) return true
      return heading !== '' && !headingsOf(textOf(target)).includes(heading)
    })
    expect(wrong).toEqual([])
  })
})

describe('the reader of examples', () => {
  it.each([
    [['a', 'b'], ['a', 'b'], true],
    [['a', 'b'], ['a'], false],
    [['a'], ['a', 'b'], false],
    [['a', 'b', 'c'], ['a', '…'], true],
    [['a', 'b', 'c'], ['…', 'c'], true],
    [['a', 'b', 'c'], ['…', 'b'], false],
    [['Intact. 3 rows'], ['Intact. …'], true],
    [['Broken. 3 rows'], ['Intact. …'], false],
    [['', 'x'], [], false],
  ])('holds %j against %j: %s', (said, shown, want) => expect(showsLines(said, shown)).toBe(want))

  it('splits a command as a shell does', () =>
    expect(wordsOf(`gatehouse a --args '{"b": "c d"}' "e f" g`)).toEqual([
      'gatehouse',
      'a',
      '--args',
      '{"b": "c d"}',
      'e f',
      'g',
    ]))
})
