// What is answered without opening anything, held against the answer of a whole Gatehouse over the same
// home.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findAppPaths } from '../../main/config/paths.ts'
import { openApp } from '../../main/wiring/app.ts'
import { pluginsAtRest } from '../../main/wiring/at-rest/plugins-at-rest.ts'
import { policyAtRest } from '../../main/wiring/at-rest/policy/policy-at-rest.ts'
import { makeFolder } from '../store/fixture.ts'
import { fewRows } from '../whole.ts'

const none = {
  servers: async () => ({ pins: [], access: new Map(), newest: null }),
  plugins: async () => ({ pins: [], newest: null }),
}

function homeWith(config: string | null) {
  const home = join(makeFolder(), 'home')
  const env = { GATEHOUSE_HOME: home }
  const paths = findAppPaths({ env, platform: 'linux', homedir: home })
  mkdirSync(paths.defaultWorkspace, { recursive: true })
  mkdirSync(dirname(paths.configFile), { recursive: true })
  if (config !== null) writeFileSync(paths.configFile, config)
  return paths
}

async function whole(paths: ReturnType<typeof homeWith>) {
  const opened = await openApp({ host: 'cli', paths, version: '0.0.0', queryOnly: true })
  if (!opened.ok) throw new Error(opened.error.text)
  const from = { surface: 'cli' } as const
  try {
    const hash = await opened.value.call('policy.hash', {}, from)
    const plugins = await opened.value.call('plugins.list', {}, from)
    return { hash, plugins }
  } finally {
    await opened.value.dispose()
  }
}

const MANIFEST = `tool_name = "NAME"
version = "1"
description = "Says what it was told."
native = true
program = "run.sh"
[args]
`

describe('a Gatehouse that does not run', () => {
  it.each(
    fewRows<readonly [string, string | null]>(
      [
        ['no file', null],
        ['an empty file', ''],
        [
          'rules, hosts, limits and wildcards',
          `preset: careful
stop: ['~/private/**']
allowlist: { hosts: ['example.org', '*.example.org'] }
limits: { writeBytes: 10 }
rules: [{ id: no-exec, when: { tools: [exec] }, effect: deny, reason: 'Not here.' }]
tools: { write_file: { tier: R3 } }
`,
        ],
      ],
      1,
    ),
  )('has the hash of the policy that a running one would have: %s', async (_name, config) => {
    const paths = homeWith(config)
    const found = await policyAtRest(paths)
    expect((await whole(paths)).hash).toEqual({
      ok: true,
      value: { hash: found?.policy.hash, preset: found?.config.preset, problems: [] },
    })
  })

  it.each([
    ['a mistake in the file', (paths: ReturnType<typeof homeWith>) => write(paths, 'preset: nope')],
    ['an organisation', (paths: ReturnType<typeof homeWith>) => write(paths, ORGANISATION)],
    [
      'a file that was emptied',
      (paths: ReturnType<typeof homeWith>) => {
        write(paths, '')
        mkdirSync(paths.dataDir, { recursive: true })
        writeFileSync(join(paths.dataDir, 'config-in-force'), `${paths.configFile}\n`)
      },
    ],
    [
      'a wildcard over what strangers share',
      (paths: ReturnType<typeof homeWith>) => write(paths, "allowlist: { hosts: ['*.co.uk'] }"),
    ],
  ])('needs a full start for what it cannot know: %s', async (_name, prepare) => {
    const paths = homeWith(null)
    prepare(paths)
    expect(await policyAtRest(paths)).toBe(null)
  })

  it('lists the plugins of both folders as a running one would, broken and taken ones too', async () => {
    const paths = homeWith('plugins: { allowExternal: true }')
    for (const [folder, name] of [
      ['built-in', 'say_it'],
      ['external', 'say_it'],
      ['external', 'other'],
      ['external', 'read_file'],
    ] as const)
      plugin(join(paths.dataDir, 'plugins', folder), name, MANIFEST.replace('NAME', name))
    plugin(join(paths.dataDir, 'plugins', 'external'), 'broken', 'version = ')
    symlinkSync('/etc/passwd', join(paths.dataDir, 'plugins', 'external', 'link.toml'))
    const list = await pluginsAtRest(paths, {}, none)
    const { plugins } = await whole(paths)
    expect(plugins).toEqual({ ok: true, value: { ...list, tools: [] } })
    expect(list?.plugins.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'say_it open',
      'broken broken',
      'link broken',
      'other new',
      'read_file taken',
      'say_it shadowed',
    ])
  })

  it('compares the built-in tools with the strict registry where it is on', async () => {
    const listed = async (config: string) =>
      (await pluginsAtRest(homeWith(config), {}, none))?.tools
    expect([await listed('plugins: { strict: true }'), await listed('')]).toEqual([[], null])
  })
})

const ORGANISATION = `organisation: { source: '/srv/bundle.yaml', keys: ['${'ab'.repeat(32)}'] }`
const write = ({ configFile }: { configFile: string }, text: string): void =>
  writeFileSync(configFile, text)

function plugin(folder: string, name: string, manifest: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.toml`), manifest)
  writeFileSync(join(folder, 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
}
