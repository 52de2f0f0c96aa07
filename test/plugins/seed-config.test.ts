// The TOML configuration of the plugins that came before.
import { expect, it } from 'vitest'
import { parseConfig } from '../../main/config/parse.ts'
import { withImported } from '../../main/config/import-settings.ts'
import { readSeedConfig } from '../../main/plugins/seed-config.ts'

const SEED = `[capabilities]
active_preset = "dev"

[capabilities.presets.readonly]
tools = ["echo"]
allow_network = false
allow_write_paths = []

[capabilities.presets.dev]
tools = ["echo", "fs_read"]
allow_network = true
allow_write_paths = ["./tmp", "/data/out"]

[tools]
wasmtime_path = "wasmtime"
plugin_dir = "./zig-out/bin"
external_dir = "./ext-tools"

[tools.filter]
allow_external = true
external_allow_list = ["word_count"]

[providers.primary]
type = "openai"
`

const read = (text: string) => readSeedConfig(text, '/srv/project', '/home/me')

it('is taken over as given: presets, folders and the filter, with what is left out named', () => {
  expect(read(SEED)).toEqual({
    ok: true,
    value: {
      preset: 'dev',
      presets: {
        readonly: { tools: ['echo'], allowNetwork: false, allowWritePaths: [] },
        dev: {
          tools: ['echo', 'fs_read'],
          allowNetwork: true,
          allowWritePaths: ['/srv/project/tmp', '/srv/project/tmp/**', '/data/out', '/data/out/**'],
        },
      },
      plugins: {
        builtInFolder: '/srv/project/zig-out/bin',
        externalFolder: '/srv/project/ext-tools',
        allowExternal: true,
        externalAllowList: ['word_count'],
        writeFolders: ['/srv/project/tmp', '/data/out'],
      },
      notes: [
        'tools.wasmtime_path is left out: Gatehouse brings its own WASI runtime.',
        '[providers] is left out: Gatehouse takes over presets and tools only.',
      ],
    },
  })
})

it.each([
  ['~/p', '/home/me/p'],
  ['~/', '/home/me'],
  ['~', '/home/me'],
  ['~/../you', '/home/you'],
  ['./~/p', '/srv/project/~/p'],
  ['p~', '/srv/project/p~'],
  ['a/~', '/srv/project/a/~'],
])('%s is the folder %s, for plugins and for what may be written', (named, folder) => {
  const text = `[capabilities]\nactive_preset = "a"\n[capabilities.presets.a]\ntools = ["echo"]\nallow_write_paths = ["${named}"]\n[tools]\nplugin_dir = "${named}"\nexternal_dir = "${named}"\n`
  expect(read(text)).toMatchObject({
    ok: true,
    value: {
      presets: { a: { allowWritePaths: [folder, `${folder}/**`] } },
      plugins: { builtInFolder: folder, externalFolder: folder, writeFolders: [folder] },
    },
  })
})

it('may write everything where the folder is the root, by a pattern that is one', () => {
  expect(read(SEED.replace('"/data/out"', '"/"'))).toMatchObject({
    ok: true,
    value: {
      presets: {
        dev: { allowWritePaths: ['/srv/project/tmp', '/srv/project/tmp/**', '/', '/**'] },
      },
    },
  })
})

it('makes a configuration that can be read, and keeps what was written there', () => {
  const seed = read(SEED)
  if (!seed.ok) throw new Error(JSON.stringify(seed.error))
  const text = withImported('# Mine.\nworkspace: /home/me\nplugins:\n  strict: true\n', seed.value)
  expect(text).toContain('# Mine.\nworkspace: /home/me\n')
  const parsed = parseConfig(text, 'config.yaml')
  expect(parsed).toMatchObject({
    ok: true,
    value: {
      workspace: '/home/me',
      preset: 'dev',
      plugins: { strict: true, allowExternal: true, externalFolder: '/srv/project/ext-tools' },
    },
  })
})

it.each([
  ['no file', null],
  ['a file of comments', '# Mine.\n'],
  ['a file that says nothing', '# Mine.\n{}\n'],
  ['empty sections', 'presets: {}\nplugins: {}\n'],
])('is written in lines, as a person would, into %s', (_what, before) => {
  const seed = read(SEED)
  if (!seed.ok) throw new Error(JSON.stringify(seed.error))
  const text = withImported(before, seed.value)
  expect(text).toContain(
    '\n  dev:\n    tools:\n      - echo\n      - fs_read\n    allowNetwork: true\n',
  )
  expect(text).toContain('\n  externalAllowList:\n    - word_count\n')
  expect(parseConfig(text, 'config.yaml')).toMatchObject({ ok: true, value: { preset: 'dev' } })
})

it.each<readonly [what: string, text: string, line: number, column: number, said: RegExp]>([
  [
    'a preset that is not there',
    SEED.replace('"dev"', '"dve"'),
    2,
    17,
    /no preset named "dve".*Did you mean "dev"/,
  ],
  [
    'a misspelt key of the filter',
    SEED.replace('allow_external ', 'alow_external '),
    20,
    1,
    /Did you mean "allow_external"/,
  ],
  [
    'a switch that is none',
    SEED.replace('= true\nallow_write', '= "yes"\nallow_write'),
    11,
    17,
    /true or false/,
  ],
  [
    'a preset whose name has a blank',
    SEED.replace('presets.dev', 'presets."my dev"').replace('"dev"', '"my dev"'),
    9,
    23,
    /A name in capabilities\.presets must be .*letters, digits.*, but it is "my dev"\. Rename it/,
  ],
  [
    'such a preset in one line',
    '[capabilities]\nactive_preset = "a b"\npresets = { x = { tools = ["a"] }, "a b" = { tools = ["a"] } }',
    3,
    36,
    /but it is "a b"/,
  ],
  [
    'a number for a preset, of which only the nearest can be held',
    SEED.replace('"dev"', '9007199254740993'),
    2,
    17,
    /a text, but it is 9007199254740993\./,
  ],
  ['no TOML', '[tools', 1, 7, /not valid TOML/],
  ['a filter twice', '[tools.filter]\n[tools.filter]\n', 2, 8, /multiple times/],
  ['a list of plugins for a filter', '[tools]\nfilter = ["a"]', 2, 10, /must be a table/],
  ['a list of tables for tools', '[[tools]]\nplugin_dir = "p"', 1, 3, /must be a table/],
  [
    'a letter that looks like another',
    '[tools.filter]\nexternal_allow_list = ["w\u043ford"]',
    2,
    24,
    /a name such as/,
  ],
  ['a text for a list', '[tools.filter]\nexternal_allow_list = "word"', 2, 23, /must be a list/],
  ['a key in capitals', '[tools]\nPlugin_Dir = "p"', 2, 1, /Did you mean "plugin_dir"/],
  [
    'the home of somebody else',
    '[tools]\nplugin_dir = "~you/p"',
    2,
    14,
    /your home folder only before a slash/,
  ],
  ['no folder', '[tools]\nplugin_dir = ""', 2, 14, /must not be empty/],
  ['a NUL in a folder', '[tools]\nplugin_dir = "p\\u0000q"', 2, 14, /control characters/],
  ['two lines in a folder', '[tools]\nexternal_dir = "p\\nq: 1"', 2, 16, /control characters/],
  [
    'a pattern for a folder that may be written',
    SEED.replace('"/data/out"', '"/data/*"'),
    12,
    31,
    /signs of patterns/,
  ],
])('with %s is refused where that is', (_what, text, line, column, said) => {
  const found = read(text)
  const [first] = found.ok ? [] : found.error
  expect(first).toMatchObject({ line, column })
  expect(`${first?.text} ${first?.hint}`).toMatch(said)
})

it.each<readonly [what: string, text: string, plugins: object]>([
  [
    'dotted keys',
    'tools.filter.allow_external = true\ntools.plugin_dir = "p"',
    { builtInFolder: '/srv/project/p', allowExternal: true, externalAllowList: [] },
  ],
  [
    'tables in one line',
    'tools = { filter = { allow_external = true, external_allow_list = ["a"] } }',
    { allowExternal: true, externalAllowList: ['a'] },
  ],
  [
    'the filter before its parent',
    '[tools.filter]\nallow_external = true\n[tools]\nplugin_dir = "p"',
    { builtInFolder: '/srv/project/p', allowExternal: true, externalAllowList: [] },
  ],
  [
    'a mark of byte order and ends of lines as on Windows',
    '\ufeff[tools]\r\nplugin_dir = "p"\r\n',
    { builtInFolder: '/srv/project/p' },
  ],
  ['a folder that leads up', '[tools]\nplugin_dir = "/x/../../p"', { builtInFolder: '/p' }],
  ['nothing but a comment', '# nothing', {}],
])('with %s is taken over', (_what, text, plugins) => {
  expect(read(text)).toMatchObject({ ok: true, value: { plugins } })
})
