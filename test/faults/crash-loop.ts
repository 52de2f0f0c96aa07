// A server ends as soon as it has started, again and again.
import { must } from './driver/fault.ts'
import { serverConfig, withApp } from './driver/steps.ts'
import { until } from './driver/until.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'crash-loop',
  fault: 'a server ends as soon as it has started, again and again',
  mustHappen:
    'it is tried a few times, then stopped with a row in the journal, and others are unaffected',
  short: true,
  run: () =>
    withApp(
      async (app) => {
        const program = await app.start()
        const agent = await app.agent()
        const stopped = await until(
          'the server to be stopped',
          async () => {
            const listed = await (await app.person()).call('servers.list', {})
            const state = listed.ok
              ? listed.value.find(({ name }) => name === 'loop')?.state
              : undefined
            return state?.kind === 'stopped' ? state.text : null
          },
          60_000,
        )
        await until('its row', async () =>
          (await app.journal()).some((row) => row.kind === 'server' && row.change === 'ended')
            ? true
            : null,
        )
        must(
          (await agent.call('list_dir', { path: '.' })).result?.isError !== true,
          'another tool did not answer',
        )
        must(program.child.exitCode === null, 'the app ended')
        return `It was stopped with a row: ${quote(stopped, 130)} Other tools answered.`
      },
      serverConfig('loop', 'test/fakes/mcp/hostile/crash-loop.ts'),
    ),
}
