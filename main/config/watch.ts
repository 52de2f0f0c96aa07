// Tells when a file may have changed. Reads nothing of it.
import { statSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** A save has ended when nothing came for so long. */
const QUIET_MS = 80
/** So many times as long as usual. */
const SHORTER = 8

/**
 * Calls `changed` once things have been quiet for `QUIET_MS`. The folder is watched for speed, so
 * that an editor which renames a new file into place is seen; beside it the file is looked at every
 * second, which also works through links, on network folders, and where the folder comes later.
 * Counts from the moment of the call: begin before reading. A file that became shorter may be a
 * save that is still going on, so it has to be quiet for longer. Does not keep the program alive.
 */
export function watchConfig(file: string, changed: () => void): () => void {
  let quiet: NodeJS.Timeout | null = null
  let reported = sizeOf(file)
  const notify = () => {
    reported = sizeOf(file)
    changed()
  }
  const soon = () => {
    if (quiet !== null) clearTimeout(quiet)
    quiet = setTimeout(notify, sizeOf(file) < reported ? QUIET_MS * SHORTER : QUIET_MS)
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

/** 0 where there is none: that it came is no shortening. */
const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Another text whenever the file was written or replaced. */
export function signatureOf(file: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file)
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`
  } catch {
    return 'none'
  }
}
