// What it costs that a command runs in a layer of the workspace first: a staged `true` beside
// bubblewrap bare, a project's `npm test` beside the same without a sandbox, the commit of 1,000
// files, and what a large workspace adds to a command that changes ten files. All that are compared
// are taken in turns, so that a slow moment of the machine hits all alike.
//
//   npm run bench -- staging
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { dirname, join } from 'node:path'
import { CallId } from '../../contract/ids.ts'
import { openOutbound } from '../../main/egress/outbound.ts'
import { recorderIn } from '../../main/rehearsal/host-recorder.ts'
import { bubblewrapData } from '../../main/sandbox/linux/bubblewrap.ts'
import { environment } from '../../main/sandbox/command-environment.ts'
import { prepareHostLayout } from '../../main/sandbox/linux/host-facts.ts'
import { ORDINARY } from '../../main/sandbox/linux/host-user.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import { openStager } from '../../main/sandbox/staging/stage.ts'
import type { StagedRun } from '../../main/undo/staged/staged-store.ts'
import { openUndo } from '../../main/undo/undo.ts'
import type { StoredCall } from '../../main/undo/undo-text.ts'
import { median } from './line.ts'
import type { BenchLine } from './line.ts'

const ROUNDS = 40
const TEST_ROUNDS = 7
const COMMITS = 7
const CHANGED = 1_000
const LARGE = 200_000
const TEN = 'for n in 0 1 2 3 4 5 6 7 8 9; do echo changed >> "d$n/f$n"; done'

/** What an agent thinks between two calls, and more: a view is opened ahead meanwhile. */
const THINKS_MS = 400

const MOST_TIMES_BARE = 1.6
const MOST_TIMES_PLAIN = 1.1
const MOST_COMMIT_MS = 300
const MOST_ADDED_MS = 50

export async function run(): Promise<readonly BenchLine[]> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-bench-')))
  // The same command without a sandbox is an ordinary user's as well.
  chmodSync(root, 0o755)
  const fixture = await openFixture(root)
  try {
    return [
      ...(await trueBesideBare(fixture)),
      ...(await testsBesidePlain(fixture)),
      ...(await commits(fixture)),
      ...(await largeBesideSmall(fixture)),
    ]
  } finally {
    await fixture.dispose()
    rmSync(root, { recursive: true, force: true })
  }
}

type Fixture = Awaited<ReturnType<typeof openFixture>>

async function openFixture(root: string) {
  const [home, store] = [join(root, 'home'), join(root, 'store')]
  for (const folder of [home, store]) mkdirSync(folder)
  const runner = openRunner({ stop: [store], home, scratch: root })
  const outbound = openOutbound({ hosts: () => [] })
  const stager = openStager({
    runner,
    scratch: join(store, 'layers'),
    record: recorderIn(join(root, 'run'), outbound),
  })
  const rows = new Map<string, StoredCall>()
  const undo = openUndo({
    folder: join(store, 'undo'),
    table: {
      put: (row) => void rows.set(row.callId, row),
      get: (id) => rows.get(id) ?? null,
      gone: () => {},
    },
    now: Date.now,
  })
  await runner.ready
  let last = 0
  /** As the pipeline does: runs it in a layer, and keeps what it changed. */
  const stage = async (workspace: string, command: string) => {
    last += 1
    const callId = CallId.parse(`call_bench${String(last).padStart(6, '0')}`)
    const staged = await stager.stage({
      request: { command, cwd: '.', timeoutMs: 120_000 },
      permitted: [{ kind: 'proc.run', command, cwd: workspace, zone: 'workspace', parts: [] }],
      workspace,
      limits: { runTimeMs: 120_000, stdoutBytes: 1_000_000, stderrBytes: 1_000_000 },
      requires: [],
      signal: new AbortController().signal,
      onOutput: () => {},
      read: (layer) => undo.stage(callId, layer, ended),
    })
    if (!staged.ok) throw new Error(staged.error.text)
    const { end } = staged.value.ended
    if (end.kind !== 'exited' || end.code !== 0)
      throw new Error(`${command}: ${JSON.stringify(staged.value.ended).slice(0, 500)}`)
    if (staged.value.kind !== 'read') throw new Error(`${command}: ${staged.value.kind}`)
    if (!staged.value.read.ok) throw new Error(staged.value.read.error.text)
    return { callId, changes: changesOf(staged.value.read.value) }
  }
  return {
    root,
    undo,
    stage,
    async dispose() {
      await stager.dispose()
      await undo.dispose()
      await runner.dispose()
      await outbound.dispose()
    },
  }
}

const ended = {
  stdout: '',
  stderr: '',
  stdoutBytes: 0,
  stderrBytes: 0,
  end: { kind: 'exited', code: 0 },
} as const

function changesOf(staged: StagedRun): number {
  if (staged.kind === 'none') throw new Error(staged.why)
  return staged.changes.length
}

async function trueBesideBare({ root, stage }: Fixture): Promise<readonly BenchLine[]> {
  const workspace = folderIn(root, 'small', 100)
  const prepared = await prepareHostLayout({ bwrap: null, scratch: root, arch: process.arch })
  if (prepared === null) throw new Error('There is no bubblewrap here.')
  const { hostLayout: machine } = prepared
  const inside = {
    env: environment,
    cwd: workspace,
    helperFiles: machine.helperFiles,
    first: [],
    job: '',
    shown: [{ from: workspace, at: workspace, readOnly: false }],
  }
  const bare = [
    ...['--unshare-all', '--die-with-parent', '--new-session', '--uid', '1000', '--gid', '1000'],
    ...['--cap-drop', 'ALL', '--clearenv'],
    ...bubblewrapData(machine, inside).split('\0').slice(0, -1),
    '--',
    machine.shell,
    '-c',
    'true',
  ]
  const staged = (): Promise<unknown> => stage(workspace, 'true')
  const [own, theirs] = await inTurns(
    ROUNDS,
    [staged, () => plain(machine.bwrap, bare, workspace)],
    THINKS_MS,
  )
  const [hurried] = await inTurns(ROUNDS / 4, [staged, staged])
  await prepared.remove()
  return [
    { name: 'true in bare bubblewrap, same mounts', ...figure(median(theirs)) },
    {
      name: 'true, staged',
      value: `${median(own).toFixed(1)} ms, ${(median(own) / median(theirs)).toFixed(2)} times`,
      goal: `at most ${MOST_TIMES_BARE} times`,
      holds: median(own) <= MOST_TIMES_BARE * median(theirs),
    },
    { name: 'the same, each right after the last', ...figure(median(hurried)) },
  ]
}

/** Packages with sources enough that their tests are some seconds of work, as they are installed. */
const PACKAGES = ['yaml', 'zod', 'fast-check', 'pure-rand']

/** A project whose tests load real packages and make them work, in a process for each file. */
function projectIn(root: string): string {
  const folder = join(root, 'project')
  mkdirSync(join(folder, 'test'), { recursive: true })
  const modules = join(import.meta.dirname, '..', '..', 'node_modules')
  for (const name of PACKAGES)
    cpSync(join(modules, name), join(folder, 'node_modules', name), {
      recursive: true,
      dereference: true,
    })
  const version = (name: string): string =>
    (JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as { version: string })
      .version
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({
      name: 'project',
      type: 'module',
      scripts: { test: 'node --test' },
      dependencies: Object.fromEntries(PACKAGES.map((name) => [name, version(name)])),
    }),
  )
  for (let at = 0; at < 12; at += 1)
    writeFileSync(
      join(folder, 'test', `round-trip-${at}.test.js`),
      `import { test } from 'node:test'
import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
const Item = z.object({ name: z.string(), n: z.int(), tags: z.array(z.string()) })
const item = fc.record({ name: fc.string(), n: fc.integer(), tags: fc.array(fc.string()) }, { noNullPrototype: true })
test('what is written is read again', () =>
  fc.assert(fc.property(fc.array(item, { maxLength: 8 }), (items) => {
    deepEqual(z.array(Item).parse(parse(stringify(items))), items)
  }), { numRuns: 150, seed: ${at} }))
`,
    )
  giveAway(folder)
  return folder
}

async function testsBesidePlain({ root, stage }: Fixture): Promise<readonly BenchLine[]> {
  const workspace = projectIn(root)
  const { PATH } = environment
  const HOME = folderIn(root, 'home-of-tests', 1)
  const [own, theirs] = await inTurns(TEST_ROUNDS, [
    () => stage(workspace, 'npm test --silent'),
    () =>
      plain('/bin/sh', ['-c', 'npm test --silent'], workspace, {
        PATH,
        HOME,
        LANG: 'C.UTF-8',
        npm_config_update_notifier: 'false',
      }),
  ])
  return [
    { name: 'npm test of a project, without a sandbox', ...figure(median(theirs)) },
    {
      name: 'npm test of a project, staged',
      value: `${median(own).toFixed(0)} ms, ${(median(own) / median(theirs)).toFixed(2)} times`,
      goal: `at most ${MOST_TIMES_PLAIN} times`,
      holds: median(own) <= MOST_TIMES_PLAIN * median(theirs),
    },
  ]
}

async function commits({ root, stage, undo }: Fixture): Promise<readonly BenchLine[]> {
  const workspace = folderIn(root, 'committed', CHANGED)
  const times: number[] = []
  for (let round = 0; round < COMMITS; round += 1) {
    const { callId, changes } = await stage(
      workspace,
      `for f in d*/f*; do echo round ${round} >> "$f"; done`,
    )
    if (changes !== CHANGED) throw new Error(`${changes} changes`)
    const began = performance.now()
    const committed = await undo.commit(callId)
    times.push(performance.now() - began)
    if (!committed.ok || committed.value.end.kind !== 'committed')
      throw new Error(JSON.stringify(committed))
  }
  return [
    {
      name: `commit of ${CHANGED.toLocaleString('en')} files`,
      value: `${median(times).toFixed(0)} ms`,
      goal: `below ${MOST_COMMIT_MS} ms`,
      holds: median(times) < MOST_COMMIT_MS,
    },
  ]
}

async function largeBesideSmall({ root, stage, undo }: Fixture): Promise<readonly BenchLine[]> {
  const [small, large] = [folderIn(root, 'ten', 100), folderIn(root, 'large', LARGE)]
  const ten = async (workspace: string): Promise<void> => {
    const { callId, changes } = await stage(workspace, TEN)
    if (changes !== 10) throw new Error(`${changes} changes`)
    await undo.discard(callId)
  }
  const [inLarge, inSmall] = await inTurns(ROUNDS / 2, [() => ten(large), () => ten(small)])
  const added = median(inLarge) - median(inSmall)
  return [
    { name: 'a command that changes 10 files, of 100', ...figure(median(inSmall)) },
    {
      name: `the same, of ${LARGE.toLocaleString('en')}`,
      value: `${median(inLarge).toFixed(0)} ms, ${added.toFixed(0)} ms more`,
      goal: `at most ${MOST_ADDED_MS} ms more`,
      holds: added <= MOST_ADDED_MS,
    },
  ]
}

const figure = (ms: number) => ({ value: `${ms.toFixed(1)} ms`, goal: null, holds: null })

async function inTurns(
  rounds: number,
  [one, other]: readonly [() => Promise<unknown>, () => Promise<unknown>],
  restMs = 0,
): Promise<readonly [readonly number[], readonly number[]]> {
  const times: [number[], number[]] = [[], []]
  const take = async (way: () => Promise<unknown>, into: number[], counts: boolean) => {
    const began = performance.now()
    await way()
    const took = performance.now() - began
    if (counts) into.push(took)
    await wait(restMs)
  }
  // The first rounds warm the caches of files and code. Which comes first changes every time.
  for (let round = -2; round < rounds; round += 1)
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0])
      await take(at === 0 ? one : other, times[at === 0 ? 0 : 1], round >= 0)
  return times
}

async function plain(
  program: string,
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const [uid, gid] = process.getuid?.() === 0 ? [ORDINARY.uid, ORDINARY.gid] : []
  const who = program.startsWith('/bin/sh') && uid !== undefined ? { uid, gid } : {}
  const child = spawn(program, [...words], { cwd, env, stdio: 'ignore', ...who })
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
}

/** So many files, in folders of a thousand at most. */
function folderIn(root: string, name: string, files: number): string {
  const folder = join(root, name)
  const folders = Math.max(10, files / 1_000)
  for (let at = 0; at < files; at += 1) {
    const path = join(folder, `d${at % folders}`, `f${at}`)
    if (at < folders) mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${at}\n`)
  }
  giveAway(folder)
  return folder
}

/** A command is never root's, and neither is what it works on. */
function giveAway(folder: string): void {
  if (process.getuid?.() === 0)
    execFileSync('chown', ['-R', `${ORDINARY.uid}:${ORDINARY.gid}`, '--', folder])
}
