// The page of the window is reloaded while a call is held, and answers twice.
import { must } from './driver/fault.ts'
import { idsOf, openPage } from './driver/page.ts'
import { holdWrite, withApp } from './driver/steps.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'page-reload-while-held',
  fault: 'the page of the window is reloaded while a call is held, and answers twice',
  mustHappen: 'the new page shows the question again, and the second answer changes nothing',
  short: true,
  run: () =>
    withApp(async (app) => {
      const { url } = await app.serve()
      const { answer } = await holdWrite(app, await app.agent(), 'a.txt')
      const first = await openPage(url)
      const listed = await first.call('approvals.list', { states: ['pending'], limit: 50 })
      first.terminate()
      const second = await first.again()
      const again = await second.call('approvals.list', { states: ['pending'], limit: 50 })
      must(
        idsOf(again).length === 1 && idsOf(again)[0] === idsOf(listed)[0],
        'the new page does not show it',
      )
      const given = await Promise.all(
        [1, 2].map(() => second.call('approvals.answer', { id: idsOf(again)[0], answer: 'once' })),
      )
      must(
        given.filter(({ ok }) => ok).length === 1,
        `both answers: ${JSON.stringify(given).slice(0, 200)}`,
      )
      must((await answer)?.result?.isError !== true, 'it did not run')
      const ran = (await app.journal()).filter(({ kind }) => kind === 'running').length
      must(ran === 1, `it ran ${ran} times`)
      second.terminate()
      return 'The new page showed the call again, one of two answers was taken, and it ran once.'
    }),
}
