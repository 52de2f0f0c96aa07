// A server answers with ids nobody asked for, twice, and with what is no message.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { callApproved, openServer, serverConfig, withApp } from './driver/steps.ts'
import { toolsOf } from './driver/tools.ts'
import { pause } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'malformed-messages',
  fault: 'a server answers with ids nobody asked for, twice, and with what is no message',
  mustHappen: 'nothing of it reaches a client, and the app lives',
  run: () =>
    withApp(
      async (app) => {
        const program = await app.start()
        const agent = await app.agent()
        await openServer(app, 'odd').catch(() => null)
        const tool = toolsOf(await agent.request('tools/list', {})).find((name) => name.startsWith('odd__'))
        const answer = tool === undefined ? null : await Promise.race([callApproved(app, agent, tool, {}), pause(12_000).then(() => null)])
        must((await agent.call('list_dir', { path: '.' })).result?.isError !== true, 'another tool did not answer')
        must(program.child.exitCode === null, 'the app ended')
        return answer === null ? 'nothing of it was let through' : textOf(answer).slice(0, 120) || 'a typed error'
      },
      serverConfig('odd', 'test/fakes/mcp/hostile/wrong-ids.ts'),
    ),
}
