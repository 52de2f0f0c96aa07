// Sub-agents in words for a model.
import type { SubagentListing } from '../../contract/call/powers/subagent-power.ts'

export const countOf = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`

const states: { readonly [S in SubagentListing['state']]: string } = {
  queued: 'waits until others make room',
  working: 'works',
  waiting: 'waits for the person, who has to approve one of its calls',
  done: 'is done',
  stopped: 'was stopped',
  failed: 'failed',
  'cut off': 'was cut off when Gatehouse quit',
}

export const agentLine = ({ id, label, agent, state, steps }: SubagentListing): string =>
  `${id} (${label}${agent === 'helper' || agent === label ? '' : `, ${agent}`}) ${states[state]} after ${countOf(steps, 'step')}.`
