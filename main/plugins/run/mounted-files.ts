// What a call of a plugin could read, as one hash over the content of every file in its folders. Never
// by times and sizes: a file can be changed and have both as before.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { GrantedMount } from '../../../contract/plugin/request.ts'

/** More than this takes longer to read than most plugins take to run. */
export const READ_LIMITS = { files: 2_000, bytes: 32 * 1_048_576 } as const

/**
 * `content`: of names, links and bytes. `stamps`: of what the system says that nobody can set back,
 * by which it is seen that something was changed and changed back.
 */
export type MountedFiles = { readonly content: string; readonly stamps: string }

/** Null: too much, or something in it cannot be read or is no file, so nobody knows. */
export async function mountedFiles(
  mounts: readonly GrantedMount[],
  limits: { readonly files: number; readonly bytes: number } = READ_LIMITS,
): Promise<MountedFiles | null> {
  const [content, stamps] = [createHash('sha256'), createHash('sha256')]
  let [files, bytes] = [0, 0]
  const say = (...parts: readonly string[]): unknown => content.update(JSON.stringify(parts))
  const add = async (path: string, name: string): Promise<boolean> => {
    const stat = await lstat(path, { bigint: true })
    files += 1
    stamps.update(`${stat.dev} ${stat.ino} ${stat.ctimeNs} ${stat.size}\n`)
    if (files > limits.files) return false
    if (stat.isSymbolicLink()) {
      say('link', name, await readlink(path))
      return true
    }
    if (stat.isDirectory()) {
      const names = (await readdir(path)).toSorted()
      say('folder', name, ...names)
      for (const each of names) if (!(await add(join(path, each), `${name}/${each}`))) return false
      return true
    }
    bytes += Number(stat.size)
    if (!stat.isFile() || bytes > limits.bytes) return false
    say('file', name, String(stat.mode & 0o111n), await hashOf(path))
    return true
  }
  try {
    for (const { hostPath, guestPath } of mounts) {
      // A folder that was swapped for a link: what lies behind it would not be looked at.
      if ((await lstat(hostPath)).isSymbolicLink()) return null
      if (!(await add(hostPath, guestPath))) return null
    }
    return { content: content.digest('hex'), stamps: stamps.digest('hex') }
  } catch {
    return null
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer)
  return hash.digest('hex')
}
