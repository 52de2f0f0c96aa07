// 250 calls are held when the app is killed, and all are approved afterwards.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { withApp } from './driver/steps.ts'
import { pause, until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

/** So many that none of them makes more calls than it may in a minute. */
const clients = ['one', 'two', 'three', 'four', 'five']

export const fault: Fault = {
  name: 'many-held-over-a-restart',
  fault: '250 calls are held when the app is killed, and all are approved afterwards',
  mustHappen: 'each runs once, and its client gets its result without being asked again',
  run: () =>
    withApp(async (app) => {
      const first = await app.start()
      const agents = await Promise.all(clients.map((name) => app.agent(name)))
      const calls = Array.from({ length: 250 }, (_, at) => ({
        agent: at % clients.length,
        path: `f-${at}.txt`,
      }))
      const lost = calls.map(({ agent, path }) =>
        agents[agent]?.call('write_file', { path, content: path }).catch(() => null),
      )
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
      while (answered < 250)
        for (const approval of await app.held(1))
          answered += (await app.answer(approval, 'once')) ? 1 : 0
      const again = await Promise.all(clients.map((name) => app.agent(name)))
      const said = await Promise.all(
        calls.map(({ agent, path }) =>
          Promise.race([
            again[agent]?.call('write_file', { path, content: path }),
            pause(20_000).then(() => null),
          ]),
        ),
      )
      const good = said.filter(
        (one) => one?.result !== undefined && one.result.isError !== true,
      ).length
      must(
        good === 250,
        `${good} of 250 clients got their result; another was told: ${textOf(said.find((one) => one?.result?.isError === true) ?? {})}`,
      )
      const ran = (await app.journal()).filter(({ kind }) => kind === 'running').length
      must(ran === 250, `${ran} ran`)
      return 'All 250 were approved after the restart, ran once, and their clients got the results.'
    }),
}
