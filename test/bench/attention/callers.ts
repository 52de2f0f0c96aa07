// Those who make the calls of a trace: Gatehouse's own agent, which is told each call by the person
// who plays its model, and an agent that is connected over the gateway. One call at a time.
import type { App } from '../../../main/host/app.ts'
import type { Input, IpcChannel, Output } from '../../../contract/ipc/ipc.ts'
import type { RunId } from '../../../contract/ids.ts'
import { httpLane } from '../mcp/lanes.ts'
import type { Lane } from '../mcp/lanes.ts'

export type Ask = <C extends IpcChannel>(channel: C, input: Input<C>) => Promise<Output<C>>

export const askOf =
  (app: App): Ask =>
  async (channel, input) => {
    const answer = await app.call(channel, input, { surface: 'window' })
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code}: ${answer.error.text}`)
    return answer.value as never
  }

/** Makes the call and gives all the text that the agent was given back. */
export type Make = (tool: string, args: Readonly<Record<string, string>>) => Promise<string>

/** A session of our own agent: one run. */
export function ownCaller(app: App, ask: Ask): Make {
  let run: RunId | null = null
  return async (tool, args) => {
    const text = JSON.stringify({ tool, args })
    const { id } =
      run === null ? await ask('runs.start', { text }) : await ask('runs.send', { id: run, text })
    run = id
    await new Promise<void>((done) => {
      const look = async (): Promise<void> => {
        const { state } = (await ask('runs.get', { id, limit: 1 })).run
        if (state === 'working' || state === 'waiting') return
        stop()
        done()
      }
      const stop = app.subscribe((event) => {
        if (event.kind === 'run-changed' && event.run.id === id) void look()
      })
      void look()
    })
    const { items } = await ask('runs.get', { id, limit: 5 })
    return JSON.stringify(items.filter(({ kind }) => kind === 'call'))
  }
}

const CLIENT = 'coder'

/** Lets the client in; each call of the result is a session of it. */
export async function letIn(ask: Ask): Promise<() => Promise<Make & { close(): Promise<void> }>> {
  const { token, url } = await ask('clients.add', { name: CLIENT })
  if (url === null) throw new Error('The gateway does not listen.')
  return async () => {
    const lane: Lane = await httpLane(
      url,
      { authorization: `Bearer ${token}` },
      () => process.pid,
      async () => {},
    )
    return Object.assign(
      async (tool: string, args: Readonly<Record<string, string>>) =>
        JSON.stringify(await lane.ask('tools/call', { name: tool, arguments: args })),
      { close: lane.close },
    )
  }
}

export const perMinute = `gateway: { clients: { ${CLIENT}: { perMinute: 0 } } }\n`
