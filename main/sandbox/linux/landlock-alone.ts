// The fallback where bubblewrap cannot make namespaces: one command with Landlock and a filter
// round it, nothing else. What that holds and what not is said by `landlock-trial.ts`, after
// trying. Never starts a process.
import { lstat, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { bounds } from '../command-bounds.ts'
import { environment } from '../command-environment.ts'
import { etcNeeded } from './etc-files.ts'
import type { LandlockRequest } from './landlock-launcher.ts'
import type { Guarded } from '../files/protected-paths.ts'

/** Existing ones of these are what a command has of /dev. No terminal, no memory, no disks. */
export const devicesAlone = [
  '/dev/null',
  '/dev/zero',
  '/dev/full',
  '/dev/random',
  '/dev/urandom',
] as const

/**
 * Existing ones of these are what a command has of /etc. A file that is hidden by a mount is "not
 * there"; one that is closed by Landlock is "not allowed", and OpenSSL does not start then. Git is
 * told not to look.
 */
export const etcAlone = [...etcNeeded, '/etc/ssl/openssl.cnf'] as const
const environmentAlone = { ...environment, GIT_CONFIG_NOSYSTEM: '1' } as const

export type AloneInside = {
  readonly shell: string
  readonly command: string
  readonly cwd: string
  /**
   * Real paths. `tmp` is an empty folder made for this run and removed after it; nothing bounds its
   * size.
   */
  readonly workspace: string
  readonly tmp: string
  /** System folders such as /usr and /lib64, and existing ones of `etcAlone`. */
  readonly system: readonly string[]
  /** Existing ones of `devicesAlone`. */
  readonly devices: readonly string[]
  readonly guarded: readonly Guarded[]
  readonly word: string
  /** Gives the bytes of `aloneFilter` and ends. */
  readonly seccompFd: number
}

/**
 * What to ask of the launcher. No process limit: without a user namespace it would count all that
 * the person has open. Failures: `sandbox.workspace`.
 */
export async function aloneRequest(inside: AloneInside): Promise<Result<LandlockRequest, Failure>> {
  const writable = await writableAround(inside.workspace, inside.guarded)
  if (!writable.ok) return writable
  return ok({
    readOnly: [...inside.system, inside.workspace],
    writable: [...writable.value, inside.tmp, ...inside.devices],
    tcp: { connect: [] },
    seccompFd: inside.seccompFd,
    argv: [inside.shell, '-c', inside.command],
    cwd: inside.cwd,
    environment: { ...environmentAlone, HOME: inside.tmp, TMPDIR: inside.tmp },
    limits: { nofile: bounds.openFiles, fsize: bounds.fileBytes, data: bounds.dataBytes, core: 0 },
    same: { protectedPaths: inside.guarded, word: inside.word },
    alone: true,
  })
}

/** Each of them is one more rule of the wall, opened before every start. */
const MOST_RULES = 4096

/**
 * Landlock can open a folder with all below, and cannot take a part of it back. So a folder that
 * holds a guarded spot is only readable, and each other thing in it is opened by itself. Nothing
 * new can be made directly in such a folder.
 */
export async function writableAround(
  workspace: string,
  guarded: readonly Guarded[],
): Promise<Result<readonly string[], Failure>> {
  const closed = new Set(guarded.filter(({ readOnly }) => readOnly).map(({ path }) => path))
  const holders = new Set<string>()
  for (const path of closed) {
    for (let at = dirname(path); at.length >= workspace.length; at = dirname(at)) holders.add(at)
  }
  if (!holders.has(workspace)) return ok([workspace])
  const opened: string[] = []
  for (const holder of holders) {
    for (const name of await readdir(holder)) {
      const path = join(holder, name)
      if (closed.has(path) || holders.has(path)) continue
      const stat = await lstat(path).catch(() => null)
      if (stat?.isFile() === true || stat?.isDirectory() === true) opened.push(path)
    }
  }
  if (opened.length <= MOST_RULES) return ok(opened)
  const text = `There are more than ${MOST_RULES} things beside protected files in ${workspace}.`
  return err(
    failure(
      'sandbox.workspace',
      text,
      'Choose a smaller workspace, or allow user namespaces for bwrap.',
    ),
  )
}
