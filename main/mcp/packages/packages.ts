// Packages that servers are started from: looked up, fetched on a person's word, kept by the hash of
// their files, and compared with it before each start.
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { PackagePlan, PinnedPackage } from '../../../contract/server/package.ts'
import { packageCommand, type PackageCommand } from '../../../contract/server/package-command.ts'
import { isPinned } from '../../../contract/server/package-of.ts'
import type { StdioServer } from '../../../contract/server/server.ts'
import type { PackageDeps } from './deps.ts'
import type { PackageLaunch } from '../client/deps.ts'
import { launchOfPackage } from './launch-package.ts'
import type { Manager, Resolved } from './manager.ts'
import { npm } from './npm.ts'
import { pip } from './pip.ts'
import { treeDigest } from './tree.ts'

export type Packages = {
  /**
   * Asks the registry what this server's command would fetch. Nothing of it is fetched. Failures:
   * `package.*`.
   */
  look(config: StdioServer, signal: AbortSignal): Promise<Result<PackagePlan, Failure>>
  /** Fetches what was looked up, just that. `scripts`: those of the packages are run, in the sandbox and without network. */
  fetch(id: string, scripts: boolean, signal: AbortSignal): Promise<Result<PinnedPackage, Failure>>
  /** What a server is started with instead of its command; null: with its command. */
  launch(name: string, config: StdioServer): Promise<Result<PackageLaunch | null, Failure>>
  /** Removes what none of these is started from. */
  keepOnly(pinned: readonly PinnedPackage[]): void
  dispose(): void
}

type PlannedFetch = {
  readonly command: PackageCommand
  readonly resolved: Resolved
  readonly home: string
}

const managers: Readonly<Record<PackageCommand['source'], Manager>> = { npm, pypi: pip }
/** What was looked up and not fetched is forgotten after so many others. */
const MOST_PLANS = 4
const PREFIX = '.look-'
const ID = /^[0-9a-f]{64}$/

export function openPackages(
  deps: PackageDeps & { readonly hashFile: (path: string) => Promise<string | null> },
): Packages {
  const { folder, sha256 } = deps
  const plans = new Map<string, PlannedFetch>()
  const forget = (id: string): void => {
    const one = plans.get(id)
    plans.delete(id)
    if (one !== undefined) rmSync(one.home, { recursive: true, force: true })
  }
  const makeHome = (): string => {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (plans.size === 0)
      for (const name of readdirSync(folder))
        if (name.startsWith(PREFIX)) rmSync(join(folder, name), { recursive: true, force: true })
    const home = join(folder, `${PREFIX}${randomUUID()}`)
    deps.makeOwnFolder(home)
    deps.makeOwnFolder(join(home, 'tree'))
    return home
  }

  return {
    async look(config, signal) {
      const command = packageCommand(config.command, config.args)
      if (command.kind !== 'package') return err(noPackage(command))
      const home = makeHome()
      const resolved = await managers[command.source].look(command, home, deps, signal)
      if (!resolved.ok) {
        await rm(home, { recursive: true, force: true })
        return resolved
      }
      const { lock, addresses: _addresses, ...plan } = resolved.value
      const id = sha256(JSON.stringify([command, plan, lock]))
      forget(id)
      for (const old of [...plans.keys()].slice(0, Math.max(0, plans.size - MOST_PLANS + 1)))
        forget(old)
      plans.set(id, { command, resolved: resolved.value, home })
      const before = isPinned(command, config.package) ? (config.package?.version ?? null) : null
      return ok({ id, source: command.source, ...plan, scripts: [...plan.scripts], before })
    },
    async fetch(id, scripts, signal) {
      const one = plans.get(id)
      if (one === undefined)
        return err(
          failure(
            'package.stale',
            'What was looked up is not known any more.',
            'Look it up again.',
          ),
        )
      // For everybody who asks the same at the same time: it is fetched once.
      plans.delete(id)
      try {
        return await fetchPlanned(one, scripts, signal)
      } finally {
        await rm(one.home, { recursive: true, force: true })
      }
    },
    launch: (name, config) => launchOfPackage(name, config, deps),
    keepOnly(pinned) {
      if (!existsSync(folder)) return
      const used = new Set(pinned.map(({ files }) => files))
      for (const name of readdirSync(folder))
        if (ID.test(name) && !used.has(name))
          rmSync(join(folder, name), { recursive: true, force: true })
    },
    dispose() {
      for (const id of plans.keys()) forget(id)
    },
  }

  async function fetchPlanned(
    { command, resolved, home }: PlannedFetch,
    scripts: boolean,
    signal: AbortSignal,
  ): Promise<Result<PinnedPackage, Failure>> {
    const tree = join(home, 'tree')
    // As it was shown, whatever lies there now. A link there is not followed.
    const lock = join(tree, command.source === 'npm' ? 'package-lock.json' : 'lock.txt')
    rmSync(lock, { recursive: true, force: true })
    writeFileSync(lock, resolved.lock, { flag: 'wx', mode: 0o644 })
    const fetched = await managers[command.source].fetch(
      { home, addresses: resolved.addresses, scripts },
      deps,
      signal,
    )
    if (!fetched.ok) return fetched
    const files = await treeDigest(tree, deps.hashFile)
    if (!files.ok) return files
    const { name, version, registry, integrity, program } = resolved
    const pinned: PinnedPackage = {
      source: command.source,
      name,
      version,
      registry,
      integrity,
      program,
      lock: sha256(resolved.lock),
      files: files.value,
    }
    const finalFolder = join(folder, files.value)
    rmSync(finalFolder, { recursive: true, force: true })
    renameSync(tree, finalFolder)
    return ok(pinned)
  }
}

const noPackage = (command: Exclude<ReturnType<typeof packageCommand>, PackageCommand>): Failure =>
  command.kind === 'unreadable'
    ? failure('package.unreadable', command.text, 'Write it as npx NAME or uvx NAME.')
    : failure('package.none', 'This server is not started from a package.')
