// Keeps what was fetched and is no text: files named by their hash in a folder of ours, of which the
// oldest go first.
import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

const MOST_BYTES = 200 * 1024 * 1024
const LONGEST_MS = 7 * 24 * 60 * 60_000

export type MediaFolder = {
  /** The path of the file; null where it cannot be written. */
  save(body: Uint8Array, mimeType: string): Promise<string | null>
}

export function openMediaFolder(
  folder: string,
  now: () => number,
  mostBytes = MOST_BYTES,
): MediaFolder {
  /** One after the other: two at once would both see the room that one takes. */
  let last: Promise<unknown> = Promise.resolve()
  const save = async (body: Uint8Array, mimeType: string): Promise<string | null> => {
    if (body.length > mostBytes) return null
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removeOldest(folder, mostBytes - body.length, now() - LONGEST_MS)
    const name = `${await hashOf(body)}${endings[mimeType] ?? '.bin'}`
    const path = join(folder, name)
    await writeFile(path, body, { mode: 0o600 })
    await utimes(path, now() / 1_000, now() / 1_000)
    return path
  }
  return {
    save(body, mimeType) {
      const work = last.then(() => save(body, mimeType)).catch(() => null)
      last = work
      return work
    },
  }
}

/** 20 MB in one piece hold up everything else for 15 to 60 ms. */
const HASHED = 256 * 1024

async function hashOf(body: Uint8Array): Promise<string> {
  const hash = createHash('sha256')
  for (let at = 0; at < body.length; at += HASHED) {
    hash.update(body.subarray(at, at + HASHED))
    await setImmediate()
  }
  return hash.digest('hex')
}

/** By the type that the server said, of those that are common; nothing here is ever run. */
const endings: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'audio/mpeg': '.mp3',
  'video/mp4': '.mp4',
}

const NAMED = /^[0-9a-f]{64}\.[a-z0-9]{1,4}$/

async function removeOldest(folder: string, room: number, before: number): Promise<void> {
  const files = await Promise.all(
    (await readdir(folder))
      .filter((name) => NAMED.test(name))
      .map(async (name) => {
        const path = join(folder, name)
        const found = await stat(path).catch(() => null)
        return { path, bytes: found?.size ?? 0, at: found?.mtimeMs ?? 0 }
      }),
  )
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  for (const file of files.toSorted((one, other) => one.at - other.at)) {
    if (file.at >= before && bytes <= room) return
    await rm(file.path, { force: true })
    bytes -= file.bytes
  }
}
