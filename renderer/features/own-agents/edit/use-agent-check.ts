// What main says of the text of an agent, a moment after the last key. What was said of an older text
// is kept until then.
import { useEffect, useMemo, useState } from 'react'
import type { AgentCheck, AgentProblem } from '../../../../contract/agent/own-agent.ts'
import type { WholeAgent } from '../../../../contract/ipc/topics/ipc-own-agents.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'

const AFTER_MS = 200

/** `of`: the text that this is about; null: nothing was checked yet. `busy`: there is a newer one. */
export type CheckedAgent = {
  readonly of: string | null
  readonly busy: boolean
  readonly check: AgentCheck
}

const NOTHING: AgentCheck = { definition: null, problems: [], warnings: [], tools: [], absent: [] }

/** @param first what is known of the file already; null: nothing. */
export function useAgentCheck(text: string, first: WholeAgent | null): CheckedAgent {
  const bridge = useBridge()
  // What it may do follows from the policy too, and its problems from files beside it.
  const policy = useLive((live) => live.app?.policyHash ?? null)
  const files = useLive((live) => live.ownAgentsRevision)
  const servers = useLive((live) => live.serversRevision)
  const [checked, setChecked] = useState<Omit<CheckedAgent, 'busy'>>(() =>
    first === null ? { of: null, check: NOTHING } : { of: first.text, check: first.check },
  )
  useEffect(() => {
    let current = true
    const timer = setTimeout(() => {
      // Another name gives the file another name when it is saved, so the name is no mistake.
      void bridge.call('own-agents.check', { text, file: null }).then((result) => {
        if (!current) return
        setChecked({
          of: text,
          check: result.ok ? result.value : { ...NOTHING, problems: [failed(result.error)] },
        })
      })
    }, AFTER_MS)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [bridge, text, policy, files, servers])
  return useMemo(() => ({ ...checked, busy: checked.of !== text }), [checked, text])
}

/** A text that cannot be checked, such as one that is too long, cannot be saved either. */
const failed = ({ text, hint = '' }: Failure): AgentProblem => ({ line: 1, column: 1, text, hint })

/** A mistake, or a warning: it is shown in the same places, and stops nothing. */
export type Remark = AgentProblem & { readonly tone: 'bad' | 'warn' }

export const remarksOf = ({ problems, warnings }: AgentCheck): readonly Remark[] => [
  ...problems.map((each): Remark => ({ ...each, tone: 'bad' })),
  ...warnings.map((each): Remark => ({ ...each, tone: 'warn' })),
]
