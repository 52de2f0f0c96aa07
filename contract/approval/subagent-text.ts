// What is done with a sub-agent, in words for a person. Pure.
import type { CanonicalTouchOf } from '../call/touch.ts'

export function subagentText({
  access,
  agent,
  tools,
  delegates,
}: CanonicalTouchOf<'subagent'>): string {
  if (access !== 'start')
    return `${access === 'read' ? 'look at' : 'end'} ${agent === null ? 'its sub-agents' : `the sub-agent ${agent}`}`
  const who = agent === null || agent === 'helper' ? 'a sub-agent' : `the sub-agent ${agent}`
  const what = tools === null ? 'all that sub-agents may have' : tools.join(', ')
  return `${who} with ${what}${delegates ? ', and with sub-agents of its own' : ''}`
}
