// `gatehouse fleet status` and `fleet retry`: whether the shared database has this machine's rows.
import { counted } from '../../../../contract/counted.ts'
import type { FleetState } from '../../../../contract/fleet/state.ts'
import { assertNever } from '../../../../contract/never.ts'
import { printJson, type Call, type Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { clock, visible } from '../output/show.ts'
import { withSession } from '../session/with-session.ts'

const showing =
  (channel: 'fleet.state' | 'fleet.retry') =>
  (call: Call): Promise<number> =>
    withSession(call, async (session) => {
      const { context, json } = call
      const state = await session.call(channel, {})
      if (!state.ok) return complain(context, state.error, json)
      if (json) printJson(context, state.value)
      else context.out(`${stateText(state.value)}\n`)
      return exit.done
    })

export const fleetStatus: Command = {
  name: 'fleet status',
  operands: [],
  options: [],
  usage: '',
  summary: 'Say whether the shared database has every row of this machine',
  run: showing('fleet.state'),
}

export const fleetRetry: Command = {
  name: 'fleet retry',
  operands: [],
  options: [],
  usage: '',
  summary: 'Send rows to the shared database now, whatever is waited for',
  run: showing('fleet.retry'),
}

function stateText(state: FleetState): string {
  switch (state.kind) {
    case 'none':
      return 'This machine is in no fleet.'
    case 'level':
      return `The fleet has every row of ${state.machine}, up to row ${state.seq}.`
    case 'sending':
      return `${state.machine} is sending: ${rows(state.behind)} to go.`
    case 'waiting':
      return [
        `${state.machine} cannot send now: ${rows(state.behind)} to go. Nothing is lost.`,
        visible(state.why.text),
        ...(state.why.hint === undefined ? [] : [visible(state.why.hint)]),
        `It tries again at ${clock(state.next)}.`,
      ].join('\n')
    default:
      return assertNever(state, 'stateText')
  }
}

const rows = (count: number): string => counted(count, 'row')
