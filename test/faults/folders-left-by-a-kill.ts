// Folders for temporary things are left by a kill -9, and removed by the next start.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './driver/fault.ts'
import { gone, runApproved, withApp } from './driver/steps.ts'
import { descendantsOf } from './driver/processes.ts'
import { textOf } from './driver/agent-socket.ts'
import { until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'folders-left-by-a-kill',
  fault: 'kill -9 while a command runs, another start, and an orderly end',
  mustHappen: 'the folder for temporary things is as empty afterwards as it was before',
  run: () =>
    withApp(async (app) => {
      const temporary = join(app.base, 'tmp')
      mkdirSync(temporary)
      const env = { TMPDIR: temporary }
      const ours = (): readonly string[] =>
        readdirSync(temporary).filter((name) => name.startsWith('gatehouse-'))
      const first = await app.start({ env })
      const agent = await app.agent()
      const ready = textOf(await runApproved(app, agent, 'echo ready'))
      must(/ready/.test(ready), `no command ran: ${ready}`)
      void runApproved(app, agent, 'sleep 60').catch(() => null)
      await until('the second command to run', async () =>
        (await app.journal()).filter(({ kind }) => kind === 'running').length > 1 ? true : null,
      )
      const below = descendantsOf(first.child.pid ?? 0)
      first.child.kill('SIGKILL')
      await first.ended
      await gone(below)
      const left = ours().length
      const second = await app.start({ env })
      const again = textOf(await runApproved(app, await app.agent('other'), 'echo again'))
      must(/again/.test(again), `no command runs after the next start: ${again}`)
      second.child.kill('SIGTERM')
      await second.ended
      must(ours().length === 0, `these are left: ${ours().join(', ')}`)
      return `The kill left ${left === 1 ? 'one folder' : `${left} folders`}. After the next start and its end there was none.`
    }),
}
