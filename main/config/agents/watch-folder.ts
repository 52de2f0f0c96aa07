// Tells when files of a folder may have changed. Reads nothing of them.
import { readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { signatureOf } from '../watch.ts'

/**
 * Calls `changed` once things have been quiet for `quietMs`. Folders are watched for speed; beside it
 * their files are looked at every second, which also works where a folder comes later. Does not keep
 * the program alive.
 */
const QUIET_MS = 80

export function watchFolder(folders: readonly string[], changed: () => void): () => void {
  let quiet: NodeJS.Timeout | null = null
  const soon = (): void => {
    if (quiet !== null) clearTimeout(quiet)
    quiet = setTimeout(changed, QUIET_MS)
    quiet.unref()
  }
  let last = filesIn(folders)
  const timer = setInterval(() => {
    const now = filesIn(folders)
    if (now !== last) soon()
    last = now
  }, 1000)
  timer.unref()
  const stops = folders.map((folder) => {
    try {
      const watcher = watch(folder, { persistent: false }, soon)
      // The folder may go, or the system's watches may run out: the timer stays.
      watcher.on('error', () => watcher.close())
      return () => watcher.close()
    } catch {
      // No folder yet: the same holds.
      return () => {}
    }
  })
  return () => {
    for (const stop of stops) stop()
    clearInterval(timer)
    if (quiet !== null) clearTimeout(quiet)
  }
}

const filesIn = (folders: readonly string[]): string =>
  folders
    .flatMap((folder) => {
      try {
        return readdirSync(folder).map((name) => `${name} ${signatureOf(join(folder, name))}`)
      } catch {
        return ['none']
      }
    })
    .join('\n')
