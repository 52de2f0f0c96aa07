// A fork bomb in a command.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { descendantsOf } from './driver/processes.ts'
import { gone, runApproved, mostAnswerMs, slowestAnswer, withApp } from './driver/steps.ts'
import { until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

/** So many processes are a bomb, and no shell with its helpers. */
const BOMB = 60

export const fault: Fault = {
  name: 'fork-bomb',
  fault: 'a fork bomb in a command',
  mustHappen:
    'it meets its limit, the app answers the person within a second, and nothing of it is left',
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const pid = program.child.pid ?? 0
      writeFileSync(
        join(app.workspace, 'grow.sh'),
        'grow() { grow | grow & }\ngrow\nsleep 6\necho over\n',
      )
      const mostMs = await mostAnswerMs(app)
      const bomb = runApproved(app, await app.agent(), 'sh grow.sh')
      const during = await until('the bomb', () => {
        const below = descendantsOf(pid)
        return below.length >= BOMB ? below : null
      })
      const slowest = await slowestAnswer(app, 20)
      // The person is answered too: a held call is shown, denied, and its asker told.
      const other = await app.agent('other')
      const asked = performance.now()
      const denied = other.call('write_file', { path: 'during.txt', content: 'x' })
      for (const approval of await app.held())
        must(await app.answer(approval, 'deny-once'), 'an answer was not taken')
      must(/said no/.test(textOf(await denied)), 'the asker was not told')
      const answered = performance.now() - asked
      const most = Math.max(during.length, descendantsOf(pid).length)
      const end = textOf(await bomb)
      must(slowest < mostMs, `the app took ${slowest.toFixed(0)} ms to answer`)
      must(
        answered < 2 * mostMs,
        `a held call took ${answered.toFixed(0)} ms from its asking to its denial`,
      )
      must(most < 1_000, `${most} processes`)
      must(program.child.exitCode === null, 'the app ended')
      must(
        await gone(
          during.filter((one) => existsSync(`/proc/${one}/exe`) && !stillOurs(pid, one)),
          10_000,
        ),
        'some of it is left',
      )
      must(/fork|over|killed|ended/i.test(end), `it was answered: ${end}`)
      return `It was stopped at about ${Math.round(most / 50) * 50} processes. The app answered in under ${slowest < 200 ? 200 : 1_000} ms meanwhile, a held call was denied in time, and no process was left.`
    }),
}

/** The helper that starts commands goes on. */
const stillOurs = (app: number, pid: number): boolean => descendantsOf(app).includes(pid)
