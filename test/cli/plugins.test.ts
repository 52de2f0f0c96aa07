// Plugins on the command line, with real folders, the real sandbox and the real journal.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'
import { buildModule, canBuildModules, whyNot } from '../plugins/build-module.ts'
import { ECHO } from '../plugins/echo.ts'

const passphrase = 'correct horse battery'

let home: Home
beforeEach(() => {
  home = makeHome()
})
afterEach(() => home.remove())

const asPerson = async <T>(work: () => Promise<T>): Promise<T> => {
  home.env['GATEHOUSE_PASSPHRASE'] = passphrase
  try {
    return await work()
  } finally {
    delete home.env['GATEHOUSE_PASSPHRASE']
  }
}
const configFile = async (): Promise<string> => (await home.run('config', 'path')).stdout.trim()
const configure = async (text: string): Promise<void> => {
  const file = await configFile()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const run = (name: string, text: string, ...more: string[]) =>
  home.json('tools', 'run', name, '--args', JSON.stringify({ text }), ...more)
const categories = async (): Promise<unknown> => {
  const { value } = await home.json('audit', 'search', 'category:tool.external_filter')
  return (value as { rows: { entry: { kind: string; change?: string } }[] }).rows.map(
    ({ entry }) => [entry.kind, entry.change ?? null],
  )
}

describe('gatehouse plugins', () => {
  it.each(['read_file', 'read-file', 'exec'])(
    'makes none that has the name of a tool, or one that looks like it: %s',
    async (name) => {
      const { code, value } = await home.json('plugins', 'new', name)
      expect([code, value]).toEqual([
        1,
        {
          error: {
            code: 'plugin.name-taken',
            text: expect.stringMatching(/tool (?:named )?(?:read_file|exec)/) as string,
            hint: 'Nothing was written. Use another name.',
          },
        },
      ])
      const listed = await home.json('plugins', 'list')
      expect((listed.value as { plugins: unknown[] }).plugins).toEqual([])
    },
  )

  it('makes one that is let in, reviewed and run, and closed by a change @whole', async () => {
    home.env['GATEHOUSE_NEW_PASSPHRASE'] = passphrase
    await home.run('step-up', 'passphrase')
    const created = await home.json('plugins', 'new', 'hello')
    expect(created).toMatchObject({ code: 0, value: { name: 'hello', language: 'shell' } })
    const [manifest = '', program = ''] = (created.value as { files: string[] }).files
    expect(await home.json('plugins', 'new', 'hello')).toMatchObject({
      code: 1,
      value: { error: { code: 'plugins.exists' } },
    })
    expect(await home.json('plugins', 'check')).toMatchObject({ code: 0, value: { ok: true } })

    expect((await run('hello', 'hi')).value).toMatchObject({
      error: { code: 'plugin.external-denied' },
    })
    await configure('plugins: { allowExternal: true }\n')
    expect((await run('hello', 'hi')).value).toMatchObject({
      error: { code: 'plugin.not-reviewed' },
    })
    // Without proof nothing opens.
    expect(await home.json('plugins', 'review', 'hello', '--yes')).toMatchObject({ code: 4 })
    expect(await asPerson(() => home.json('plugins', 'review', 'hello', '--yes'))).toMatchObject({
      code: 0,
      value: { item: { state: 'open' } },
    })
    expect(await asPerson(() => run('hello', 'hi "there"', '--approve'))).toMatchObject({
      code: 0,
      value: { ok: true, data: { text: 'hi "there"' }, decision: { by: { kind: 'tool' } } },
    })

    writeFileSync(program, `${readFileSync(program, 'utf8')}# more\n`)
    expect((await asPerson(() => run('hello', 'hi'))).value).toMatchObject({
      error: { code: 'plugin.changed' },
    })
    const shown = await home.run('plugins', 'review', 'hello')
    expect(shown.stdout).toMatch(/The plugin hello {2}changed/)
    expect(shown.stdout).toMatch(/- # hello\.sh sha256/)

    writeFileSync(manifest, `${readFileSync(manifest, 'utf8')}max_lenght = 3\n`)
    expect(await home.json('plugins', 'list')).toMatchObject({
      code: 0,
      value: {
        plugins: [{ name: 'hello', state: 'broken', reason: { code: 'plugin.manifest-args' } }],
        tools: null,
      },
    })
    const checked = await home.run('plugins', 'check', manifest)
    expect(checked.code).toBe(1)
    expect(checked.stdout).toMatch(/hello\.toml:\d+:1 plugin\.manifest-args .*max_lenght/)
    expect(await categories()).toEqual(
      expect.arrayContaining([
        ['refused', null],
        ['plugin', 'reviewed'],
        ['plugin', 'closed'],
      ]),
    )
  })

  it('packs the same bytes each time, and nothing that is broken @whole', async () => {
    const created = await home.json('plugins', 'new', 'hello', '--format', 'node')
    const [manifest = ''] = (created.value as { files: string[] }).files
    const folder = join(dirname(manifest), 'packed')
    const other = join(dirname(manifest), 'again')
    mkdirSync(folder)
    mkdirSync(other)
    const first = await home.json('plugins', 'pack', manifest, '--folder', folder)
    expect(first).toMatchObject({ code: 0, value: { name: 'hello', version: '0.1.0' } })
    const archive = 'hello-0.1.0.tar.gz'
    await home.json('plugins', 'pack', manifest, '--folder', other)
    expect(readFileSync(join(folder, archive))).toEqual(readFileSync(join(other, archive)))
    // What is there is never overwritten.
    expect(await home.json('plugins', 'pack', manifest, '--folder', folder)).toMatchObject({
      code: 1,
      value: { error: { code: 'plugins.unwritable' } },
    })
    writeFileSync(manifest, 'tool_name = 5\n')
    expect(
      await home.json('plugins', 'pack', manifest, '--folder', dirname(home.folder)),
    ).toMatchObject({
      code: 1,
      value: { ok: false },
    })
    expect(existsSync(join(dirname(home.folder), archive))).toBe(false)
  })

  it('says what to do next with a new one, and no step that is done already', async () => {
    const inC = await home.run('plugins', 'new', 'see', '--format', 'c')
    expect(inC.stdout).toMatch(/Build it: +clang --target=wasm32-wasi .*see\.wasm .*see\.c\n/)
    expect(inC.stdout).toMatch(/Let it in: +add plugins: \{ allowExternal: true \} to the file/)
    await configure('plugins: { allowExternal: true }\n')
    const next = await home.run('plugins', 'new', 'say')
    expect(next.stdout).not.toMatch(/Build it|Let it in|Put it in/)
    const elsewhere = await home.run('plugins', 'new', 'far', '--folder', dirname(home.folder))
    expect(elsewhere.stdout).toMatch(/Put it in: +copy its files into a folder/)
    const unbuilt = await home.run('plugins', 'check')
    expect(unbuilt.stdout).toMatch(/There is no .*see\.wasm\.\n.*build it first/)
  })

  it('names what cannot be a plugin, and what is no plugin', async () => {
    expect(await home.json('plugins', 'new', 'Big Name')).toMatchObject({ code: 2 })
    expect(await home.json('plugins', 'new', 'x', '--format', 'cobol')).toMatchObject({ code: 2 })
    expect(await home.json('plugins', 'review', 'nothing')).toMatchObject({
      code: 1,
      value: { error: { code: 'plugin.unknown' } },
    })
    expect(await home.json('plugins', 'check', '/nowhere/x.toml')).toMatchObject({
      code: 1,
      value: { plugins: [{ problems: [{ code: 'plugin.manifest-unreadable', line: 1 }] }] },
    })
  })
})

describe('the echo of the plugins that came before', () => {
  it.runIf(canBuildModules)(
    `is read as it is, held, and run as a module${whyNot} @whole`,
    async () => {
      home.env['GATEHOUSE_NEW_PASSPHRASE'] = passphrase
      await home.run('step-up', 'passphrase')
      const listed = await home.json('plugins', 'list')
      const folder = (listed.value as { folders: { builtIn: string } }).folders.builtIn
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'echo.toml'), ECHO)
      buildModule(join(import.meta.dirname, '../../examples/plugins/echo.c'), folder, 'echo.wasm')
      expect(await run('echo', 'hello')).toMatchObject({ code: 4 })
      expect(await asPerson(() => run('echo', 'hello "there"', '--approve'))).toMatchObject({
        code: 0,
        value: {
          ok: true,
          data: { text: 'hello "there"' },
          decision: { effect: 'confirm', tier: 'R3' },
        },
      })
      expect((await run('echo', 'x'.repeat(1_025))).value).toMatchObject({
        error: { code: 'args.invalid' },
      })
    },
  )
})

describe('gatehouse config import', () => {
  it('shows first and then writes what a TOML file of the older form says @whole', async () => {
    const folder = join(dirname(home.folder), 'project')
    mkdirSync(join(folder, 'bin'), { recursive: true })
    writeFileSync(join(folder, 'bin', 'echo.toml'), ECHO)
    writeFileSync(join(folder, 'bin', 'echo.wasm'), 'no module')
    const file = join(folder, 'config.toml')
    writeFileSync(
      file,
      '[capabilities]\nactive_preset = "readonly"\n[capabilities.presets.readonly]\ntools = ["echo"]\n[tools]\nplugin_dir = "./bin"\n[tools.filter]\nallow_external = false\n',
    )
    const preview = await home.json('config', 'import', file, '--dry-run')
    expect(preview).toMatchObject({ code: 0, value: { written: false } })
    expect(existsSync(await configFile())).toBe(false)
    expect(await home.json('config', 'import', file)).toMatchObject({ code: 4 })
    expect(await home.json('config', 'import', file, '--yes')).toMatchObject({
      code: 0,
      value: { written: true },
    })
    expect(await home.json('config', 'check')).toMatchObject({ code: 0, value: { ok: true } })
    expect(await home.json('plugins', 'list')).toMatchObject({
      value: {
        plugins: [{ name: 'echo', origin: 'built-in', state: 'open' }],
        folders: { builtIn: join(folder, 'bin'), allowExternal: false },
      },
    })
    writeFileSync(
      file,
      '[capabilities]\nactive_preset = "dve"\n[capabilities.presets.dev]\ntools = ["echo"]\n',
    )
    expect(await home.json('config', 'import', file, '--yes')).toMatchObject({
      code: 1,
      value: { error: { code: 'config.import', text: expect.stringContaining('Line 2') } },
    })
  })
})
