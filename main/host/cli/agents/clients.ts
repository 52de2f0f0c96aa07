// `gatehouse clients list` and `remove`: who may use the gateway over HTTP.
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { clock, columns } from '../output/show.ts'
import { withQueries, withSession } from '../session/with-session.ts'
import { delegationText } from './delegation-text.ts'

export const clientsList: Command = {
  name: 'clients list',
  operands: [],
  options: [],
  usage: '',
  summary: 'List clients that may use the gateway over HTTP, and its address',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json } = call
      const state = await session.call('clients.list', {})
      if (!state.ok) return complain(context, state.error, json)
      const { clients, url, problem } = state.value
      if (json) printJson(context, state.value)
      else {
        context.out(
          columns(
            clients.map(({ name, usedAt, delegation }) => [
              name,
              usedAt === null ? 'never used' : `used ${clock(usedAt)}`,
              ...(delegation === undefined ? [] : [delegationText(delegation)]),
            ]),
          ),
        )
        context.note(
          `${problem ?? (url === null ? 'No address yet: add a client, and start Gatehouse.' : `Address: ${url}`)}\n`,
        )
      }
      return exit.done
    }),
}

export const clientsRemove: Command = {
  name: 'clients remove',
  operands: ['NAME'],
  options: [],
  usage: '',
  summary: "Revoke a client's token and end its connections",
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const removed = await session.call('clients.remove', { name: operands[0] ?? '' })
      if (!removed.ok) return complain(context, removed.error, json)
      if (json) printJson(context, removed.value)
      else context.out(`${operands[0]} is removed.\n`)
      return exit.done
    }),
}
