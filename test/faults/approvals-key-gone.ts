// The file approvals.key is gone while calls are held.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './driver/fault.ts'
import { holdWrite, withApp } from './driver/steps.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'approvals-key-gone',
  fault: 'the file approvals.key is gone while calls are held',
  mustHappen: 'the app starts, and says that held calls cannot be read and how to get them back',
  short: true,
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const { answer } = await holdWrite(app, await app.agent(), 'a.txt')
      first.child.kill('SIGKILL')
      await first.ended
      await answer
      rmSync(join(app.paths.dataDir, 'approvals.key'))
      const second = await app.start()
      const report = await app.cli('doctor')
      must(
        /approvals\.key/.test(second.output() + report.stdout),
        `nothing is said: ${second.output()}`,
      )
      const said =
        (second.output() + report.stdout)
          .split('\n')
          .find((line) => line.includes('approvals.key')) ?? ''
      return `The app started and said: ${quote(said.replace(/^warn\s+/, ''), 210)}`
    }),
}
