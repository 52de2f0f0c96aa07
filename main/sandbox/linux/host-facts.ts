// Finds out what this machine has for a sandbox, and our few files inside it. Never runs anything
// but `bwrap --help`, the shell's `ulimit` and an empty scope.
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  access,
  chmod,
  constants,
  lstat,
  mkdtemp,
  readdir,
  readlink,
  rmdir,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from '../processes/process-liveness.ts'
import { etcFiles, etcNeeded, lookupFiles } from './etc-files.ts'
import { type LimitWay, type HostLayout } from './bubblewrap.ts'
import { makeClosed, removeWithClosed } from '../files/cover-files.ts'
import { reporterFiles } from './attempt-reporters.ts'
import { findControlGroups } from './control-group.ts'
import { landlockLauncher, type Launcher } from './landlock-launcher.ts'
import { findScope, type Scope } from './systemd-scope.ts'
import { seccompFilter } from './seccomp.ts'
import { endLeftOver, markFor } from '../spawner/orphans.ts'
import type { GroupPlan } from '../spawner/wire.ts'
import { programFolders } from './program-folders.ts'

/**
 * Fixed, not PATH: a program that is to build the wall must not come from a folder an agent can
 * write.
 */

/** What every kind of sandbox needs here. */
export type HostFacts = Pick<HostLayout, 'shell' | 'top' | 'etc' | 'helperFiles' | 'mark'> & {
  /** The wall of Landlock, where there is the program that builds it. */
  readonly launcher: Launcher | null
  remove(): Promise<void>
}

export type Prepared = HostFacts & {
  readonly hostLayout: HostLayout
  /** The system-call filter, in the kernel's form. Null: none for this processor. */
  readonly filter: Buffer | null
  /** The same, for programs that were granted sockets of their own. */
  readonly socketsFilter: Buffer | null
  /** Only as root, and only where they can be made. */
  readonly groups: GroupPlan | null
  /** Only as an ordinary user whose systemd makes them. */
  readonly scope: Scope | null
  /** As root: how the helper gets mounts of its own, and the empty folder they begin at. */
  readonly stages: { readonly unshare: string; readonly base: string } | null
}

const FOLDER = 'gatehouse-sandbox-'

const STAGE = 'gatehouse-stage-'

/**
 * What earlier runs of ours left because they were killed: folders named after a process that is no
 * more.
 */
async function removeLeftovers(
  folder: string,
  prefix: string,
  remove: (path: string) => Promise<unknown>,
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const stat = await lstat(join(folder, name)).catch(() => null)
    // Somebody else's folder of that name in a shared temporary folder is none of our business.
    if (stat?.isDirectory() === true && stat.uid === process.getuid?.())
      await remove(join(folder, name))
  }
}

/** Null when there is no shell. `scratch`: where our folder is made; absolute. */
export async function gatherHostFacts(scratch: string): Promise<HostFacts | null> {
  const shell = (await executable('/bin/sh')) ?? (await findProgram('bash'))
  if (shell === null) return null
  await Promise.all([removeLeftovers(scratch, FOLDER, removeWithClosed), endLeftOver(isAlive)])
  const helperFiles = await mkdtemp(join(scratch, `${FOLDER}${process.pid}-`))
  const remove = (): Promise<void> => removeWithClosed(helperFiles)
  try {
    // What lies in it is no secret, and the one who a command belongs to has to read it.
    await chmod(helperFiles, 0o711)
    makeClosed(helperFiles)
    const [top, etc, launcher] = await Promise.all([
      topLevel(),
      existing(etcNeeded),
      landlockLauncher(),
    ])
    return {
      shell,
      top,
      etc,
      helperFiles,
      launcher,
      remove,
      mark: markFor(process.pid, randomUUID()),
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Null when there is no bubblewrap. `bwrap` and `scratch` (where our folder is made) are absolute.
 */
export async function prepareHostLayout(options: {
  readonly bwrap: string | null
  readonly scratch: string
  readonly arch: string
  /** Of systemd-run; left out: looked for. */
  readonly systemdRun?: string
}): Promise<Prepared | null> {
  const bwrap =
    options.bwrap === null ? await findProgram('bwrap') : await executable(options.bwrap)
  const hostFacts = bwrap === null ? null : await gatherHostFacts(options.scratch)
  if (bwrap === null || hostFacts === null) return null
  const { shell, top, etc, helperFiles } = hostFacts
  try {
    const [help, limits, groups, scope, stages, setpriv] = await Promise.all([
      promisify(execFile)(bwrap, ['--help'], { env: {} }).then(
        ({ stdout, stderr }) => stdout + stderr,
        () => '',
      ),
      findLimits(shell),
      findControlGroups(),
      findProgram('env').then(async (env) =>
        findScope(options.systemdRun ?? (await findProgram('systemd-run')), env, process.env),
      ),
      findStages(),
      findProgram('setpriv'),
      ...Object.entries({ ...etcFiles, ...lookupFiles, ...reporterFiles }).map(([name, text]) =>
        writeFile(join(helperFiles, name), text, { mode: 0o444 }),
      ),
    ])
    const hostLayout = {
      bwrap,
      shell,
      limits,
      top,
      etc,
      helperFiles,
      disableUserns: help.includes('--disable-userns'),
      setpriv,
      mark: hostFacts.mark,
    }
    const remove = async (): Promise<void> => {
      await hostFacts.remove()
      // Never with what is in it: folders of the person may be shown below.
      if (stages !== null) await rmdir(stages.base).catch(() => {})
    }
    return {
      ...hostFacts,
      hostLayout,
      filter: seccompFilter(options.arch),
      socketsFilter: seccompFilter(options.arch, { sockets: true }),
      groups,
      scope,
      stages,
      remove,
    }
  } catch (error) {
    await hostFacts.remove()
    throw error
  }
}

/**
 * The mounts made there are seen by the helper alone; for everybody else it stays an empty folder.
 */
async function findStages(): Promise<Prepared['stages']> {
  const unshare = process.getuid?.() === 0 ? await findProgram('unshare') : null
  if (unshare === null) return null
  const tried = await promisify(execFile)(
    unshare,
    ['--mount', '--propagation', 'slave', '/bin/true'],
    { env: {} },
  ).then(
    () => true,
    () => false,
  )
  if (!tried) return null
  await removeLeftovers(tmpdir(), STAGE, (path) => rmdir(path).catch(() => {}))
  return { unshare, base: await mkdtemp(join(tmpdir(), `${STAGE}${process.pid}-`)) }
}

/**
 * Shells differ in the letter for the number of processes; the one that gives back what was set is
 * the right one.
 */
async function findLimits(shell: string): Promise<LimitWay | null> {
  for (const processes of ['p', 'u'] as const) {
    const line = `ulimit -${processes} 201 && ulimit -n 64 && ulimit -f 8 && ulimit -d 900000 && ulimit -c 0 && ulimit -${processes}`
    const said = await promisify(execFile)(shell, ['-c', line], { env: {} }).then(
      ({ stdout }) => stdout.trim(),
      () => '',
    )
    if (said === '201') return { kind: 'shell', processes }
  }
  const file = await findProgram('prlimit')
  return file === null ? null : { kind: 'prlimit', file }
}

async function topLevel(): Promise<HostLayout['top']> {
  const names = (await readdir('/')).filter((name) => /^(s?bin|lib(32|64|x32)?)$/.test(name))
  return Promise.all(
    names.map(async (name) => {
      const path = `/${name}`
      return { path, link: (await lstat(path)).isSymbolicLink() ? await readlink(path) : null }
    }),
  )
}

/** Those of the paths that are there, in their order. */
export async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      access(path).then(
        () => [path],
        () => [],
      ),
    ),
  )
  return found.flat()
}

async function findProgram(name: string): Promise<string | null> {
  for (const folder of programFolders) {
    const path = await executable(join(folder, name))
    if (path !== null) return path
  }
  return null
}

const executable = (path: string): Promise<string | null> =>
  access(path, constants.X_OK).then(
    () => path,
    () => null,
  )
