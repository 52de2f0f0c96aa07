// What a sub-agent gives back: what it said last, and how it ended where it did not by itself. Pure.
import type { Run, RunItem } from '../../../contract/agent/run.ts'

export function subagentResult(run: Pick<Run, 'state'>, items: readonly RunItem[]): string {
  const said = items.findLast(
    (item) => item.kind === 'assistant' && !item.streaming && item.text.trim() !== '',
  )
  const text = said?.kind === 'assistant' ? said.text.trim() : ''
  // How it ended is in the last notice; one that came before its last words is no matter.
  const notice = items.findLast((item) => item.kind === 'notice' && item.id > (said?.id ?? 0))
  const end = notice?.kind === 'notice' ? notice.text : (ends[run.state] ?? '')
  const unbacked = said?.kind === 'assistant' ? (said.unbacked ?? []) : []
  const mark = `(No call of this sub-agent can have done what it says here: ${unbacked.map((each) => `“${each}”`).join(' ')})`
  return (
    [
      ...(end === '' ? [] : [`(${end})`]),
      ...(unbacked.length === 0 ? [] : [mark]),
      ...(text === '' ? [] : [text]),
    ].join('\n') || '(It said nothing.)'
  )
}

const ends: Partial<Record<Run['state'], string>> = {
  stopped: 'It was stopped before it was done. What it said last may be unfinished.',
  failed: 'It failed before it was done. What it said last may be unfinished.',
  interrupted: 'Gatehouse quit before it was done. What it said last may be unfinished.',
}
