// Folders that agents worked in before, so that a person can go back to one. A small file of its
// own; without it there are none.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { inspectWorkspace } from '../../workspace/workspace.ts'
import { replaceFile } from '../../disk/replace-file.ts'

const MOST = 8
const Stored = z.array(z.string().min(1).max(4_096)).max(100)

export type RecentWorkspaces = {
  /** Newest first; only those that are there now. */
  list(): readonly string[]
  /** A file that cannot be written is no reason for anything to fail. */
  add(path: string): void
}

export function recentWorkspaces(file: string): RecentWorkspaces {
  const read = (): readonly string[] => {
    try {
      return Stored.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      return []
    }
  }
  return {
    list: () => read().filter((path) => inspectWorkspace(path).ready),
    add(path) {
      const next = [path, ...read().filter((each) => each !== path)].slice(0, MOST)
      try {
        replaceFile(file, JSON.stringify(next))
      } catch {
        return
      }
    },
  }
}
