// Notices what changes in folders while somebody may write there. The kernel says what changed and
// not who did it, so anyone who asks should ask only for as long as it matters. Bounded: of a large
// folder only the upper part is watched.
import { letGo } from '../../../../contract/let-go.ts'
import { watch, type FSWatcher } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const MOST_FOLDERS = 256
/** What changes by itself and says nothing. */
const PASSED_OVER = new Set(['node_modules', '.git', '.cache'])

export type WatchedWrites = { dispose(): void }

/**
 * Returns at once; the folders are walked in the background. `changed`: absolute path of what was
 * made, changed or removed.
 */
export function watchWrites(
  folders: readonly string[],
  changed: (path: string) => void,
): WatchedWrites {
  const watched = new Map<string, FSWatcher>()
  let over = false

  const add = async (folder: string): Promise<void> => {
    if (over || watched.size >= MOST_FOLDERS || watched.has(folder)) return
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || over) return
        const path = join(folder, name)
        changed(path)
        letGo(add(path))
      })
      watcher.on('error', () => end(folder))
      watched.set(folder, watcher)
    } catch {
      // No folder, not ours to watch, or the kernel has no more to give: it stays unseen.
      return
    }
    const inside = await readdir(folder, { withFileTypes: true }).catch(() => null)
    // A file can be watched too, and need not be.
    if (inside === null) return end(folder)
    for (const entry of inside)
      if (entry.isDirectory() && !PASSED_OVER.has(entry.name)) await add(join(folder, entry.name))
  }
  const end = (folder: string): void => {
    watched.get(folder)?.close()
    watched.delete(folder)
  }
  letGo(
    (async () => {
      for (const folder of folders) await add(folder)
    })(),
  )
  return {
    dispose() {
      over = true
      for (const folder of watched.keys()) end(folder)
    },
  }
}
