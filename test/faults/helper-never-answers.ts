// The helper process that starts commands is stopped, so it never answers.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { nameOf, spawnersOf } from './driver/processes.ts'
import { quote } from './driver/quote.ts'
import { callApproved, runApproved, mostAnswerMs, slowestAnswer, withApp } from './driver/steps.ts'
import { until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'helper-never-answers',
  fault: 'the helper process that starts commands is stopped and never answers',
  mustHappen:
    'the app gives it up by a limit of its own, says so, and the next command has a new helper',
  run: () =>
    withApp(async (app) => {
      const program = await app.start()
      const agent = await app.agent()
      must(
        /first/.test(textOf(await runApproved(app, agent, 'echo first'))),
        'no command ran before',
      )
      const helpers = spawnersOf(program.child.pid ?? 0)
      must(helpers.length > 0, 'no helper process was found')
      const most = await mostAnswerMs(app)
      for (const pid of helpers) process.kill(pid, 'SIGSTOP')
      const startedAt = performance.now()
      const hung = callApproved(app, agent, 'exec', { command: 'echo never' })
      const slowest = await slowestAnswer(app, 10)
      // The client may hear before that, that the call is under way still.
      const outcome = await until(
        'the end of the call',
        async () => (await app.journal()).filter(({ kind }) => kind === 'outcome')[1] ?? null,
        120_000,
      )
      const seconds = (performance.now() - startedAt) / 1_000
      await hung
      must(
        outcome.kind === 'outcome' && outcome.status === 'failed',
        `its outcome: ${JSON.stringify(outcome)}`,
      )
      const said = outcome.kind === 'outcome' ? (outcome.error?.text ?? '') : ''
      must(slowest < most, `the app took ${slowest.toFixed(0)} ms to answer meanwhile`)
      let next = ''
      for (let tries = 0; tries < 3 && !/again/.test(next); tries += 1)
        next = textOf(await runApproved(app, agent, 'echo again'))
      must(/again/.test(next), `commands do not run again: ${next}`)
      const ended = performance.now()
      program.child.kill('SIGTERM')
      await program.ended
      must(performance.now() - ended < 30_000, 'the app did not end')
      await until(
        'the end of the stopped helpers',
        () => (helpers.some((pid) => nameOf(pid) !== null) ? null : true),
        5_000,
      )
      return `After ${seconds.toFixed(0)} s the call failed with ${quote(said, 120)} The next command ran.`
    }),
}
