// A server answers with more than a message may be.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { callApproved, openServer, serverConfig, withApp } from './driver/steps.ts'
import { toolsOf } from './driver/tools.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'huge-message',
  fault: 'a server answers with more than a message may be',
  mustHappen: 'its session ends, the app lives, and other tools answer',
  run: () =>
    withApp(
      async (app) => {
        const program = await app.start()
        const agent = await app.agent()
        await openServer(app, 'huge')
        const tool =
          toolsOf(await agent.request('tools/list', {})).find((name) =>
            name.startsWith('huge__'),
          ) ?? ''
        const answer = await callApproved(app, agent, tool, {})
        must(
          (await agent.call('list_dir', { path: '.' })).result?.isError !== true,
          'another tool did not answer',
        )
        must(program.child.exitCode === null, 'the app ended')
        return `The call ended with: ${quote(textOf(answer), 150)} Other tools answered.`
      },
      serverConfig('huge', 'test/fakes/mcp/hostile/huge-result.ts'),
    ),
}
