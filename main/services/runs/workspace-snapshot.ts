// Which files lay in the workspace: path, size, hash. Follows no link, and leaves out what is large,
// what can be made again, and what may hold secrets, for a hash of a short secret gives it away.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Capsule } from '../../../contract/agent/capsule.ts'

type Snapshot = Capsule['workspace']

export const SNAPSHOT_LIMITS = { files: 5_000, bytes: 1_048_576 } as const
const MADE_AGAIN: ReadonlySet<string> = new Set(['.git', 'node_modules', '.venv', 'target'])
const SECRETIVE =
  /^\.env|^\.netrc$|^\.npmrc$|^id_|credential|secret|passw|token|\.(pem|key|p12|pfx|kdbx)$/i

export async function workspaceSnapshot(
  root: string,
  limits: { readonly files: number; readonly bytes: number } = SNAPSHOT_LIMITS,
): Promise<Snapshot> {
  const files: Snapshot['files'] = []
  const skipped: Snapshot['skipped'] = []
  const walk = async (folder: string): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => null)
    if (entries === null) return void skipped.push({ path: folder, why: 'cannot be read' })
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (files.length >= limits.files) {
        skipped.push({ path, why: `more than ${limits.files} files` })
        return
      }
      const why = whyNot(entry.name, entry.isDirectory(), entry.isFile())
      if (why !== null) skipped.push({ path, why })
      else if (entry.isDirectory()) await walk(path)
      else {
        const size = (await lstat(join(root, path)).catch(() => null))?.size
        if (size === undefined) skipped.push({ path, why: 'cannot be read' })
        else if (size > limits.bytes) skipped.push({ path, why: `${size} bytes` })
        else {
          const sha256 = await hashOf(join(root, path))
          if (sha256 === null) skipped.push({ path, why: 'cannot be read' })
          else files.push({ path, size, sha256 })
        }
      }
    }
  }
  await walk('')
  return { root, files, skipped }
}

function whyNot(name: string, isFolder: boolean, isFile: boolean): string | null {
  if (isFolder) return MADE_AGAIN.has(name) ? 'can be made again' : null
  if (!isFile) return 'no ordinary file'
  return SECRETIVE.test(name) ? 'may hold secrets' : null
}

async function hashOf(file: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(file)) hash.update(piece as Buffer)
    return hash.digest('hex')
  } catch {
    // Gone, or not ours to read.
    return null
  }
}
