// Shows folders of a person to a process that may not walk there: as root, a child runs as an
// ordinary user, and the way to its workspace may lead through folders of root alone (/root). So
// what is to be mounted is first bound, in the helper's own mount namespace that nobody else sees,
// to a place anybody may walk to.
import { execFile } from 'node:child_process'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ORDINARY } from '../linux/host-user.ts'
import { mappedMountArgs, PERL } from '../linux/mapped-mount.ts'

const MAPPED_MS = 10_000
const MOUNT = ['/usr/bin/mount', '/bin/mount']

/**
 * `base`: an empty folder of ours, covered here by a small file system of its own. '' where the
 * helper has no mounts of its own.
 */
export function stager(base: string) {
  const known = new Map<string, { readonly identity: string; readonly at: string }>()
  let based: Promise<void> | null = null
  let numbers = 0
  const mount = async (...args: string[]): Promise<void> => {
    const found = await Promise.any(MOUNT.map((file) => stat(file).then(() => file)))
    await promisify(execFile)(found, args, { env: {}, cwd: '/' })
  }
  const identityOf = async (path: string): Promise<string> => {
    const { dev, ino } = await stat(path, { bigint: true })
    return `${dev}:${ino}`
  }
  const mountMapped = async (path: string, at: string): Promise<void> => {
    const arch = process.arch === 'arm64' ? 'arm64' : 'x64'
    const args = [...mappedMountArgs(arch, ORDINARY), path, at]
    await promisify(execFile)(PERL, args, { env: {}, cwd: '/', timeout: MAPPED_MS })
  }
  const cover = async (): Promise<void> => {
    await mount('-t', 'tmpfs', '-o', 'size=1m,mode=0711', 'gatehouse', base)
    await chmod(base, 0o711)
  }
  const bind = async (path: string, mapped: boolean): Promise<string> => {
    const identity = await identityOf(path)
    const key = `${mapped ? 'mapped' : 'same'} ${path}`
    const before = known.get(key)
    // Another folder may lie there by now.
    if (before?.identity === identity) return before.at
    await (based ??= cover())
    numbers += 1
    const at = join(base, String(numbers))
    await ((await stat(path)).isDirectory() ? mkdir(at) : writeFile(at, ''))
    await (mapped ? mountMapped(path, at) : mount('--rbind', path, at))
    if ((await identityOf(at)) !== identity) throw new Error('it changed meanwhile')
    known.set(key, { identity, at })
    return at
  }
  let last: Promise<unknown> = Promise.resolve()
  /**
   * One after another. `mapped`: what is root's there is `ORDINARY`'s to anyone who sees it. JSON
   * of `{ at }` or `{ error }`; never rejects.
   */
  return (path: string, mapped = false): Promise<string> => {
    const next = last.then(() =>
      base === '' ? Promise.reject(new Error('no mounts of its own')) : bind(path, mapped),
    )
    last = next.catch(() => {})
    return next.then(
      (at) => JSON.stringify({ at }),
      (error: unknown) => JSON.stringify({ error: String(error) }),
    )
  }
}
