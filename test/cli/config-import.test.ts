// `config import` of each key of the older TOML form: `config diff` says beforehand what will change,
// the import changes that and nothing else, and a second one changes nothing.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'
import { printedFaults } from './printed-faults.ts'

const passphrase = 'correct horse battery'
const Diff = z.object({
  changes: z.array(z.object({ path: z.string() })),
  looser: z.array(z.string()),
})
const Import = z.object({
  notes: z.array(z.string()),
  relaxes: z.array(z.string()),
  text: z.string(),
  written: z.boolean(),
})

let home: Home
beforeAll(async () => {
  home = makeHome()
  mkdirSync(home.folder)
  writeFileSync(at('config.yaml'), '# Mine.\nworkspace: /srv/mine\n')
  mkdirSync(join(dirname(home.folder), 'project'))
  await home.start('serve', '--port', '0', '--json', '--no-open').until(/"url"/)
  home.env['GATEHOUSE_NEW_PASSPHRASE'] = passphrase
  home.env['GATEHOUSE_PASSPHRASE'] = passphrase
  await home.run('step-up', 'passphrase')
})
afterAll(() => home.remove())

const at = (name: string): string => join(home.folder, name)
const project = (name: string): string => join(dirname(home.folder), 'project', name)
const inUse = (): string => readFileSync(at('config.yaml'), 'utf8')

async function json<T>(schema: z.ZodType<T>, ...words: string[]): Promise<T> {
  const { code, value, stderr } = await home.json(...words)
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`)
  const name = words.slice(0, 2).join(' ')
  expect(printedFaults(name, 0, value).slice(0, 5)).toEqual([])
  return schema.parse(value)
}
const diffTo = (file: string) => json(Diff, 'config', 'diff', file)
const paths = ({ changes }: z.infer<typeof Diff>) => changes.map(({ path }) => path)

const PRESET = (more: string): string =>
  `[capabilities]\nactive_preset = "dev"\n[capabilities.presets.dev]\ntools = ["read_file"]\n${more}`

/** In this order: what an earlier row wrote is there for the next one. */
const rows: readonly (readonly [
  key: string,
  toml: string,
  changes: readonly string[],
  notes: readonly RegExp[],
])[] = [
  ['nothing', '', [], []],
  ['a comment', '# Nothing.\n', [], []],
  ['tools.plugin_dir', '[tools]\nplugin_dir = "./bin"\n', ['plugins.builtInFolder'], []],
  ['tools.external_dir', '[tools]\nexternal_dir = "ext"\n', ['plugins.externalFolder'], []],
  [
    'tools.filter.allow_external',
    '[tools.filter]\nallow_external = true\n',
    ['plugins.allowExternal'],
    [],
  ],
  [
    'tools.filter.external_allow_list',
    '[tools.filter]\nallow_external = true\nexternal_allow_list = ["word_count"]\n',
    ['plugins.externalAllowList'],
    [],
  ],
  ['tools.registry.strict', '[tools.registry]\nstrict = true\n', ['plugins.strict'], []],
  ['tools.wasmtime_path', '[tools]\nwasmtime_path = "wasmtime"\n', [], [/wasmtime_path/]],
  ['a table of another part', '[providers.primary]\ntype = "openai"\n', [], [/providers/]],
  ['capabilities.presets', PRESET(''), ['preset', 'presets.dev'], []],
  ['allow_network', PRESET('allow_network = true\n'), ['presets.dev.allowNetwork'], []],
  [
    'allow_write_paths',
    PRESET('allow_network = true\nallow_write_paths = ["./tmp"]\n'),
    ['presets.dev.allowWritePaths', 'plugins.writeFolders'],
    [],
  ],
  [
    'capabilities.active_preset',
    PRESET('allow_network = true\nallow_write_paths = ["./tmp"]\n')
      .replace('"dev"', '"other"')
      .concat('[capabilities.presets.other]\ntools = ["read_file"]\n'),
    ['preset', 'presets.other'],
    [],
  ],
]

it.each(rows)('%s changes what the diff said, once @whole', async (_key, toml, changes, notes) => {
  const [file, result] = [project('config.toml'), project('result.yaml')]
  writeFileSync(file, toml)
  const before = inUse()
  const preview = await json(Import, 'config', 'import', file, '--dry-run')
  expect([inUse() === before, preview.written]).toEqual([true, false])
  expect(preview.notes.map((note, n) => notes[n]?.test(note))).toEqual(notes.map(() => true))
  writeFileSync(result, preview.text)
  const diff = await diffTo(result)
  const known = new Set(changes)
  expect(paths(diff).filter((path) => !known.has(path))).toEqual([])
  expect(changes.filter((path) => !paths(diff).includes(path))).toEqual([])
  expect(diff.looser).toEqual(preview.relaxes)

  const done = await json(Import, 'config', 'import', file, '--yes')
  expect([inUse(), done.text, done.written]).toEqual([preview.text, preview.text, true])
  expect(inUse().startsWith('# Mine.\nworkspace: /srv/mine\n')).toBe(true)
  expect(await diffTo(result)).toEqual({ changes: [], looser: [] })

  const again = await json(Import, 'config', 'import', file, '--yes')
  expect([inUse(), again.text, again.relaxes]).toEqual([preview.text, preview.text, []])
})

it.each([
  ['an unknown key', '[tools]\nzebra = 1\n', 'Line 2, column 1'],
  ['an unknown key of the filter', '[tools.filter]\nallow = true\n', 'Line 2, column 1'],
  ['a text for a switch', '[tools.filter]\nallow_external = "yes"\n', 'Line 2, column 18'],
  ['a number for a folder', '[tools]\nplugin_dir = 7\n', 'Line 2, column 14'],
  ['a text for a list', '[tools.filter]\nexternal_allow_list = "a"\n', 'Line 2, column 23'],
  ['a number in a list', '[tools.filter]\nexternal_allow_list = [1]\n', 'Line 2, column 24'],
  ['a text for a registry', '[tools]\nregistry = "strict"\n', 'Line 2, column 12'],
  ['a number for a preset', '[capabilities]\nactive_preset = 1\n', 'Line 2, column 17'],
  ['no TOML', '[tools\n', 'Line 1, column 7'],
])('%s is refused where it is, and nothing is changed @whole', async (_what, toml, place) => {
  const file = project('wrong.toml')
  writeFileSync(file, toml)
  const before = inUse()
  for (const more of ['--dry-run', '--yes']) {
    const { code, value } = await home.json('config', 'import', file, more)
    expect([code, value]).toMatchObject([
      1,
      { error: { code: 'config.import', text: expect.stringContaining(place) } },
    ])
  }
  expect(inUse()).toBe(before)
})

it('a mistake of what would come of it is said to be in that, not in the file @whole', async () => {
  const file = project('wrong.toml')
  // No plugin can have that name, whichever folder an earlier row has set for them.
  writeFileSync(file, PRESET('').replace('read_file', 'No_Such_Tool'))
  const { code, value } = await home.json('config', 'import', file, '--dry-run')
  expect([code, value]).toMatchObject([
    1,
    {
      error: {
        text: expect.stringMatching(/^In the configuration that would come of it: Line \d+: /),
      },
    },
  ])
})
