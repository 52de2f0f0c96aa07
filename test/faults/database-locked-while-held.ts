// Another process holds the database for two seconds while a call is held and answered.
import Database from 'better-sqlite3'
import { must } from './driver/fault.ts'
import { holdWrite, mostAnswerMs, slowestAnswer, withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'database-locked-while-held',
  fault: 'another process holds the database for two seconds while a call is held and answered',
  mustHappen:
    'the app stays up, waits or says that the disk is busy, and answers others within a second',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const agent = await app.agent()
      const { answer } = await holdWrite(app, agent, 'a.txt')
      const [approval] = await app.held()
      const most = await mostAnswerMs(app)
      const db = new Database(app.paths.databaseFile)
      db.exec('BEGIN IMMEDIATE')
      const given =
        approval === undefined
          ? null
          : (await app.person()).call('approvals.answer', { id: approval.id, answer: 'once' })
      const more = agent.call('write_file', { path: 'b.txt', content: 'b' }).catch(() => null)
      const slowest = await slowestAnswer(app, 10)
      await pause(1_500)
      db.exec('ROLLBACK')
      db.close()
      const said = await given
      await pause(500)
      must(
        first.child.exitCode === null && first.child.signalCode === null,
        `the app ended: ${first.output().slice(-300)}`,
      )
      must(slowest < most, `another answer took ${slowest.toFixed(0)} ms`)
      must(
        said !== null && (said.ok || !/mistake/.test(said.error.text)),
        `the answer was: ${JSON.stringify(said)}`,
      )
      if (said?.ok !== true && approval !== undefined)
        must(await app.answer(approval, 'once'), 'it cannot be answered afterwards')
      must((await answer)?.result?.isError !== true, 'the approved call did not run')
      void more
      return said?.ok === true
        ? 'The approval waited for the lock and was taken, the call ran, and the app answered others within a second.'
        : `The approval was refused in words and taken at the second try: ${said?.error.text}`
    }),
}
