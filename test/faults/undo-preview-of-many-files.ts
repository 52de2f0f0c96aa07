// A person asks what an undo would do, of a command that left a hundred thousand files.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { runApproved, withApp } from './driver/steps.ts'
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
      const made = await runApproved(
        app,
        agent,
        `mkdir many && cd many && seq ${FILES} | xargs touch && ls | wc -l`,
      )
      must(textOf(made).includes(String(FILES)), `they were not made: ${textOf(made)}`)
      const row = (await app.journal()).findLast(({ kind }) => kind === 'outcome')
      must(row?.kind === 'outcome', 'the command has no outcome')
      const callId = row?.kind === 'outcome' ? row.callId : ''
      let slowest = 0
      let going = true
      const person = await app.person()
      const others = (async () => {
        while (going) {
          const asked = performance.now()
          await person.call('app.state', {})
          slowest = Math.max(slowest, performance.now() - asked)
        }
      })()
      const began = performance.now()
      const preview = await app.cli('undo', callId, '--preview', '--json')
      const took = performance.now() - began
      going = false
      await others
      must(preview.code === 0, `no preview: ${preview.stderr}`)
      const { total } = JSON.parse(preview.stdout) as { total: number }
      must(total >= FILES, `it counts ${total} changes`)
      must(took < 5_000, `it took ${(took / 1000).toFixed(1)} s`)
      must(slowest < 1_000, `another answer took ${slowest.toFixed(0)} ms`)
      return `It answered within 5 s with ${total.toLocaleString('en')} changes, and others within a second meanwhile.`
    }),
}
