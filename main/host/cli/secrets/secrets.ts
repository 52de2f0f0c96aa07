// `gatehouse secrets list` and its kin: names and hosts of stored credentials, never a value.
import type { Credential, SecretsState } from '../../../../contract/credential.ts'
import { printJson } from '../command.ts'
import type { Call, Command } from '../command.ts'
import { complain } from '../output/complain.ts'
import { exit } from '../exit.ts'
import { passphraseFor, withOpenStore } from './open.ts'
import { clock, columns } from '../output/show.ts'
import { withQueries, withSession } from '../session/with-session.ts'

export const secretsList: Command = {
  name: 'secrets list',
  operands: [],
  options: [],
  usage: '',
  summary: 'List stored credentials with the hosts each may be sent to; never shows a value',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json } = call
      const [state, list] = await Promise.all([
        session.call('secrets.state', {}),
        session.call('secrets.list', {}),
      ])
      if (!state.ok) return complain(context, state.error, json)
      if (!list.ok) return complain(context, list.error, json)
      if (json) printJson(context, { ...state.value, credentials: list.value })
      else {
        context.out(columns(list.value.map(line)))
        context.note(stateText(state.value))
      }
      return state.value.kind === 'broken' ? exit.failed : exit.done
    }),
}

const line = ({ name, hosts, header, template, lastUsedAt }: Credential): string[] => [
  name,
  hosts.join(' '),
  `${header}: ${template}`,
  lastUsedAt === null ? 'never used' : `used ${clock(lastUsedAt)}`,
]

export function stateText({ kind, count, text, problem }: SecretsState): string {
  const how = {
    none: 'No stored credentials.',
    locked: `${count} stored; the store is locked.`,
    open: `${count} stored; the store is open until Gatehouse quits or you lock it.`,
    broken: 'The credential store is not available.',
  }[kind]
  return `${[how, text, ...(problem === null ? [] : [problem])].join('\n')}\n`
}

export const secretsRemove: Command = {
  name: 'secrets remove',
  operands: ['NAME'],
  options: [],
  usage: '',
  summary: 'Remove a stored credential',
  run: (call) =>
    withOpenStore(call, async (session) => {
      const { context, json } = call
      const removed = await session.call('secrets.remove', { name: call.operands[0] ?? '' })
      if (!removed.ok) return removed
      if (json) printJson(context, { credentials: removed.value })
      else context.out(`${call.operands[0]} is removed.\n`)
      return { ok: true, value: exit.done }
    }),
}

export const secretsUnlock: Command = {
  name: 'secrets unlock',
  operands: [],
  options: [],
  usage: '',
  summary:
    'Open the credential store of the running Gatehouse until it quits. Type the passphrase, or set GATEHOUSE_PASSPHRASE',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json } = call
      const state = await session.call('secrets.state', {})
      if (!state.ok) return complain(context, state.error, json)
      if (state.value.kind === 'open') return printState(call, state.value)
      const passphrase = state.value.storedBy === 'system' ? null : await passphraseFor(call)
      if (passphrase !== null && !passphrase.ok) return complain(context, passphrase.error, json)
      const opened = await session.call(
        'secrets.unlock',
        passphrase === null ? {} : { passphrase: passphrase.value },
      )
      return opened.ok ? printState(call, opened.value) : complain(context, opened.error, json)
    }),
}

export const secretsLock: Command = {
  name: 'secrets lock',
  operands: [],
  options: [],
  usage: '',
  summary: 'Lock the credential store of the running Gatehouse',
  run: (call) =>
    withSession(call, async (session) => {
      const locked = await session.call('secrets.lock', {})
      return locked.ok
        ? printState(call, locked.value)
        : complain(call.context, locked.error, call.json)
    }),
}

function printState({ context, json }: Call, state: SecretsState): number {
  if (json) printJson(context, state)
  else context.out(stateText(state))
  return exit.done
}
