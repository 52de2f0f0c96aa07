// Joins what runs a plugin to the sandbox, the WASI runtime and the way out.
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readHostPattern } from '../../../contract/policy/host-pattern.ts'
import type { Outbound } from '../../egress/outbound.ts'
import { DISK_BOUNDS } from '../../plugins/run/disk-watch.ts'
import { openReviewedFiles } from '../../plugins/run/reviewed-files.ts'
import { runPlugin } from '../../plugins/run/run-plugin.ts'
import { hostUser, makeOwnFolder } from '../../sandbox/linux/host-user.ts'
import { nodeProgram } from '../../sandbox/node-program.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import { heldFolder, type HeldFolderOptions } from '../../sandbox/wasi/held-folder.ts'
import { sandboxedChild } from '../../sandbox/wasi/sandboxed-child.ts'
import type { FolderPowers } from '../../sandbox/wasi/folder-powers.ts'
import { openWasi, type Wasi } from '../../sandbox/wasi/wasi.ts'
import type { RunsPlugin } from '../calls/powers/plugin-power.ts'

export type RunPluginDeps = {
  readonly runner: Pick<Runner, 'start'>
  readonly outbound: Pick<Outbound, 'childProxy'>
  /** What of a granted folder a module may use: nothing of the STOP list, nothing protected. */
  readonly allows: HeldFolderOptions['allows']
  readonly dataDir: string
  readonly socketFolder: string
}

export function wireRunPlugin({ runner, outbound, allows, dataDir, socketFolder }: RunPluginDeps): {
  readonly run: RunsPlugin
  dispose(): void
} {
  const closing = new AbortController()
  const own = (name: string): string => {
    const path = join(dataDir, 'plugins', name)
    mkdirSync(join(dataDir, 'plugins'), { recursive: true, mode: 0o700 })
    if (!existsSync(path)) makeOwnFolder(path)
    return path
  }
  let opened: Wasi | null = null
  const wasi = (): Wasi =>
    (opened ??= openWasi({ start: sandboxedChild(runner.start, own('runtime'), closing.signal) }))
  const folder = join(dataDir, 'plugins', 'reviewed')
  let reviewed: ReturnType<typeof openReviewedFiles> | null = null
  const files = () => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // The owner of the workspace runs it, so everyone may read it; the folder around it stays ours.
    return (reviewed ??= openReviewedFiles({
      folder,
      makeFolder: (path) => makeOwnFolder(path, 0o755),
    }))
  }
  const node = nodeProgram()
  return {
    run: (request, { signal, news, onReached }) =>
      runPlugin(request, {
        start: runner.start,
        runModule: (run) =>
          wasi().run({
            ...run,
            folders: run.folders.map((each) => ({ ...each, powers: each.powers as FolderPowers })),
          }),
        folder: (root, access) => heldFolder({ root, access, allows }),
        async proxy({ hosts, owner, signal: over }) {
          mkdirSync(socketFolder, { recursive: true, mode: 0o700 })
          return outbound.childProxy({
            mode: { kind: 'granted', hosts: hosts.map(grantOf) },
            socketFolder,
            owner: await hostUser(owner),
            signal: over,
            onAttempt: ({ host, port, allowed, bytesUp, bytesDown }) =>
              onReached({ host, port, allowed, bytesUp, bytesDown }),
          })
        },
        node: { file: node.file, env: node.env, shown: [node.file] },
        reviewed: (file) => files().find(file),
        news,
        disk: DISK_BOUNDS,
        signal,
      }),
    dispose() {
      closing.abort()
      opened?.dispose()
      reviewed?.dispose()
    },
  }
}

const grantOf = (pattern: string): { readonly host: string; readonly port: number } => {
  const { host, port } = readHostPattern(pattern)
  return { host, port: port ?? 443 }
}
