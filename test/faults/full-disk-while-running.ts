// The disk fills up while the app runs.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { fillDisk, withApp, withTmpfs } from './driver/steps.ts'
import { until } from './driver/until.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'full-disk-while-running',
  fault: 'the disk fills up while the app runs',
  mustHappen:
    'a call is refused in words, the app answers on, and when there is room calls run again automatically',
  run: () =>
    withTmpfs(24, (disk) =>
      withApp(
        async (app) => {
          await app.start()
          const agent = await app.agent()
          must(
            (await agent.call('list_dir', { path: '.' })).result?.isError !== true,
            'nothing ran before',
          )
          const free = fillDisk(disk)
          const refused = await agent.call('write_file', { path: 'a.txt', content: 'a' })
          const state = await (await app.person()).call('app.state', {})
          must(state.ok, state.ok ? '' : `app.state fails: ${state.error.text}`)
          must(
            refused.result?.isError === true && !/mistake/.test(textOf(refused)),
            `the call was answered: ${textOf(refused)}`,
          )
          free()
          await until('calls to run again', async () =>
            (await agent.call('list_dir', { path: '.' })).result?.isError === true ? null : true,
          )
          return `The call was refused with ${quote(textOf(refused), 90)} The state was shown, and calls ran again once there was room.`
        },
        '',
        disk,
      ),
    ),
}
