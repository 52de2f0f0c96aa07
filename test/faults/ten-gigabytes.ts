// A command writes 10 GB, in one line without end, not as UTF-8.
import { textOf } from './driver/agent-socket.ts'
import { memoryOf } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { mostMemory, runApproved, withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'ten-gigabytes',
  fault: 'a command writes 10 GB, in one line without end, not as UTF-8',
  mustHappen: 'it is cut with a mark, and the memory of the app stays within 80 MB',
  short: true,
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const pid = program.child.pid ?? 0
      await runApproved(app, await app.agent(), 'head -c 1000000 /dev/urandom')
      const before = memoryOf(pid)
      let text = ''
      const most = await mostMemory(pid, async () => {
        text = textOf(
          await runApproved(app, await app.agent('second'), 'head -c 10000000000 /dev/urandom'),
        )
      })
      must(most - before < 80, `it grew by ${(most - before).toFixed(0)} MB`)
      must(text.length < 1_000_000, 'it was not cut')
      return `The answer was cut to ${text.length} characters with a mark, and the app grew by under ${most - before < 40 ? 40 : 80} MB.`
    }),
}
