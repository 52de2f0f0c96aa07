// In which folder a program of ours works. Threads cannot start in one that was deleted.
import { statSync } from 'node:fs'

/**
 * For a program that stays: the folder it was started in may be deleted meanwhile. Relative paths of its command
 * line have been read by then.
 */
export function workIn(folder: string): void {
  try {
    process.chdir(folder)
  } catch {
    // It stays where it is, where it works as well for now.
  }
}

/** Whether the folder that the person is in was deleted before this program started there. */
export function isFolderGone(): boolean {
  try {
    statSync(process.cwd())
    return false
  } catch {
    return true
  }
}
