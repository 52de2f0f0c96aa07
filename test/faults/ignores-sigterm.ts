// A command ignores SIGTERM when everything is stopped.
import { descendantsOf, nameOf } from './driver/processes.ts'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from './driver/fault.ts'
import { runApproved, withApp } from './driver/steps.ts'
import { until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'ignores-sigterm',
  fault: 'a command ignores SIGTERM when everything is stopped',
  mustHappen: 'it is killed with its children after the time of grace',
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const pid = program.child.pid ?? 0
      const agent = await app.agent()
      writeFileSync(
        join(app.workspace, 'stay.sh'),
        "touch begun\ntrap '' TERM INT HUP\nsleep 58 &\nsleep 58\nsleep 58\n",
      )
      const answer = runApproved(app, agent, 'sh stay.sh').catch(() => null)
      await until('the command', () => (existsSync(join(app.workspace, 'begun')) ? true : null))
      const children = descendantsOf(pid)
      const pressed = await (await app.person()).call('emergency-stop.stop', {})
      must(pressed.ok, 'it could not be stopped')
      const said = await answer
      must(
        said === null || said.result?.isError === true,
        `it was answered: ${JSON.stringify(said).slice(0, 300)}`,
      )
      const sleeping = (): readonly number[] =>
        descendantsOf(pid).filter((child) => nameOf(child) === 'sleep')
      must(
        children.some((child) => nameOf(child) !== null),
        'nothing ran',
      )
      await until('the end of its children', () => (sleeping().length === 0 ? true : null), 8_000)
      return 'The command was killed with its children.'
    }),
}
