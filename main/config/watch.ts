// Tells when a file may have changed. Reads nothing of it.
import { statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/**
 * Calls `changed` once things have been quiet for `quietMs`. The folder is watched for speed, so that an editor which
 * renames a new file into place is seen; beside it the file is looked at every second, which also works through links,
 * on network folders, and where the folder comes later. Counts from the moment of the call: begin before reading.
 * Does not keep the program alive.
 */
export function watchConfig(file: string, changed: () => void, quietMs = 80): () => void {
  let quiet: NodeJS.Timeout | null = null
  const soon = () => {
    if (quiet !== null) clearTimeout(quiet)
    quiet = setTimeout(changed, quietMs)
    quiet.unref()
  }

  let last = signatureOf(file)
  const look = setInterval(() => {
    const now = signatureOf(file)
    if (now !== last) soon()
    last = now
  }, 1000)
  look.unref()

  const name = basename(file)
  let stopFolder = () => {}
  try {
    const watcher = watch(dirname(file), { persistent: false }, (_event, seen) => {
      if (seen === null || seen === name) soon()
    })
    // The folder may go, or the system's watches may run out: the look each second stays.
    watcher.on('error', () => watcher.close())
    stopFolder = () => watcher.close()
  } catch {
    // No folder yet: the same holds.
  }
  return () => {
    stopFolder()
    clearInterval(look)
    if (quiet !== null) clearTimeout(quiet)
  }
}

function signatureOf(file: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file)
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
  } catch {
    return 'none'
  }
}
