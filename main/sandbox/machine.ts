// Owns finding out what this machine has for a sandbox, and our few files inside it. Never runs anything but
// `bwrap --help`.
import { execFile } from 'node:child_process'
import { access, constants, lstat, mkdtemp, open, readdir, readlink, rm, unlink, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isAlive } from './alive.ts'
import { etcMade, etcNeeded, type Machine } from './bubblewrap.ts'
import { findControlGroups, type ControlGroups } from './control-group.ts'
import { seccompFilter } from './seccomp.ts'

/** Fixed, not PATH: a program that is to build the wall must not come from a folder an agent can write. */
const programFolders = ['/usr/bin', '/bin', '/usr/local/bin', '/run/current-system/sw/bin']

export type Prepared = {
  readonly machine: Machine
  /** The system-call filter in a file without a name, so that nobody can change it. Null: none for this processor. */
  readonly filter: FileHandle | null
  /** /dev/null, open. */
  readonly nothing: FileHandle
  /** Only as root, and only where they can be made. */
  readonly groups: ControlGroups | null
  remove(): Promise<void>
}

const FOLDER = 'gatehouse-sandbox-'

/** What earlier runs of ours left because they were killed: folders named after a process that is no more. */
async function removeLeftovers(scratch: string): Promise<void> {
  for (const name of await readdir(scratch).catch(() => [])) {
    const pid = new RegExp(`^${FOLDER}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || isAlive(Number(pid))) continue
    const stat = await lstat(join(scratch, name)).catch(() => null)
    // Somebody else's folder of that name in a shared temporary folder is none of our business.
    if (stat?.isDirectory() === true && stat.uid === process.getuid?.()) await rm(join(scratch, name), { recursive: true, force: true })
  }
}

/** Null when there is no bubblewrap. `bwrap` and `scratch` (where our folder is made) are absolute. */
export async function prepareMachine(options: {
  readonly bwrap: string | null
  readonly scratch: string
  readonly arch: string
}): Promise<Prepared | null> {
  const bwrap = options.bwrap === null ? await findProgram('bwrap') : await executable(options.bwrap)
  const shell = (await executable('/bin/sh')) ?? (await findProgram('bash'))
  if (bwrap === null || shell === null) return null
  await removeLeftovers(options.scratch)
  const made = await mkdtemp(join(options.scratch, `${FOLDER}${process.pid}-`))
  try {
    const [help, prlimit, top, etc, filter, nothing, groups] = await Promise.all([
      promisify(execFile)(bwrap, ['--help'], { env: {} }).then(
        ({ stdout, stderr }) => stdout + stderr,
        () => '',
      ),
      findProgram('prlimit'),
      topLevel(),
      existing(etcNeeded),
      writeFilter(join(made, 'filter'), options.arch),
      open('/dev/null', 'r+'),
      findControlGroups(shell),
      ...Object.entries(etcMade).map(([name, text]) => writeFile(join(made, name), text, { mode: 0o444 })),
    ])
    const machine = { bwrap, shell, prlimit, top, etc, made, disableUserns: help.includes('--disable-userns') }
    const remove = async (): Promise<void> => {
      await Promise.all([filter?.close(), nothing.close()])
      await rm(made, { recursive: true, force: true })
    }
    return { machine, filter, nothing, groups, remove }
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    throw error
  }
}

async function writeFilter(path: string, arch: string): Promise<FileHandle | null> {
  const bytes = seccompFilter(arch)
  if (bytes === null) return null
  await writeFile(path, bytes, { mode: 0o400 })
  const file = await open(path, constants.O_RDONLY)
  await unlink(path)
  return file
}

async function topLevel(): Promise<Machine['top']> {
  const names = (await readdir('/')).filter((name) => /^(s?bin|lib(32|64|x32)?)$/.test(name))
  return Promise.all(
    names.map(async (name) => {
      const path = `/${name}`
      return { path, link: (await lstat(path)).isSymbolicLink() ? await readlink(path) : null }
    }),
  )
}

async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => access(path).then(() => [path], () => []))) // prettier-ignore
  return found.flat()
}

async function findProgram(name: string): Promise<string | null> {
  for (const folder of programFolders) {
    const path = await executable(join(folder, name))
    if (path !== null) return path
  }
  return null
}

const executable = (path: string): Promise<string | null> => access(path, constants.X_OK).then(() => path, () => null) // prettier-ignore
