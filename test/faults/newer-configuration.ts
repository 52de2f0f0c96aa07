// The configuration is of a newer version: fields that are not known.
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'newer-configuration',
  fault: 'the configuration is of a newer version: fields that are not known',
  mustHappen: 'it says which, and what it cannot read allows nothing more',
  run: () =>
    withApp(async (app) => {
      await app.start()
      const state = await (await app.person()).call('app.state', {})
      must(state.ok && state.value.config.problem !== null, 'no problem is shown')
      const answer = app
        .agent()
        .then((agent) => agent.call('write_file', { path: 'a.txt', content: 'a' }))
      await app.held()
      void answer.catch(() => null)
      return `It said ${quote(state.ok ? (state.value.config.problem?.text ?? '') : '')} and allowed nothing more.`
    }, 'preset: from-the-future\nfutureField: 1\n'),
}
