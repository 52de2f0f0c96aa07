// A server pours notifications without end.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { callApproved, openServer, serverConfig, withApp } from './driver/steps.ts'
import { memoryOf } from './driver/app.ts'
import { until } from './driver/until.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'notification-flood',
  fault: 'a server pours notifications without end',
  mustHappen: 'its session ends, a row of the journal says why, and memory stays within 100 MB',
  short: true,
  run: () =>
    withApp(
      async (app) => {
        const program = await app.start()
        const agent = await app.agent()
        await openServer(app, 'flood')
        const before = memoryOf(program.child.pid ?? 0)
        const answer = await callApproved(app, agent, 'flood__all', {})
        must(answer.result?.isError === true, `it was answered: ${textOf(answer)}`)
        const row = await until(
          'its row',
          async () =>
            (await app.journal()).find((one) => one.kind === 'server' && one.change === 'ended') ??
            null,
        )
        const grown = memoryOf(program.child.pid ?? 0) - before
        must(grown < 100, `it grew by ${grown.toFixed(0)} MB`)
        return `Its session was ended with a row: ${quote(row.kind === 'server' ? (row.text ?? '') : '')}`
      },
      serverConfig('flood', 'test/fakes/mcp/hostile/notification-flood.ts'),
    ),
}
