// Plugins of two real folders: what can be called, why not, and what a review opens and a change
// closes.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PluginSettings } from '../../contract/plugin/settings.ts'
import { ok } from '../../contract/result.ts'
import { inputOf } from '../../main/mcp/trust/input-schema.ts'
import { skeleton } from '../../main/mcp/trust/skeleton.ts'
import { openPlugins } from '../../main/plugins/plugins.ts'
import type { Plugins } from '../../main/plugins/plugins.ts'
import { inTime } from '../../main/sandbox/search/in-time.ts'
import { ECHO, echoWith } from './echo.ts'

let root: string
let settings: PluginSettings
let plugins: Plugins
let pins: Map<string, { text: string; open: boolean }>
let writable: string[]
let changes: number

const folder = (origin: 'built-in' | 'external'): string => join(root, origin)
const put = (origin: 'built-in' | 'external', name: string, text: string, program = 'x'): void => {
  writeFileSync(join(folder(origin), `${name}.toml`), text.replace('"echo"', `"${name}"`))
  writeFileSync(join(folder(origin), `${name}.wasm`), program)
}
const open = async (): Promise<void> => {
  plugins = await openPlugins({
    settings: () => settings,
    folders: () => ({ builtIn: folder('built-in'), external: folder('external') }),
    agentsWrite: (file) => writable.some((place) => file.startsWith(place)),
    writeFolders: () => settings.writeFolders,
    pins: {
      of: (name) => pins.get(name) ?? null,
      async accept(name, text) {
        pins.set(name, { text, open: true })
        return ok(null)
      },
      close(name) {
        const pin = pins.get(name)
        if (pin !== undefined) pins.set(name, { ...pin, open: false })
      },
      version: () => pins.size + [...pins.values()].filter((pin) => pin.open).length * 100,
    },
    inputOf: (schema) => inputOf(schema, inTime),
    takenBy: (name) => (name.replace('-', '_') === 'read_file' ? 'read_file' : null),
    alike: (one, other) => skeleton(one) === skeleton(other),
    registration: () => 'unregistered',
    watch: () => () => {},
    changed: () => (changes += 1),
    broken: (fault) => {
      throw fault
    },
  })
}
const states = () => plugins.list().map(({ name, origin, state }) => `${origin} ${name} ${state}`)
const callable = () =>
  plugins
    .offered()
    .filter(({ closed }) => closed === null)
    .map(({ tool }) => tool.manifest.name)
const windows = (text: string): string => text.replaceAll('\n', '\r\n')
const accept = async (name: string): Promise<void> => {
  const shown = await plugins.review(name)
  if (!shown.ok) throw new Error(shown.error.text)
  expect(await plugins.accept(name, shown.value.digest, 'window')).toMatchObject({ ok: true })
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-plugins-'))
  mkdirSync(folder('built-in'))
  mkdirSync(folder('external'))
  settings = PluginSettings.parse({ allowExternal: true })
  pins = new Map()
  writable = []
  changes = 0
  await open()
})
afterEach(() => {
  plugins.dispose()
  rmSync(root, { recursive: true, force: true })
})

describe('plugins of two folders', () => {
  it('are all listed, each with its state and its reason', async () => {
    put('built-in', 'echo', ECHO)
    put('external', 'echo', ECHO)
    put('external', 'fresh', ECHO)
    put('external', 'wrong', ECHO.replace('max_length', 'max_lenght'))
    put('external', 'read-file', ECHO)
    writeFileSync(join(folder('external'), 'alone.toml'), ECHO.replace('"echo"', '"alone"'))
    symlinkSync('/etc/hostname', join(folder('external'), 'linked.toml'))
    writeFileSync(join(folder('external'), 'notes.txt'), 'no plugin')
    await plugins.reload()
    expect(
      plugins
        .list()
        .map(({ name, origin, state, reason }) => [
          `${origin} ${name}`,
          state,
          reason?.code ?? null,
        ]),
    ).toEqual([
      ['built-in echo', 'open', null],
      ['external alone', 'broken', 'plugin.program-missing'],
      ['external echo', 'shadowed', 'plugin.name-shadowed'],
      ['external fresh', 'new', 'plugin.not-reviewed'],
      ['external linked', 'broken', 'plugin.manifest-unreadable'],
      ['external read-file', 'taken', 'plugin.name-taken'],
      ['external wrong', 'broken', 'plugin.manifest-args'],
    ])
    expect(callable()).toEqual(['echo'])
    const broken = ['echo', 'alone', 'fresh', 'linked', 'read-file', 'wrong', 'none']
    expect(broken.map((name) => plugins.broken(name)?.code ?? null)).toEqual([
      null,
      'plugin.program-missing',
      null,
      'plugin.manifest-unreadable',
      null,
      'plugin.manifest-args',
      null,
    ])
    // Nothing of the manifest: who calls it may be a model.
    expect(plugins.broken('wrong')).toMatchObject({
      what: 'The plugin wrong cannot be used as its files are now.',
    })
  })

  it('are guessed where a name is misspelt', async () => {
    put('built-in', 'word_count', ECHO.replace('"echo"', '"word_count"'))
    await plugins.reload()
    expect(await plugins.review('word_cuont')).toMatchObject({
      ok: false,
      error: { hint: 'Did you mean word_count? See: gatehouse plugins list' },
    })
    expect(await plugins.review('zzz')).toMatchObject({
      ok: false,
      error: { hint: 'See: gatehouse plugins list' },
    })
  })

  it('are let in by the filter, and the built-in folder passes it', async () => {
    put('built-in', 'own', ECHO)
    put('external', 'one', ECHO)
    put('external', 'two', ECHO)
    await plugins.reload()
    await accept('one')
    await accept('two')
    expect(callable()).toEqual(['own', 'one', 'two'])
    settings = { ...settings, externalAllowList: ['two'] }
    expect(callable()).toEqual(['own', 'two'])
    settings = { ...settings, allowExternal: false }
    expect(states()).toEqual([
      'built-in own open',
      'external one filtered',
      'external two filtered',
    ])
    expect(callable()).toEqual(['own'])
    expect(await plugins.touch('two')).toMatchObject({
      ok: false,
      error: { code: 'plugin.external-denied' },
    })
  })

  it.each<readonly [what: string, change: () => void]>([
    ['its program', () => put('external', 'one', ECHO, 'y')],
    ['its manifest', () => put('external', 'one', echoWith('max_runtime_ms = 5000'))],
    ['lines without a word in it', () => put('external', 'one', `${ECHO}\n \n`)],
    ['its last line, which has no end', () => put('external', 'one', ECHO.trimEnd())],
    ['its lines, which end as on Windows', () => put('external', 'one', windows(ECHO))],
  ])('are closed by a change of %s until a person has looked at it', async (_what, change) => {
    put('external', 'one', ECHO)
    await plugins.reload()
    await accept('one')
    const before = await plugins.touch('one')
    expect(before).toMatchObject({ ok: true, value: { origin: 'external', runs: 'wasi' } })
    change()
    // Noticed at the next call, whatever the watch of the folder says.
    expect(await plugins.touch('one')).toMatchObject({
      ok: false,
      error: { code: 'plugin.changed' },
    })
    expect(callable()).toEqual([])
    const shown = await plugins.review('one')
    expect(shown).toMatchObject({ ok: true, value: { item: { state: 'changed' } } })
    // Put back as it was it stays closed: somebody had it in hand.
    put('external', 'one', ECHO)
    expect(await plugins.touch('one')).toMatchObject({ ok: false })
    await accept('one')
    expect(callable()).toEqual(['one'])
  })

  it.each([
    ['as on Windows', windows(ECHO)],
    ['in white space', `${ECHO}\n \n`],
    ['in the middle of a line', ECHO.trimEnd()],
  ])('whose manifest ends %s are reviewed as all others', async (_how, text) => {
    put('external', 'one', text)
    await plugins.reload()
    await accept('one')
    expect(callable()).toEqual(['one'])
    put('external', 'one', `${text}\n`)
    expect(await plugins.touch('one')).toMatchObject({ error: { code: 'plugin.changed' } })
  })

  it('of the external folder cannot look like one of the built-in folder', async () => {
    put('built-in', 'tool', ECHO)
    for (const name of ['t0ol', 'to-ol', 'tools']) put('external', name, ECHO)
    await plugins.reload()
    expect(states()).toEqual([
      'built-in tool open',
      'external t0ol taken',
      'external to-ol taken',
      'external tools new',
    ])
    expect(plugins.list()[1]?.reason?.text).toBe(
      't0ol looks like the plugin tool of the built-in folder.',
    )
  })

  it('are accepted as they were shown and not as they are by then', async () => {
    put('external', 'one', ECHO)
    await plugins.reload()
    const shown = await plugins.review('one')
    put('external', 'one', ECHO, 'another program')
    expect(await plugins.accept('one', shown.ok ? shown.value.digest : '', 'window')).toMatchObject(
      { ok: false, error: { code: 'plugin.changed' } },
    )
    expect(callable()).toEqual([])
  })

  it('start nothing that is not the plugin of the decision', async () => {
    put('built-in', 'one', ECHO)
    await plugins.reload()
    const decided = await plugins.touch('one')
    const digest = decided.ok && decided.value.kind === 'plugin.run' ? decided.value.digest : ''
    expect(await plugins.ready('one', digest)).toMatchObject({ ok: true })
    put('built-in', 'one', ECHO, 'exchanged')
    expect(await plugins.ready('one', digest)).toMatchObject({
      ok: false,
      error: { code: 'plugin.changed' },
    })
  })

  it('need a review in a folder that agents can write, also where it is the built-in one', async () => {
    put('built-in', 'one', ECHO)
    writable = [folder('built-in')]
    await plugins.reload()
    expect(states()).toEqual(['built-in one new'])
    await accept('one')
    expect(callable()).toEqual(['one'])
  })

  it('of the built-in folder are refused by the strict registry where it does not know them', async () => {
    put('built-in', 'one', ECHO)
    await plugins.reload()
    settings = { ...settings, strict: true }
    expect(plugins.list()).toMatchObject([
      { state: 'registry', registration: 'unregistered', reason: { code: 'plugin.unregistered' } },
    ])
  })

  it('are closed by a person', async () => {
    put('external', 'one', ECHO)
    await plugins.reload()
    await accept('one')
    expect(await plugins.close('one', 'window')).toMatchObject({
      ok: true,
      value: { item: { state: 'changed' } },
    })
    expect(callable()).toEqual([])
  })
})

describe('a plugin as a tool', () => {
  const toolOf = async (text: string) => {
    put('built-in', 'one', text)
    await plugins.reload()
    const [listed] = plugins.offered()
    if (listed === undefined) throw new Error(JSON.stringify(plugins.list()))
    return listed.tool
  }

  it('touches what its manifest asks for and what was granted', async () => {
    settings = {
      ...settings,
      writeFolders: ['/data/out'],
      hosts: { one: ['api.example.org:8443'] },
    }
    const older = await toolOf(ECHO)
    expect(older.touches({ text: 'x' })).toEqual([
      { kind: 'plugin.run', plugin: 'one' },
      { kind: 'fs.read', path: '.' },
      { kind: 'fs.write', path: '/data/out' },
    ])
    const whole = await toolOf(
      echoWith(
        'requires_network = true\nhosts = ["example.org"]\nmounts = [{ path = "/a", write = true }]',
      ),
    )
    expect(whole.touches({ text: 'x' })).toEqual([
      { kind: 'plugin.run', plugin: 'one' },
      { kind: 'fs.write', path: '/a' },
      { kind: 'net.connect', host: 'example.org' },
      { kind: 'net.connect', host: 'api.example.org:8443' },
    ])
  })

  it.each<readonly [args: unknown, said: RegExp | null]>([
    [{ text: 'hello' }, null],
    [{}, /text is missing/],
    [{ text: 5 }, /has to be string/],
    [{ text: 'x'.repeat(1_025) }, /maxLength is 1024/],
    [{ text: 'x', tetx: 'y' }, /^is not known.*did you mean text/],
    [{ text: 'x', other: 1 }, /^is not known.*it takes text/],
    ['text', /expected/i],
  ])('takes %j: %s', async (args, said) => {
    const tool = await toolOf(ECHO)
    const parsed = tool.input.safeParse(args)
    const words = parsed.success
      ? null
      : parsed.error.issues.map(({ message }) => message).join('; ')
    expect(words ?? 'fits').toMatch(said ?? /^fits$/)
  })

  it('checks arrays, objects, patterns and formats, and fills in what is left out', async () => {
    const tool = await toolOf(
      `tool_name = "echo"
version = "1"
description = "d"
[args.properties.tags]
type = "array"
max_items = 3
`.replace('max_items', 'maxItems') +
        `
[args.properties.tags.items]
type = "string"
pattern = "^[a-z]+$"
[args.properties.when]
type = "string"
format = "date"
[args.properties.size]
type = "object"
required = ["w"]
[args.properties.size.properties.w]
type = "integer"
min = 1
[args.properties.loud]
type = "boolean"
default = false
`,
    )
    const fits = (args: unknown): boolean => tool.input.safeParse(args).success
    expect([
      fits({ tags: ['a', 'b'], when: '2026-11-27', size: { w: 1 } }),
      fits({ tags: ['A'] }),
      fits({ tags: ['a', 'b', 'c', 'd'] }),
      fits({ when: 'soon' }),
      fits({ size: {} }),
      fits({ size: { w: 0 } }),
      fits({ size: { w: 1, h: 2 } }),
    ]).toEqual([true, false, false, false, false, false, false])
    expect(tool.input.parse({ tags: ['a'] })).toEqual({ tags: ['a'], loud: false })
  })

  it('fills in what is left out at every depth, and where nothing stands for it', async () => {
    const tool = await toolOf(`${ECHO.slice(0, ECHO.indexOf('[args]'))}[args.properties]
loud = { type = "boolean", default = false }
[args.properties.list]
type = "array"
items = { type = "object", properties = { step = { type = "integer", default = 1 } } }
`)
    expect([
      tool.input.parse({ list: [{}, { step: 3 }] }),
      tool.input.parse({ loud: null }),
      tool.input.parse({ loud: true }),
    ]).toEqual([{ loud: false, list: [{ step: 1 }, { step: 3 }] }, { loud: false }, { loud: true }])
  })

  it('gives up on a pattern that takes without end, and refuses the arguments', async () => {
    const tool = await toolOf(ECHO.replace('max_length = 1024', 'pattern = "^(a+)+$"'))
    const parsed = tool.input.safeParse({ text: `${'a'.repeat(60)}!` })
    expect(parsed.success ? '' : parsed.error.issues[0]?.message).toContain('takes too long')
  })

  it('from the external folder never runs without approval, and sub-agents cannot use it', async () => {
    const text = echoWith('subagent_access = "full"\ndefault_policy = { effect = "allow" }')
    put('external', 'one', text)
    await plugins.reload()
    await accept('one')
    const [listed] = plugins.offered()
    expect(listed?.tool.manifest).toMatchObject({
      defaultPolicy: { effect: 'confirm' },
      subagentAccess: 'denied',
      builtIn: false,
    })
    expect(changes).toBeGreaterThan(0)
  })
})
