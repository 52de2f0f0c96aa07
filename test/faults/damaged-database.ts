// A page of the database is damaged.
import { closeSync, existsSync, openSync, statSync, writeSync } from 'node:fs'
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'damaged-database',
  fault: 'a page of the database is damaged',
  mustHappen:
    'it says what is damaged and what to do, denies, and neither deletes the file nor ends in a loop',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const agent = await app.agent()
      for (let at = 0; at < 30; at += 1) await agent.call('read_file', { path: 'x.txt' })
      first.child.kill('SIGTERM')
      await first.ended
      const file = app.paths.databaseFile
      const size = statSync(file).size
      const at = openSync(file, 'r+')
      writeSync(at, Buffer.alloc(512, 0x5a), 0, 512, 0)
      closeSync(at)
      const after = await app.start()
      const state = await (await app.person()).call('app.state', {})
      must(
        state.ok && state.value.journal.fault !== null,
        `no fault is shown: ${JSON.stringify(state)}`,
      )
      const answer = await (await app.agent('other')).call('read_file', { path: 'x.txt' })
      must(answer.result?.isError === true, 'a call ran')
      must(existsSync(file) && statSync(file).size === size, 'the damaged file was changed')
      after.child.kill('SIGTERM')
      await after.ended
      return `The state and the refused call said: ${quote(textOf(answer), 200)} The file was left as it was.`
    }),
}
