// `gatehouse disconnect`: takes back what `gatehouse connect` wrote, to the byte where nothing else
// was changed since.
import { clientNames, clients, isClientName } from '../../../clients/connect/agents/clients.ts'
import { applyDisconnect, planDisconnect } from '../../../clients/connect/connect.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { endToken } from './connect-token.ts'
import { complain } from '../output/complain.ts'
import { connectionsFile, unknownClient } from './connect.ts'
import { exit } from '../exit.ts'
import { visible } from '../output/show.ts'
import { endsBefore } from '../dry-run.ts'

export const disconnectClient: Command = {
  name: 'disconnect',
  operands: ['AGENT'],
  choices: { AGENT: clientNames },
  options: ['user', 'project', 'managed', 'dry-run', 'yes'],
  usage: '[--user|--project|--managed] [--dry-run] [--yes]',
  summary: 'Remove what connect wrote, and restore the file byte for byte if nothing else changed',
  async run(call) {
    const { context, paths, options, json } = call
    const [client = ''] = call.operands
    if (!isClientName(client)) return complain(context, unknownClient(client), json)
    const scope = options.has('managed')
      ? 'managed'
      : options.has('project')
        ? 'project'
        : options.has('user')
          ? 'user'
          : null
    const recordFile = connectionsFile(paths.dataDir)
    const plan = await planDisconnect(client, scope, recordFile)
    if (!plan.ok) return complain(context, plan.error, json)
    const files = plan.value.flatMap((undoing) =>
      undoing.files.map(({ written, text }) => ({ file: written.file, text })),
    )
    if (!json) for (const { file, text } of files) context.out(`${visible(file)} ${text}.\n`)
    const ended = await endsBefore(call, `Disconnect ${clients[client].title}? [y/N] `, {
      client,
      files,
      written: false,
    })
    if (ended !== null) return ended
    const done = await applyDisconnect(plan.value, recordFile)
    if (!done.ok) return complain(context, done.error, json)
    if (!(await endToken(call, client, plan.value)))
      context.note(
        `Its token still works, because Gatehouse is not running. Revoke it later: gatehouse clients remove ${client}\n`,
      )
    if (json) printJson(context, { client, files: done.value, written: true })
    else {
      for (const { file, backup } of done.value)
        if (backup !== null)
          context.out(
            `What ${visible(file)} was before connecting is still in ${visible(backup)}.\n`,
          )
      context.out(`${clients[client].title} is disconnected.\n`)
    }
    return exit.done
  },
}
