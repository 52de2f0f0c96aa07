// Remembers beside the data, and not in the file itself, that a configuration with content was in
// force: a start that then finds the file empty knows that it was emptied. Nothing else writes that
// file; what cannot be written or read is as if nothing were known.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type InForceMark = {
  /** Whether this configuration file had content when it was last in force. */
  known(): boolean
  note(): void
}

export function inForceMark(markFile: string, configFile: string): InForceMark {
  let noted = false
  const known = (): boolean => {
    try {
      return readFileSync(markFile, 'utf8').split('\n').includes(configFile)
    } catch {
      return false
    }
  }
  return {
    known,
    note() {
      if (noted) return
      noted = true
      if (known()) return
      try {
        mkdirSync(dirname(markFile), { recursive: true, mode: 0o700 })
        writeFileSync(markFile, `${configFile}\n`, { mode: 0o600, flag: 'a' })
      } catch {
        // A full disk: the next start that can write notes it.
      }
    },
  }
}
