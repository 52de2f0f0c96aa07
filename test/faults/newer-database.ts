// The database was written by a newer version.
import { statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { headlessFile } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'newer-database',
  fault: 'the database was written by a newer version',
  mustHappen: 'it says so, and does not touch the file',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      first.child.kill('SIGTERM')
      await first.ended
      const file = app.paths.databaseFile
      const db = new Database(file)
      db.pragma('user_version = 9999')
      db.close()
      const before = statSync(file).mtimeMs
      const { code, stderr } = await app.run(headlessFile, []).ended
      must(code === 1 && /newer/.test(stderr), `it ended with ${code}: ${stderr}`)
      must(statSync(file).mtimeMs === before, 'the file was touched')
      return `It ended with: ${quote(stderr.trim(), 200)} The file was as before.`
    }),
}
