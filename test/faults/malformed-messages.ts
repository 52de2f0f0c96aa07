// A server answers with ids nobody asked for, twice, and with what is no message.
import { textOf } from './driver/agent-socket.ts'
import type { Answer } from './driver/agent-socket.ts'
import { must } from './driver/fault.ts'
import { callApproved, openServer, serverConfig, withApp } from './driver/steps.ts'
import { toolsOf } from './driver/tools.ts'
import { until } from './driver/until.ts'
import type { Fault } from './driver/fault.ts'

type Server = {
  readonly file: string
  readonly tool: string
  readonly right: (answer: Answer) => boolean
}

const servers: Readonly<Record<string, Server>> = {
  ids: { file: 'wrong-ids', tool: 'echo', right: (answer) => isOnly(answer, 'the right answer') },
  twice: {
    file: 'duplicate-responses',
    tool: 'echo',
    right: (answer) => isOnly(answer, 'the right answer'),
  },
  odd: {
    file: 'odd-result',
    tool: 'misfits',
    right: (answer) => answer.result?.isError === true && !/mistake/.test(textOf(answer)),
  },
}

export const fault: Fault = {
  name: 'malformed-messages',
  fault:
    'servers answer with ids nobody asked for, answer three times, and send results that are none',
  mustHappen:
    'only the right answer reaches the client, the rest is a typed error, and the app lives',
  run: async () => {
    for (const [name, server] of Object.entries(servers)) await one(name, server)
    return 'The right answer came through among nine forged ones, the second and third of three answers were dropped, and a result that is none was a typed error.'
  },
}

function one(name: string, { file, tool, right }: Server): Promise<void> {
  return withApp(
    async (app) => {
      const program = await app.start()
      const agent = await app.agent()
      await openServer(app, name)
      await until('its tool', async () =>
        toolsOf(await agent.request('tools/list', {})).includes(`${name}__${tool}`) ? true : null,
      )
      const answer = await callApproved(app, agent, `${name}__${tool}`, {
        text: 'the right answer',
      })
      must(right(answer), `${file} was answered: ${JSON.stringify(answer)}`)
      must(
        (await agent.call('list_dir', { path: '.' })).result?.isError !== true,
        'another tool did not answer',
      )
      must(program.child.exitCode === null, 'the app ended')
    },
    serverConfig(name, `test/fakes/mcp/hostile/${file}.ts`),
  )
}

const isOnly = (answer: Answer, text: string): boolean =>
  textOf(answer).includes(text) && !/forged|second|third/.test(JSON.stringify(answer))
