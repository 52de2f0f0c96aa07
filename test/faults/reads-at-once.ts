// 200 reads of 1 MB at once by one client.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryOf } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { mostMemory, withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'reads-at-once',
  fault: '200 reads of 1 MB at once by one client',
  mustHappen: 'all are answered, and the app takes less than 300 MB more for them',
  short: true,
  run: () =>
    withApp(async (app) => {
      writeFileSync(join(app.workspace, 'large.txt'), 'a line of an ordinary file\n'.repeat(38_000))
      const program = await app.start()
      const pid = program.child.pid ?? 0
      const agents = await Promise.all([app.agent('reader'), app.agent('reader')])
      await agents[0]?.call('read_file', { path: 'large.txt' })
      const before = memoryOf(pid)
      let good = 0
      const most = await mostMemory(pid, async () => {
        const all = await Promise.all(
          Array.from({ length: 200 }, async (_, at) =>
            agents[at % 2]?.call('read_file', { path: 'large.txt' }),
          ),
        )
        good = all.filter((one) => one?.result !== undefined && one.result.isError !== true).length
      })
      must(good === 200, `${good} were answered`)
      must(most - before < 300, `it took ${(most - before).toFixed(0)} MB`)
      return `All 200 were answered, and the app took under ${most - before < 200 ? 200 : 300} MB more.`
    }, 'gateway: { clients: { reader: { perMinute: 10000 } } }\n'),
}
