// A rule of the form, tried over the newest decisions or put into the file; and what main says of it.
import { useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { Rule } from '../../../../contract/policy/rule.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { type SimulationState, useSimulation } from '../simulator/use-simulation.ts'
import { strings } from '../strings.ts'
import type { ChangeState } from '../use-change.ts'

/** Newest decisions that a single rule is tried over. */
const TRIED = 1_000

type Deps = {
  /** The file as it is. */
  readonly text: string
  readonly rule: Rule
  readonly replaces: string | null
  readonly change: ChangeState
  onSaved(): void
}

type RuleEdit = {
  readonly error: Failure | null
  readonly replay: SimulationState
  tryOut(): Promise<void>
  save(): Promise<void>
}

export function useRuleEdit({ text, rule, replaces, change, onSaved }: Deps): RuleEdit {
  const [error, setError] = useState<Failure | null>(null)
  const bridge = useBridge()
  const { state: replay, run } = useSimulation()
  const tryOut = async (): Promise<void> => {
    const edited = await bridge.call('policy.edit', {
      text,
      edit: { kind: 'put-rule', rule, replaces },
    })
    setError(edited.ok ? null : edited.error)
    if (edited.ok) run(edited.value.text, TRIED)
  }
  const save = async (): Promise<void> => {
    const done = await change.change(
      { kind: 'put-rule', rule, replaces },
      strings.rules.saved(rule.id),
    )
    // The line is one of a text that nobody sees yet.
    setError(
      typeof done === 'string' ? null : { ...done, text: done.text.replace(/^Line \d+: /, '') },
    )
    if (done === 'saved') onSaved()
  }
  return { error, replay, tryOut, save }
}
