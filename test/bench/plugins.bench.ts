// What the call of a plugin costs beside what it does: a module for which a process waits, and one
// for which none does; a program beside bare bubblewrap with the same folders, in turns, so that a
// slow moment of the machine hits all alike.
// Run: npm run bench -- plugins
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as atRest } from 'node:timers/promises'
import type { PluginRequest } from '../../contract/plugin/request.ts'
import type { PluginPowers } from '../../main/plugins/run/powers.ts'
import { DISK_BOUNDS } from '../../main/plugins/run/disk-watch.ts'
import { openReviewedFiles } from '../../main/plugins/run/reviewed-files.ts'
import { runPlugin } from '../../main/plugins/run/run-plugin.ts'
import { makeOwnFolder } from '../../main/sandbox/linux/host-user.ts'
import { nodeProgram } from '../../main/sandbox/node-program.ts'
import { openRunner } from '../../main/sandbox/runner.ts'
import type { FolderPowers } from '../../main/sandbox/wasi/folder-powers.ts'
import { heldFolder } from '../../main/sandbox/wasi/held-folder.ts'
import { sandboxedChild } from '../../main/sandbox/wasi/sandboxed-child.ts'
import { openWasi } from '../../main/sandbox/wasi/wasi.ts'
import { buildModule } from '../plugins/build-module.ts'
import { bundleChild } from './bundle-child.ts'
import { median, type BenchLine } from './line.ts'

const ROUNDS = 20
/** In which the second process that waits has started too; what starts takes the processor from what is timed. */
const REST_MS = 400
const MOST_WARM_MS = 5
const MOST_OVER_BARE_MS = 15

const answer = `#!/bin/sh
IFS= read -r call
id=\${call#*'"request_id":"'}
printf '{"protocol_version":0,"request_id":"%s","ok":true,"data_json":"{}","stdout":"","stderr":""}' "\${id%%'"'*}"
`

export async function run(): Promise<readonly BenchLine[]> {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-bench-plugins-'))
  const workspace = join(root, 'ws')
  mkdirSync(workspace)
  if (process.getuid?.() === 0) chownSync(workspace, 54_321, 54_321)
  const runner = openRunner({ stop: [], home: join(root, 'home'), scratch: root })
  const closing = new AbortController()
  const script = await bundleChild(join(root, 'bundle'))
  const own = join(root, 'runtime')
  makeOwnFolder(own)
  const wasi = openWasi({ start: sandboxedChild(runner.start, own, closing.signal), script })
  try {
    await runner.ready
    const kept = join(root, 'reviewed')
    mkdirSync(kept)
    const makeFolder = (path: string): void => makeOwnFolder(path, 0o755)
    const reviewed = openReviewedFiles({ folder: kept, makeFolder })
    const node = nodeProgram()
    const powers = {
      start: runner.start,
      runModule: wasi.run,
      folder: (path, access) =>
        heldFolder({ root: path, access, allows: () => Promise.resolve(null) }),
      proxy: () => Promise.reject(new Error('No plugin here was granted a host.')),
      node: { file: node.file, env: node.env, shown: [node.file] },
      reviewed: reviewed.find,
      news: () => {},
      disk: DISK_BOUNDS,
      signal: closing.signal,
    } satisfies PluginPowers<FolderPowers>
    const call = async (request: Pick<PluginRequest, 'kind' | 'file'>): Promise<number> => {
      const begun = performance.now()
      const result = await runPlugin(
        { ...plain, ...request, mounts: [{ hostPath: workspace, ...asWorkspace }] },
        powers as unknown as PluginPowers,
      )
      if (!result.ok) throw new Error(`${result.error.code}: ${result.error.text}`)
      return performance.now() - begun
    }
    const program = join(root, 'answer.sh')
    writeFileSync(program, answer, { mode: 0o755 })
    const examples = join(import.meta.dirname, '../../examples/plugins')
    const module = buildModule(join(examples, 'echo.c'), root, 'echo.wasm')
    return [
      ...(await modules(wasi.prepare, () => call({ kind: 'wasi', file: fileAt(module) }))),
      ...(await programs(
        () => call({ kind: 'native', file: fileAt(program) }),
        () => bare(program, workspace),
      )),
    ]
  } finally {
    wasi.dispose()
    closing.abort()
    await runner.dispose()
    rmSync(root, { recursive: true, force: true })
  }
}

const asWorkspace = { guestPath: '/workspace', readOnly: true }
const plain: Omit<PluginRequest, 'kind' | 'file'> = {
  requestId: 'call-1',
  tool: 'echo',
  protocol: 0,
  args: { text: 'Hello' },
  mounts: [],
  hosts: [],
  limits: {
    runTimeMs: 60_000,
    stdoutBytes: 65_536,
    stderrBytes: 65_536,
    memoryBytes: 64 * 1024 * 1024,
  },
}
const fileAt = (path: string): PluginRequest['file'] => ({
  path,
  sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
})

async function modules(
  waits: () => Promise<void>,
  call: () => Promise<number>,
): Promise<readonly BenchLine[]> {
  const cold = await call()
  const warm: number[] = []
  const atOnce: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await waits()
    await atRest(REST_MS)
    warm.push(await call())
    atOnce.push(await call())
  }
  const p50 = median(warm)
  return [
    {
      name: 'module, a process waits, p50',
      value: `${p50.toFixed(1)} ms, least ${Math.min(...warm).toFixed(1)}`,
      goal: `below ${MOST_WARM_MS} ms`,
      holds: p50 < MOST_WARM_MS,
    },
    {
      name: 'module, right after another, p50 (first of all)',
      value: `${median(atOnce).toFixed(0)} ms (${cold.toFixed(0)} ms)`,
      goal: null,
      holds: null,
    },
  ]
}

async function programs(
  call: () => Promise<number>,
  beside: () => Promise<number>,
): Promise<readonly BenchLine[]> {
  await call()
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    theirs.push(await beside())
    ours.push(await call())
  }
  const [p50, bareP50] = [median(ours), median(theirs)]
  return [
    {
      name: 'program, p50, beside bare bubblewrap',
      value: `${p50.toFixed(1)} ms beside ${bareP50.toFixed(1)} ms, least ${Math.min(...ours).toFixed(1)} beside ${Math.min(...theirs).toFixed(1)}`,
      goal: `at most ${MOST_OVER_BARE_MS} ms more`,
      holds: p50 - bareP50 < MOST_OVER_BARE_MS,
    },
  ]
}

/** The same script with the same folders, in bubblewrap and nothing round it. */
async function bare(program: string, workspace: string): Promise<number> {
  const begun = performance.now()
  const child = spawn(
    'bwrap',
    [
      ...['--unshare-all', '--die-with-parent', '--new-session', '--ro-bind', '/usr', '/usr'],
      ...['--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib'],
      ...['--symlink', 'usr/lib64', '/lib64', '--proc', '/proc', '--dev', '/dev'],
      '--tmpfs',
      '/tmp',
      '--ro-bind',
      workspace,
      '/workspace',
      '--ro-bind',
      program,
      '/home/package/answer.sh',
      '--chdir',
      '/workspace',
      '--',
      '/home/package/answer.sh',
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  let text = ''
  child.stdout.on('data', (bytes: Buffer) => (text += bytes.toString()))
  child.stdin.end('{"request_id":"call-1"}\n')
  await once(child, 'close')
  if (!text.includes('call-1')) throw new Error('Bare bubblewrap did not run the script.')
  return performance.now() - begun
}
