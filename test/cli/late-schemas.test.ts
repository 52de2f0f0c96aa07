// The quick files make a schema when it is first read with (main/host/launch/late-schemas.mjs). What they
// say is what the sources say, in which the library makes all of them at once.
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findAppPaths } from '../../main/config/paths.ts'
import { cliFile } from '../running-app.ts'
import { makeFolder } from '../store/fixture.ts'

const sources = join(import.meta.dirname, '../../main/host/cli/main.ts')

/** The exit code, and what was printed, without the folder. */
function answers(config: string, lines: readonly (readonly string[])[]) {
  const folder = makeFolder()
  const home = join(folder, 'home')
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    GATEHOUSE_HOME: home,
    NO_COLOR: '1',
    // The sources are read and compiled once, not at each start.
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  }
  const paths = findAppPaths({ env, platform: process.platform, homedir: folder })
  mkdirSync(home)
  mkdirSync(paths.defaultWorkspace)
  writeFileSync(paths.configFile, config)
  const by = (program: string) =>
    lines.map((words) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        encoding: 'utf8',
      })
      return { words, status, stdout, stderr: stderr.replaceAll(/^\(.*\n/gm, '') }
    })
  return { built: by(cliFile), written: by(sources) }
}

const explained = (tool: string, args: unknown) =>
  ['policy', 'explain', '--json', '--tool', tool, '--args', JSON.stringify(args)] as const
const checks = [
  ['policy', 'hash'],
  ['policy', 'check', '--json'],
  ['config', 'check', '--json'],
]

/** Fields, unions, checks, defaults, records and what refers to itself: right ones and wrong ones. */
const configs: Readonly<Record<string, string>> = {
  'nothing set @whole': '',
  'every kind of field @whole': `
preset: careful
allowlist: { hosts: [example.com, { host: '*.example.org', methods: [GET, HEAD] }] }
rules:
  - { id: notes, when: { tools: [write_file], paths: ['notes/**'] }, effect: allow, reason: mine }
  - { id: night, when: { hours: { from: '22:00', to: '06:00' } }, effect: deny, reason: late }
gateway: { clients: { editor: { preset: ask, perMinute: 12 } } }
agents: { main: { hosts: [example.net] } }
`,
  'wrong types @whole':
    'preset: 7\nrules: { id: 3 }\nallowlist: [1, 2]\ngateway: { clients: { x: 1 } }\n',
  'unknown keys, near ones @whole':
    'presets: ask\nallowlst: {}\nrules: [{ id: a, wen: {}, effect: alow }]\n',
  'texts that are too long or short': `rules: [{ id: '', when: {}, effect: allow, reason: '${'x'.repeat(4000)}' }]\n`,
  'out of bounds @whole':
    'limits: { maxTurns: -3 }\ngateway: { clients: { x: { perMinute: 99999999 } } }\n',
  'lists that hold themselves @whole': 'rules: &a [*a]\nservers: &b { x: *b }\n',
  'no map @whole': '- one\n- two\n',
}
it.each(Object.entries(configs))('%s', (_name, config) => {
  const { built, written } = answers(config, checks)
  expect(built).toEqual(written)
})

it('calls that are explained, with right and wrong arguments @whole', () => {
  const { built, written } = answers('preset: careful\n', [
    explained('write_file', { path: 'notes/a.md', content: 'x' }),
    explained('write_file', { path: 7 }),
    explained('write_file', { path: 'a', content: 'x', more: true }),
    explained('exec', { command: 'git status' }),
    explained('exec', { command: 'rm -rf build', timeout_seconds: -1 }),
    explained('web_fetch', { url: 'https://example.com/a' }),
    explained('web_fetch', { url: 'not an address' }),
    explained('http', { method: 'PUT', url: 'https://example.github.io/a' }),
    ['policy', 'explain', '--json', '--mount', 'notes'],
    ['policy', 'explain', '--json', '--command', 'ls', '--at', 'yesterday'],
    ['tools', 'list', '--json'],
    ['tools', 'describe', 'exec', '--json'],
    ['audit', 'attention', '--json'],
    ['runs', 'list', '--json'],
  ])
  expect(built).toEqual(written)
})
