// A person asks what an undo would do, of a command that left a hundred thousand files.
import { must } from './driver/fault.ts'
import { mostAnswerMs, withApp } from './driver/steps.ts'
import { until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

const FILES = 100_000

export const fault: Fault = {
  name: 'undo-preview-of-many-files',
  fault: 'undo --preview of a command that left 100,000 files',
  mustHappen: 'it answers within five seconds, and the app answers others meanwhile',
  run: () =>
    withApp(async (app) => {
      await app.start()
      const agent = await app.agent()
      // It runs in a layer first, and what it left is looked through: longer than a client waits.
      const command = `mkdir many && cd many && seq ${FILES} | xargs touch && ls | wc -l`
      agent.call('exec', { command }).catch(() => null)
      const person = await app.person()
      const held = await until(
        'its question',
        async () => {
          const found = await person.call('approvals.list', { states: ['pending'], limit: 1 })
          return (found.ok ? found.value[0] : null) ?? null
        },
        240_000,
      )
      must(await app.answer(held, 'once'), 'the answer was not taken')
      const callId = await until(
        'the end of the command',
        async () => {
          const row = (await app.journal()).find(({ kind }) => kind === 'outcome')
          return row?.kind === 'outcome' ? row.callId : null
        },
        240_000,
      )
      const most = await mostAnswerMs(app)
      let slowest = 0
      let going = true
      const others = (async () => {
        while (going) {
          const asked = performance.now()
          await person.call('app.state', {})
          slowest = Math.max(slowest, performance.now() - asked)
        }
      })()
      const started = performance.now()
      const preview = await app.cli('undo', callId, '--preview', '--json')
      const took = performance.now() - started
      going = false
      await others
      must(preview.code === 0, `no preview: ${preview.stderr}`)
      const { total } = JSON.parse(preview.stdout) as { total: number }
      must(total >= FILES, `it counts ${total} changes`)
      must(took < 5 * most, `it took ${(took / 1000).toFixed(1)} s`)
      must(slowest < most, `another answer took ${slowest.toFixed(0)} ms`)
      return `It answered within 5 s with ${total.toLocaleString('en')} changes, and others within a second meanwhile.`
    }),
}
