// Looks at the disk after each write that this process makes: what is there then is what a kill at
// that moment leaves.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Database from 'better-sqlite3'

type Write = (this: unknown, ...args: unknown[]) => unknown

/**
 * Calls `view` after each write into a file or a database of this process. Gives the way to end it.
 */
export function afterEachWrite(view: () => void): () => void {
  let searching = false
  const then = (write: Write): Write =>
    function (this: unknown, ...args) {
      const result = write.apply(this, args)
      if (!searching) {
        searching = true
        try {
          view()
        } finally {
          searching = false
        }
      }
      return result
    }
  const files = fs as unknown as Record<'writeSync' | 'renameSync', Write>
  const db = new Database(':memory:')
  const statements = Object.getPrototypeOf(db.prepare('SELECT 1')) as Record<'run', Write>
  db.close()
  const { writeSync, renameSync } = files
  const { run } = statements
  Object.assign(files, { writeSync: then(writeSync), renameSync: then(renameSync) })
  statements.run = then(run)
  syncBuiltinESMExports()
  return () => {
    Object.assign(files, { writeSync, renameSync })
    statements.run = run
    syncBuiltinESMExports()
  }
}
