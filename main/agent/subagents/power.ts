// What one call may do with sub-agents: what it was permitted, in the run it belongs to.
import type { SubagentPower } from '../../../contract/call/powers/subagent-power.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../../contract/call/touch.ts'
import { err } from '../../../contract/result.ts'
import { noRun, outsidePermit } from './refusals.ts'
import type { Subagents } from './subagents.ts'
import type { SubagentCaller } from './start-subagent.ts'

type Works = Pick<Subagents, 'start' | 'list' | 'result' | 'cancel'>

/** The power is there before the agent is: nobody calls anything until both are. */
export type SubagentPort = {
  serve(works: Works): void
  power(call: {
    readonly permitted: readonly CanonicalTouch[]
    readonly caller: SubagentCaller
    readonly signal: AbortSignal
  }): SubagentPower
}

export function openSubagentPort(): SubagentPort {
  let served: Works | null = null
  return {
    serve: (works) => void (served = works),
    power({ permitted, caller, signal }) {
      const may = (fits: (touch: CanonicalTouchOf<'subagent'>) => boolean): boolean =>
        permitted.some((touch) => touch.kind === 'subagent' && fits(touch))
      const works = served
      const refused = async () => err(works === null ? noRun : outsidePermit)
      return {
        async start(draft) {
          const asked = draft.tools === null ? null : [...new Set(draft.tools)].toSorted()
          return works !== null &&
            may(
              ({ access, agent, tools, delegates }) =>
                access === 'start' &&
                agent === draft.agent &&
                delegates === draft.delegates &&
                JSON.stringify(tools) === JSON.stringify(asked),
            )
            ? works.start(caller, draft)
            : refused()
        },
        list: async () =>
          works !== null && may(({ access, agent }) => access === 'read' && agent === null)
            ? works.list(caller)
            : refused(),
        result: async (id, waitMs) =>
          works !== null && may(({ access, agent }) => access === 'read' && agent === id)
            ? works.result(caller, id, waitMs, signal)
            : refused(),
        cancel: async (id) =>
          works !== null && may(({ access, agent }) => access === 'end' && agent === id)
            ? works.cancel(caller, id)
            : refused(),
      }
    },
  }
}
