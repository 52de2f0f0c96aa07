// `gatehouse clients list` and its kin: who may reach the gateway over HTTP. A token is shown once.
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { clock, columns } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'

export const clientsList: Command = {
  name: 'clients list',
  operands: [],
  options: [],
  usage: '',
  summary: 'List clients that may use the gateway over HTTP, and its address',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json } = call
      const state = await session.call('clients.list', {})
      if (!state.ok) return complain(context, state.error, json)
      const { clients, url, problem } = state.value
      if (json) printJson(context, state.value)
      else {
        context.out(
          columns(
            clients.map(({ name, usedAt }) => [
              name,
              usedAt === null ? 'never used' : `used ${clock(usedAt)}`,
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

export const clientsAdd: Command = {
  name: 'clients add',
  operands: ['NAME'],
  options: [],
  usage: '',
  summary:
    'Add an HTTP client and print its token once. An earlier token of that client stops working',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const added = await session.call('clients.add', { name: operands[0] ?? '' })
      if (!added.ok) return complain(context, added.error, json)
      if (json) printJson(context, added.value)
      else {
        context.out(`${added.value.token}\n`)
        const where =
          added.value.url === null
            ? 'Start Gatehouse, then run gatehouse clients list to see its address.'
            : `Address: ${added.value.url}`
        context.note(`${where}\nSend it as "Authorization: Bearer TOKEN". It is not shown again.\n`)
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
