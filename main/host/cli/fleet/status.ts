// `gatehouse fleet status` and `fleet retry`: whether the shared database and the collector have this
// machine's rows.
import { counted } from '../../../../contract/counted.ts'
import type { CollectorState } from '../../../../contract/fleet/collector.ts'
import type { FleetState, FleetStatus } from '../../../../contract/fleet/state.ts'
import { assertNever } from '../../../../contract/never.ts'
import { printJson, type Call, type Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { clock, visible } from '../output/show.ts'
import { withQueries, withSession } from '../session/with-session.ts'

const showing =
  (channel: 'fleet.state' | 'fleet.retry') =>
  (call: Call): Promise<number> =>
    (channel === 'fleet.state' ? withQueries : withSession)(call, async (session) => {
      const { context, json } = call
      const state = await session.call(channel, {})
      if (!state.ok) return complain(context, state.error, json)
      const collector = await session.call('fleet.collector', {})
      if (!collector.ok) return complain(context, collector.error, json)
      const status: FleetStatus = { ...state.value, collector: collector.value }
      if (json) printJson(context, status)
      else context.out(`${statusText(status)}\n`)
      return exit.done
    })

export const fleetStatus: Command = {
  name: 'fleet status',
  operands: [],
  options: [],
  usage: '',
  summary: 'Say whether the shared database and the collector have every row of this machine',
  run: showing('fleet.state'),
}

export const fleetRetry: Command = {
  name: 'fleet retry',
  operands: [],
  options: [],
  usage: '',
  summary:
    'Send rows to the shared database and the collector now, without waiting for the next try',
  run: showing('fleet.retry'),
}

function statusText({ collector, ...state }: FleetStatus): string {
  if (collector.kind === 'none') return stateText(state)
  return state.kind === 'none'
    ? collectorText(collector)
    : `${stateText(state)}\n${collectorText(collector)}`
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
        ...whyText(state),
      ].join('\n')
    default:
      return assertNever(state, 'stateText')
  }
}

function collectorText(state: Exclude<CollectorState, { kind: 'none' }>): string {
  const where = `The collector at ${state.url}`
  const withheld =
    state.withheld === 0
      ? []
      : [`It refused ${rows(state.withheld)} as they were: they went without their content.`]
  switch (state.kind) {
    case 'level':
      return [
        `${where} has every row of ${state.machine}, up to row ${state.seq}.`,
        ...withheld,
      ].join('\n')
    case 'sending':
      return [
        `${where} has rows up to ${state.seq}: ${rows(state.behind)} to go.`,
        ...withheld,
      ].join('\n')
    case 'waiting':
      return [
        `${where} has rows up to ${state.seq}, and takes none now: ${rows(state.behind)} to go. Nothing is lost.`,
        ...whyText(state),
        ...withheld,
      ].join('\n')
    default:
      return assertNever(state, 'collectorText')
  }
}

const whyText = ({ why, next }: Pick<FleetState & { kind: 'waiting' }, 'why' | 'next'>) => [
  visible(why.text),
  ...(why.hint === undefined ? [] : [visible(why.hint)]),
  `It tries again at ${clock(next)}.`,
]

const rows = (count: number): string => counted(count, 'row')
