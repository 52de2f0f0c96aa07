// A tool of a server never answers.
import { textOf } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { openServer, serverConfig, withApp } from './driver/steps.ts'
import { toolsOf } from './driver/tools.ts'
import { quote } from './driver/quote.ts'
import type { Fault } from './driver/fault.ts'

export const fault: Fault = {
  name: 'hung-server',
  fault: 'a tool of a server never answers',
  mustHappen: 'the call ends at its total deadline, and other tools answer meanwhile',
  run: () =>
    withApp(
      async (app) => {
        const program = await app.start()
        const agent = await app.agent()
        await openServer(app, 'honest')
        const person = await app.person()
        const listed = await person.call('servers.list', {})
        const tool = toolsOf(await agent.request('tools/list', {})).find(
          (name) => name === 'honest__slow',
        )
        must(tool !== undefined, `nothing is offered: ${JSON.stringify(listed).slice(0, 200)}`)
        const hung = agent.call(tool ?? '', {})
        for (const approval of await app.held()) await app.answer(approval, 'once')
        const other = await agent.call('list_dir', { path: '.' })
        must(other.result?.isError !== true, 'another tool did not answer')
        const answer = await hung
        must(answer.result?.isError === true, `it was answered: ${textOf(answer)}`)
        must(program.child.exitCode === null, 'the app ended')
        return `The call ended with: ${quote(textOf(answer), 100)} Another tool answered meanwhile.`
      },
      serverConfig('honest', 'test/fakes/mcp/hostile/slow-loris.ts').replace(
        'folders:',
        'timeoutSeconds: 5\n    folders:',
      ),
    ),
}
