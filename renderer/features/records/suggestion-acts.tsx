// What a person can make of a suggested skill: an agent, which is off at first, or a rule to look at.
import { Bot, Scale } from 'lucide-react'
import { useState } from 'react'
import type { RecordOf } from '../../../contract/record/record.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { setRuleStart } from '../../state/policy-draft.ts'
import { useAct } from '../../state/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { TroubleText } from '../../ui/panel.tsx'
import css from './records.module.css'
import { strings } from './strings.ts'

const words = strings.skill

export type SuggestionPaths = {
  openAgent(name: string): void
  openRules(): void
}
type Props = SuggestionPaths & { readonly suggestion: RecordOf<'suggestion'> }

export function SuggestionActs({ suggestion, openAgent, openRules }: Props) {
  const bridge = useBridge()
  const { act, busy, error } = useAct()
  const [created, setCreated] = useState<{ name: string; leftOut: readonly string[] } | null>(null)
  const { id, title, state, body } = suggestion
  const { skill } = body
  if (created !== null)
    return (
      <div role="status" className={css.hint}>
        <p>{words.made(created.name)}</p>
        {created.leftOut.map((each) => (
          <p key={each}>{each}</p>
        ))}
        <Button size="small" onClick={() => openAgent(created.name)}>
          {words.open(created.name)}
        </Button>
      </div>
    )
  if (skill === null || state !== 'open') return null
  const makeAgent = async (): Promise<void> => {
    const done = await act('agent', () => bridge.call('own-agents.generate', { suggestion: id }))
    if (done === null) return
    if (done.leftOut.length === 0) openAgent(done.name)
    else setCreated(done)
  }
  const makeRule = (): void => {
    setRuleStart({ suggestion: id, tools: skill.tools, reason: body.why, pattern: skill.pattern })
    openRules()
  }
  return (
    <div className={css.makes}>
      <Button
        size="small"
        icon={<Bot size={13} aria-hidden="true" />}
        aria-label={words.agentOf(title)}
        disabled={busy !== null}
        focusableWhenDisabled
        onClick={() => void makeAgent()}
      >
        {words.agent}
      </Button>
      <Button
        size="small"
        icon={<Scale size={13} aria-hidden="true" />}
        aria-label={words.ruleOf(title)}
        onClick={makeRule}
      >
        {words.rule}
      </Button>
      {error === null ? null : (
        <p className={css.error} role="alert">
          <TroubleText {...error} />
        </p>
      )}
    </div>
  )
}
