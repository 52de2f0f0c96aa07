// Which files a look reads into memory where no Gatehouse runs and nothing is configured: their loading
// is most of what such a command takes.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { findAppPaths } from '../../main/config/paths.ts'
import { quickFiles } from '../../main/host/cli/quick/quick-files.ts'
import { startsBubblewrap } from '../../main/sandbox/quick-trial.ts'
import { cliFile } from '../running-app.ts'
import { makeFolder } from '../store/fixture.ts'

const Coverage = z.object({ result: z.array(z.object({ url: z.string() })) })
const Sources = z.object({ sources: z.array(z.string()) })

/** The words that a command cannot be without. */
const more: Readonly<Record<string, readonly string[]>> = {
  'agents check': ['scout'],
  'approvals show': ['apr_0123456789'],
  'audit receipt': ['call_0123456789'],
  'audit search': ['tool:exec'],
  'events show': ['1'],
  'fleet init': ['--print'],
  'policy bundle agent': ['scout'],
  'policy bundle verify': [import.meta.filename],
  'policy explain': ['--command', 'ls'],
  'policy simulate': ['--rules', import.meta.filename],
  'policy test': [import.meta.filename],
  'runs capture': ['run_0123456789'],
  'runs diff': [import.meta.filename, import.meta.filename],
  'runs show': ['run_0123456789'],
  'schedules preflight': ['job_0123456789'],
  'schedules show': ['job_0123456789'],
  'servers export': ['--format', 'vscode'],
  'servers show': ['forge'],
  'tools describe': ['exec'],
}
/** What a word in capital letters stands for. */
const operands: Readonly<Record<string, string>> = {
  CALL: 'call_0123456789',
  FILE: import.meta.filename,
  SHELL: 'bash',
  TOPIC: 'policy',
}
const typedAs = (line: string): readonly string[] => [
  ...line.split(' ').map((word) => operands[word] ?? word),
  ...(more[line] ?? []),
]

/** All files of ours that the command has run, below out/main. */
function filesOf(words: readonly string[], config: string | null = null): readonly string[] {
  const folder = makeFolder()
  const home = join(folder, 'home')
  const env = { PATH: process.env['PATH'], HOME: folder, GATEHOUSE_HOME: home }
  const paths = findAppPaths({ env, platform: process.platform, homedir: folder })
  mkdirSync(paths.defaultWorkspace, { recursive: true })
  if (config !== null) {
    mkdirSync(home, { recursive: true })
    writeFileSync(paths.configFile, config)
  }
  const coverage = join(folder, 'coverage')
  try {
    execFileSync(process.execPath, [cliFile, ...words], {
      env: { ...env, NODE_V8_COVERAGE: coverage },
      stdio: 'ignore',
    })
  } catch {
    // Of an id that is not there.
  }
  return readdirSync(coverage)
    .flatMap(
      (name) => Coverage.parse(JSON.parse(readFileSync(join(coverage, name), 'utf8'))).result,
    )
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url }) => relative(dirname(cliFile), fileURLToPath(url)))
    .filter((file) => !file.startsWith('..'))
    .toSorted()
}

/** Where no sandbox starts, the whole says why. */
const sandbox = await startsBubblewrap()
type Row = readonly [line: string, file: string]

/** In a new home there is no key yet, so one is made. What finds secrets is loaded for those of a text. */
const others: readonly string[] = [
  'audit key',
  'redact FILE',
  ...(sandbox ? [] : [...(quickFiles['tools']?.commands ?? []), 'policy explain']),
]
const commands = Object.entries(quickFiles).flatMap(([file, { commands: names }]) =>
  names.filter((name) => !others.includes(name)).map((name): Row => [name, file]),
)
const words: readonly Row[] = [
  ['--version', 'words'],
  ['--help', 'words'],
]

/** One command of each file stays in a plain `npm test`. */
const named = (rows: readonly Row[]) =>
  rows.map(([line, file], at): [name: string, line: string, file: string] => [
    rows.findIndex((row) => row[1] === file) === at ? line : `${line} @whole`,
    line,
    file,
  ])

/** Which a part of Gatehouse cannot answer. */
const byWhole: readonly string[] = ['doctor']

it.each(named([...words, ...commands]))(
  '%s is read from its file and from no other',
  (_name, line, file) => {
    // Beside a whole there are the files of the processes that it starts.
    const found = filesOf(typedAs(line)).filter(
      (name) => !byWhole.includes(line) || name === 'cli.js' || dirname(name) === 'quick',
    )
    const whole = byWhole.includes(line) ? [join('quick', 'whole.cjs')] : []
    expect(found).toEqual(['cli.js', join('quick', `${file}.cjs`), ...whole])
  },
)

const reading = commands.filter(
  ([line, file]) =>
    ['policy', 'explain', 'senders', 'keys', 'tools'].includes(file) && !byWhole.includes(line),
)
it.each(named(reading))(
  '%s is read from its file where there is a configuration',
  (_name, line, file) => {
    expect(filesOf(typedAs(line), 'preset: careful\n')).toEqual([
      'cli.js',
      join('quick', `${file}.cjs`),
    ])
  },
)

it('the file of a command that only reads contains the schemas, and the parser where it reads a configuration', () => {
  const files = Object.keys(quickFiles).filter((file) => file !== 'whole')
  const packages = files.map((file) => {
    const map = join(dirname(cliFile), 'quick', `${file}.cjs.map`)
    const { sources } = Sources.parse(JSON.parse(readFileSync(map, 'utf8')))
    const names = sources.flatMap(
      (source) => /.*\/?node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [],
    )
    return [file, [...new Set(names)].toSorted()]
  })
  expect(Object.fromEntries(packages)).toEqual({
    words: ['zod'],
    approvals: ['better-sqlite3', 'diff', 'zod'],
    undo: ['better-sqlite3', 'diff', 'ipaddr.js', 'yaml', 'zod'],
    runs: ['better-sqlite3', 'croner', 'ipaddr.js', 'yaml', 'zod'],
    journal: ['better-sqlite3', 'zod'],
    attention: [
      '@cfworker/json-schema',
      'better-sqlite3',
      'eslint-visitor-keys',
      'ipaddr.js',
      'tldts',
      'tldts-core',
      'toml-eslint-parser',
      'yaml',
      'zod',
    ],
    senders: ['better-sqlite3', 'ipaddr.js', 'yaml', 'zod'],
    policy: [
      '@cfworker/json-schema',
      'better-sqlite3',
      'eslint-visitor-keys',
      'ipaddr.js',
      'toml-eslint-parser',
      'yaml',
      'zod',
    ],
    explain: [
      '@cfworker/json-schema',
      'better-sqlite3',
      'croner',
      'diff',
      'eslint-visitor-keys',
      'ipaddr.js',
      'tldts',
      'tldts-core',
      'toml-eslint-parser',
      'unbash',
      'yaml',
      'zod',
    ],
    keys: ['better-sqlite3', 'ipaddr.js', 'yaml', 'zod'],
    servers: [
      '@cfworker/json-schema',
      'better-sqlite3',
      'diff',
      'eslint-visitor-keys',
      'ipaddr.js',
      'smol-toml',
      'toml-eslint-parser',
      'yaml',
      'zod',
    ],
    tools: [
      '@cfworker/json-schema',
      'better-sqlite3',
      'eslint-visitor-keys',
      'ipaddr.js',
      'toml-eslint-parser',
      'yaml',
      'zod',
    ],
    files: ['better-sqlite3', 'jsonc-parser', 'smol-toml', 'yaml', 'zod'],
    help: [
      'better-sqlite3',
      'croner',
      'diff',
      'ipaddr.js',
      'jsonc-parser',
      'smol-toml',
      'tldts',
      'tldts-core',
      'yaml',
      'zod',
    ],
  })
})
