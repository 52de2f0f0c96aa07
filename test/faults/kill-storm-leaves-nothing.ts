// Kill -9 of the app at random moments, ten times, while commands start.
import { processesOf } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { descendantsOf, nameOf } from './driver/processes.ts'
import { gone, withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'kill-storm-leaves-nothing',
  fault: 'kill -9 of the app at random moments, ten times, while commands start',
  mustHappen: 'no process of ours is left',
  run: () =>
    withApp(async (app) => {
      const seen = new Set<number>()
      for (let round = 0; round < 10; round += 1) {
        const program = await app.start()
        const agent = await app.agent()
        const calls = Array.from({ length: 4 }, (_, at) =>
          agent.call('exec', { command: `sleep ${50 + at}; echo ${round}` }).catch(() => null),
        )
        for (const approval of await app.held(4))
          void app.answer(approval, 'once').catch(() => false)
        await pause(Math.random() * 150)
        for (const pid of descendantsOf(program.child.pid ?? 0)) seen.add(pid)
        program.child.kill('SIGKILL')
        await program.ended
        await Promise.all(calls)
      }
      must(
        await gone([...seen], 5_000),
        `${[...seen]
          .filter((pid) => nameOf(pid) !== null)
          .map(nameOf)
          .join(', ')} left`,
      )
      const left = processesOf(app.home)
      must(left.length === 0, `${left.map(nameOf).join(', ')} left`)
      return `${seen.size} processes were seen in ten rounds, and none was left.`
    }),
}
