// The helper process that starts commands is killed while a command runs.
import { readFileSync } from 'node:fs'
import { textOf } from './driver/agent-socket.ts'
import type { FaultApp } from './driver/app.ts'
import { must } from './driver/fault.ts'
import { descendantsOf, killQuietly, spawnersOf } from './driver/processes.ts'
import { gone, runApproved, withApp } from './driver/steps.ts'
import { until } from './driver/until.ts'
import { join } from 'node:path'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'helper-process-gone',
  fault: 'the helper process that starts commands is killed while a command runs',
  mustHappen:
    'the call under way fails once, nothing of it is left, and the next command has a new helper',
  short: true,
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const pid = program.child.pid ?? 0
      const agent = await app.agent()
      const under = runApproved(app, agent, 'echo begun >> effect.txt; sleep 60')
      await until('the command', () => isStarted(app))
      const helpers = spawnersOf(pid)
      must(helpers.length > 0, 'no helper process was found')
      const tree = helpers.flatMap((one) => descendantsOf(one))
      must(tree.length > 0, 'the helper runs nothing')
      for (const one of helpers) killQuietly(one)
      const failed = await under
      must(failed.result?.isError === true, `the call under way was answered: ${textOf(failed)}`)
      must(await gone(tree), 'what it ran goes on')
      const next = textOf(await runApproved(app, agent, 'echo again'))
      must(/again/.test(next), `commands do not run again: ${next}`)
      must(
        spawnersOf(pid).every((one) => !helpers.includes(one)),
        'there is no new helper',
      )
      must(readFileSync(join(app.workspace, 'effect.txt'), 'utf8') === 'begun\n', 'it ran twice')
      const ran = (await app.journal()).filter(({ kind }) => kind === 'running').length
      must(ran === 2, `${ran} calls were started`)
      must(program.child.exitCode === null, 'the app ended')
      return 'The call under way failed once and was not run again, its processes were gone, and the next command ran with a new helper.'
    }),
}

function isStarted(app: FaultApp): true | null {
  try {
    return readFileSync(join(app.workspace, 'effect.txt'), 'utf8') === 'begun\n' ? true : null
  } catch {
    return null
  }
}
