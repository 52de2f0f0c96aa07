// `gatehouse version`: of this program, and of the Gatehouse that runs here.
import type { Output } from '../../../contract/ipc/ipc.ts'
import { printJson } from './command.ts'
import type { Call, Command } from './command.ts'
import { exit } from './exit.ts'

export const version: Command = {
  name: 'version',
  operands: [],
  options: [],
  usage: '',
  summary: 'Print the version of this program and of the running Gatehouse',
  async run(call) {
    const { context, json } = call
    const running = await runningHere(call)
    const mine = {
      version: context.version,
      node: process.version,
      platform: `${context.platform}-${process.arch}`,
      running,
    }
    if (json) printJson(context, mine)
    else
      context.out(
        `gatehouse ${mine.version}, Node ${mine.node}, ${mine.platform}\n${
          running === null
            ? 'No Gatehouse is running here.\n'
            : `Running here: ${running.version} (${running.host})\n`
        }`,
      )
    return exit.done
  },
}

async function runningHere({
  paths,
}: Call): Promise<Pick<Output<'app.running'>, 'version' | 'host'> | null> {
  const { connect } = await import('../local-client.ts')
  const opened = await connect(paths.socketFile)
  if (!opened.ok) return null
  const state = await opened.value.call('app.running', {})
  opened.value.close()
  return state.ok ? { version: state.value.version, host: state.value.host } : null
}
