// The first line of the screen, and the calls round the chosen one. The screen cuts each to its width:
// all of a call is on its card. Pure.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { clock, exact } from '../output/show.ts'
import { touchText } from '../output/touch-text.ts'
import type { Queue } from './queue.ts'

const MOST_LISTED = 4

export function headText({ held, chosen }: Queue, connected: boolean, stopped: boolean): string {
  const at = held.findIndex(({ id }) => id === chosen) + 1
  const state = !connected
    ? 'not connected'
    : held.length === 0
      ? 'nothing waits'
      : `${at} of ${held.length} waiting`
  return `Gatehouse  ${state}${stopped ? '  EVERYTHING IS STOPPED' : ''}`
}

export type QueueLine = { readonly text: string; readonly chosen: boolean }

/** The chosen one and those round it; none where it waits alone. */
export function queueLines({ held, chosen }: Queue): readonly QueueLine[] {
  if (held.length < 2) return []
  const at = held.findIndex(({ id }) => id === chosen)
  const from = Math.max(0, Math.min(at - 1, held.length - MOST_LISTED))
  return held.slice(from, from + MOST_LISTED).map((approval) => {
    const here = approval.id === chosen
    return { text: `${here ? '>' : ' '} ${rowOf(approval)}`, chosen: here }
  })
}

/** What it would do says more than its title, which is that of the tool. */
const MOST_TOUCHES = 3

const subjectOf = ({ decision, title }: Approval): string => {
  const touches = decision.touches.slice(0, MOST_TOUCHES).map(touchText)
  return touches.length === 0 ? exact(title) : touches.join(', ')
}

const rowOf = (approval: Approval): string => {
  const { decision, tool, principal, expiresAt, from, second } = approval
  return `${decision.tier}  ${exact(tool)}  ${exact(principal.name)}${from === undefined ? '' : ` on ${exact(from.machine)}`}${second === undefined ? '' : '  waits for a second person'}  until ${clock(expiresAt).slice(11)}  ${subjectOf(approval)}`
}
