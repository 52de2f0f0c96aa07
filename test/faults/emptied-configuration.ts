// An editor or a full disk leaves the configuration file empty.
import { writeFileSync } from 'node:fs'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { pause } from './driver/until.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'emptied-configuration',
  fault: 'an editor or a full disk leaves the configuration file empty',
  mustHappen: 'the configuration in force stays, and the problem is shown',
  run: () =>
    withApp(async (app) => {
      await app.start()
      const person = await app.person()
      writeFileSync(app.paths.configFile, '')
      await pause(3_000)
      const state = await person.call('app.state', {})
      must(
        state.ok && state.value.workspace.path === app.workspace,
        `another workspace is in force: ${state.ok ? state.value.workspace.path : ''}`,
      )
      must(state.ok && state.value.config.problem !== null, 'no problem is shown')
      return `The workspace stayed, and the problem was shown: ${quote(state.ok ? (state.value.config.problem?.text ?? '') : '')}`
    }),
}
