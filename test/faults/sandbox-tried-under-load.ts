// The first trial of the sandbox takes longer than it may, as under high load.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { descendantsOf, nameOf } from './driver/processes.ts'
import { runApproved, withApp } from './driver/steps.ts'
import { pause, until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

/** The trial has five seconds. */
const HELD_MS = 7_000

export const fault: Fault = {
  name: 'sandbox-tried-under-load',
  fault: 'the trial of the sandbox at the start takes longer than its five seconds',
  mustHappen: 'it is tried again by itself, and commands run then',
  run: () =>
    withApp(async (app) => {
      const starting = app.start()
      // Stopped as soon as it is there: a machine under load does no more.
      const program = await starting
      const pid = program.child.pid ?? 0
      const stopped = await until(
        'the trial',
        () => {
          const found = descendantsOf(pid).filter((one) => nameOf(one) === 'bwrap')
          for (const one of found) process.kill(one, 'SIGSTOP')
          return found.length > 0 ? found : null
        },
        20_000,
      )
      const agent = await app.agent()
      await pause(HELD_MS)
      for (const one of stopped) if (nameOf(one) !== null) process.kill(one, 'SIGCONT')
      const state = await (await app.person()).call('app.state', {})
      must(state.ok, 'app.state failed')
      const late = Date.now() + 240_000
      for (let tries = 1; ; tries += 1) {
        const said = textOf(await runApproved(app, agent, `echo ran ${tries}`))
        if (/ran \d/.test(said)) {
          must(tries > 1 || state.ok, said)
          return `Commands ran after ${tries === 1 ? 'the second trial, which the first call waited for' : `${tries} calls`}.`
        }
        must(!/was not found|Install/.test(said), `it was called missing: ${said}`)
        must(Date.now() < late, `commands do not run: ${said}`)
        await pause(1_000)
      }
    }),
}
