// Runs plugins for real: the sandbox, the WASI runtime in it, and files on a disk.
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import type { Failure } from '../../../contract/failure.ts'
import type { PluginAnswer, PluginNews, PluginRequest } from '../../../contract/plugin/request.ts'
import type { Result } from '../../../contract/result.ts'
import { DISK_BOUNDS } from '../../../main/plugins/run/disk-watch.ts'
import { openReviewedFiles } from '../../../main/plugins/run/reviewed-files.ts'
import type { PluginPowers } from '../../../main/plugins/run/powers.ts'
import { runPlugin } from '../../../main/plugins/run/run-plugin.ts'
import { makeOwnFolder } from '../../../main/sandbox/linux/host-user.ts'
import { nodeProgram } from '../../../main/sandbox/node-program.ts'
import { openRunner } from '../../../main/sandbox/runner.ts'
import type { FolderPowers } from '../../../main/sandbox/wasi/folder-powers.ts'
import { heldFolder } from '../../../main/sandbox/wasi/held-folder.ts'
import { sandboxedChild } from '../../../main/sandbox/wasi/sandboxed-child.ts'
import { openWasi } from '../../../main/sandbox/wasi/wasi.ts'
import { scratchFolder } from '../../sandbox/scratch.ts'

/** Nobody's number: a person for whom Gatehouse runs as root. */
export const PERSON = 54_321
export const isRoot = process.getuid?.() === 0

export function openPluginFixture(name: string) {
  const root = scratchFolder(`plugins-${name}`)
  chmodSync(root, 0o755)
  const [scratch, ours, plugins, secret] = ['scratch', 'ours', 'plugins', 'secret'].map(
    (folder) => {
      mkdirSync(join(root, folder))
      return join(root, folder)
    },
  ) as [string, string, string, string]
  writeFileSync(join(secret, 'key'), 'SECRET-OF-HOST')
  const runner = openRunner({ stop: [], home: join(root, 'home'), scratch })
  const closing = new AbortController()
  const runtime = join(ours, 'runtime')
  makeOwnFolder(runtime)
  mkdirSync(join(ours, 'reviewed'))
  const wasi = openWasi({ start: sandboxedChild(runner.start, runtime, closing.signal) })
  const reviewed = openReviewedFiles({
    folder: join(ours, 'reviewed'),
    makeFolder: (path) => makeOwnFolder(path, 0o755),
  })
  const node = nodeProgram()
  afterAll(async () => {
    wasi.dispose()
    closing.abort()
    await runner.dispose()
  })
  let numbers = 0
  /** A folder, as the user that the workspace is to belong to. */
  const folder = (called: string, owner: 'us' | 'person' = 'us'): string => {
    numbers += 1
    const parent = join(root, `granted-${numbers}`)
    const path = join(parent, called)
    mkdirSync(path, { recursive: true })
    if (owner === 'person' && isRoot) chownSync(path, PERSON, PERSON)
    return path
  }
  /** A plugin's file with this content, or the one at this place. */
  const file = (called: string, content: string | Uint8Array): PluginRequest['file'] => {
    const path = join(plugins, called)
    writeFileSync(path, content, { mode: 0o755 })
    return fileAt(path)
  }
  const run = (
    request: Partial<PluginRequest> & Pick<PluginRequest, 'file'>,
    powers: Partial<PluginPowers<FolderPowers>> = {},
  ): Promise<Result<PluginAnswer, Failure>> =>
    runPlugin(
      {
        requestId: 'call-1',
        tool: 'tried',
        protocol: 0,
        kind: 'native',
        args: {},
        mounts: [],
        hosts: [],
        ...request,
        limits: { ...limits, ...request.limits },
      },
      {
        start: runner.start,
        runModule: (given) =>
          wasi.run({
            ...given,
            folders: given.folders.map((each) => ({
              ...each,
              powers: each.powers as FolderPowers,
            })),
          }),
        folder: (path, access) =>
          heldFolder({ root: path, access, allows: () => Promise.resolve(null) }),
        proxy: () => Promise.reject(new Error('No plugin here was granted a host.')),
        node: { file: node.file, env: node.env, shown: [node.file] },
        reviewed: reviewed.find,
        news: () => {},
        disk: DISK_BOUNDS,
        signal: new AbortController().signal,
        ...powers,
      } as PluginPowers,
    )
  return { root, secret, runner, wasi, folder, file, run, scratch }
}

export const fileAt = (path: string): PluginRequest['file'] => ({
  path,
  sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
})

export const limits: PluginRequest['limits'] = {
  runTimeMs: 60_000,
  stdoutBytes: 65_536,
  stderrBytes: 65_536,
  memoryBytes: 128 * 1024 * 1024,
}

/** The code of what went wrong; or the answer. */
export const codeOf = (result: Result<PluginAnswer, Failure>): string =>
  result.ok ? `answered ${JSON.stringify(result.value.data)}` : result.error.code

/** Everything that a plugin said about its work. */
export function gathered(): {
  readonly all: PluginNews[]
  readonly news: PluginPowers['news']
} {
  const all: PluginNews[] = []
  return { all, news: (news) => void all.push(news) }
}
