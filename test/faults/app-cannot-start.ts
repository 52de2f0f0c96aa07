// A bridge finds no app, and the one it starts cannot start.
import { mkdirSync } from 'node:fs'
import Database from 'better-sqlite3'
import { bridgeFile } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'app-cannot-start',
  fault: 'a bridge finds no app, and the one it starts cannot start',
  mustHappen: 'the client and standard error are told the reason within a few seconds',
  short: true,
  run: () =>
    withApp(async (app) => {
      mkdirSync(app.paths.dataDir, { recursive: true, mode: 0o700 })
      const db = new Database(app.paths.databaseFile)
      db.exec('CREATE TABLE theirs (a)')
      db.close()
      const started = performance.now()
      const bridge = app.run(bridgeFile, ['mcp', '--client', 'agent'])
      bridge.child.stdin?.write('{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}\n')
      const { code, stdout, stderr } = await bridge.ended
      const seconds = (performance.now() - started) / 1000
      must(code === 1 && /database of another program/.test(stderr), `standard error: ${stderr}`)
      must(
        /"id":1,"error"/.test(stdout) && /database of another program/.test(stdout),
        `the client was told: ${stdout}`,
      )
      must(seconds < 60, `it took ${seconds.toFixed(0)} s`)
      return `The client and standard error were told: ${quote(stderr.trim(), 180)}`
    }),
}
