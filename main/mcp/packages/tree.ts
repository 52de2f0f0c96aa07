// What was unpacked of a package, as one hash: every name, every content, what may be executed,
// where links lead. So a single byte that was changed since is seen before anything is started.
import { createHash } from 'node:crypto'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'

const MOST_ENTRIES = 200_000
const AT_ONCE = 16

/**
 * SHA-256 in hex. Failures: `package.files`: a link leads out of it, there is something else than
 * files in it, or it cannot be read.
 */
export async function treeDigest(
  folder: string,
  hashFile: (path: string) => Promise<string | null>,
): Promise<Result<string, Failure>> {
  const bad = (path: string, why: string): Result<never, Failure> =>
    err(failure('package.files', `${relative(folder, path) || folder} of the package ${why}.`))
  const files: { path: string; mode: number }[] = []
  const lines: string[] = []
  const waiting = [folder]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entries = await readdir(next, { withFileTypes: true }).catch(() => null)
    if (entries === null) return bad(next, 'cannot be read')
    for (const entry of entries) {
      const path = join(next, entry.name)
      const name = relative(folder, path)
      if (entry.isDirectory()) {
        waiting.push(path)
        lines.push(`${name}\0folder`)
      } else if (entry.isSymbolicLink()) {
        const to = await readlink(path)
        const end = resolve(dirname(path), to)
        if (end !== folder && !end.startsWith(folder + sep)) return bad(path, 'leads out of it')
        lines.push(`${name}\0link\0${to}`)
      } else if (entry.isFile()) files.push({ path, mode: (await lstat(path)).mode })
      else return bad(path, 'is neither a file nor a folder')
      if (files.length + lines.length > MOST_ENTRIES) return bad(folder, 'has too many files')
    }
  }
  let unread: string | null = null
  const take = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      const hash = await hashFile(file.path)
      if (hash === null) unread = file.path
      const runs = (file.mode & 0o111) === 0 ? 'file' : 'program'
      lines.push(`${relative(folder, file.path)}\0${runs}\0${hash}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
  if (unread !== null) return bad(unread, 'cannot be read')
  return ok(createHash('sha256').update(lines.toSorted().join('\n')).digest('hex'))
}
