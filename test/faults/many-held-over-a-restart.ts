// 250 calls are held when the app is killed, and all are approved afterwards.
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { pause, until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'many-held-over-a-restart',
  fault: '250 calls are held when the app is killed, and all are approved afterwards',
  mustHappen: 'each runs once, and its client gets its result without being asked again',
  open: 'only the newest 200 held calls are taken over at a start (item 3)',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const agents = await Promise.all(['one', 'two'].map((name) => app.agent(name)))
      const calls = Array.from({ length: 250 }, (_, at) => ({ agent: at % 2, path: `f-${at}.txt` }))
      const lost = calls.map(({ agent, path }) => agents[agent]?.call('write_file', { path, content: path }).catch(() => null))
      await until(
        '250 held calls',
        async () => {
          const state = await (await app.person()).call('app.state', {})
          return state.ok && state.value.held >= 250 ? true : null
        },
        60_000,
      )
      first.child.kill('SIGKILL')
      await first.ended
      await Promise.all(lost.map(async (one) => one))
      await app.start()
      await app.held(1)
      let answered = 0
      while (answered < 250) for (const approval of await app.held(1)) answered += (await app.answer(approval, 'once')) ? 1 : 0
      const again = await Promise.all(['one', 'two'].map((name) => app.agent(name)))
      const said = await Promise.all(
        calls.map(({ agent, path }) =>
          Promise.race([again[agent]?.call('write_file', { path, content: path }), pause(20_000).then(() => null)]),
        ),
      )
      const good = said.filter((one) => one?.result !== undefined && one.result.isError !== true).length
      must(good === 250, `${good} of 250 clients got their result`)
      const ran = (await app.journal()).filter(({ kind }) => kind === 'running').length
      must(ran === 250, `${ran} ran`)
      return '250 approved, 250 ran once, 250 got their result'
    }),
}
