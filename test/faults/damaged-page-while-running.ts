// A page of the journal is damaged on the disk while the app runs.
import { must } from './driver/fault.ts'
import { damagePages, fillJournal, ROWS } from './driver/damaged-pages.ts'
import { quote } from './driver/quote.ts'
import { withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'damaged-page-while-running',
  fault: 'pages of the journal are damaged on the disk while the app runs',
  mustHappen:
    'the reader of one is told how to restore, every client sees it in the state, and a call that meets none is served on and has its row',
  run: () =>
    withApp(async (app) => {
      await fillJournal(app)
      await app.start()
      const [person, agent] = [await app.person(), await app.agent()]
      damagePages(app)
      let reported = ''
      for (let before = ROWS; before > 0 && reported === ''; before -= 100) {
        const page = await person.call('audit.page', { before, limit: 100, filter: {} })
        if (!page.ok) reported = `${page.error.text} ${page.error.hint ?? ''}`
      }
      must(/gatehouse restore/.test(reported), `nobody was told: ${reported}`)
      const state = await (await app.person()).call('app.state', {})
      must(
        state.ok && /damaged/.test(state.value.journal.fault ?? ''),
        `the state does not say so: ${JSON.stringify(state)}`,
      )
      const answer = await agent.call('list_dir', { path: '.' })
      must(answer.result?.isError !== true, `a call that meets no damaged page was not served`)
      const newest = await person.call('audit.page', { limit: 5, filter: {} })
      must(
        newest.ok && newest.value.rows.some(({ entry }) => entry.kind === 'outcome'),
        `its row is missing: ${JSON.stringify(newest).slice(0, 300)}`,
      )
      return `Reading a damaged row said: ${quote(reported, 160)} The state said so to every client. A call that met none was served, and its outcome is a row.`
    }),
}
