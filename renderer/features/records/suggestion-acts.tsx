// What a person can make of a suggested skill: an agent, which is off at first, or a rule to look at.
import { Bot, Scale } from 'lucide-react'
import { useState } from 'react'
import { nearest } from '../../../contract/nearest.ts'
import type { RecordOf } from '../../../contract/record/record.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { setRuleStart } from '../../state/policy/policy-draft.ts'
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
type Absent = {
  readonly known: readonly string[]
  readonly unknown: readonly { readonly tool: string; readonly meant: string | null }[]
}
type Props = SuggestionPaths & { readonly suggestion: RecordOf<'suggestion'> }

export function SuggestionActs({ suggestion, openAgent, openRules }: Props) {
  const bridge = useBridge()
  const { act, busy, error } = useAct()
  const [created, setCreated] = useState<{ name: string; leftOut: readonly string[] } | null>(null)
  const [absent, setAbsent] = useState<Absent | null>(null)
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
  const startRule = (tools: readonly string[]): void => {
    setRuleStart({ suggestion: id, tools: [...tools], reason: body.why, pattern: skill.pattern })
    openRules()
  }
  /** Names in it are an agent's claim: a rule for a tool that is not there would never apply. */
  const makeRule = async (): Promise<void> => {
    const listed = await act('rule', () => bridge.call('tools.list', {}))
    if (listed === null) return
    const names = listed.map(({ name }) => name)
    const unknown = skill.tools.filter((tool) => !names.includes(tool))
    if (unknown.length === 0) return startRule(skill.tools)
    setAbsent({
      known: skill.tools.filter((tool) => names.includes(tool)),
      unknown: unknown.map((tool) => ({ tool, meant: nearest(tool, names) })),
    })
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
        disabled={busy !== null}
        focusableWhenDisabled
        onClick={() => void makeRule()}
      >
        {words.rule}
      </Button>
      {absent === null ? null : (
        <div role="alert" className={css.error}>
          {absent.unknown.map(({ tool, meant }) => (
            <p key={tool}>{words.absent(tool, meant)}</p>
          ))}
          {absent.known.length === 0 ? null : (
            <Button size="small" onClick={() => startRule(absent.known)}>
              {words.ruleFor(absent.known)}
            </Button>
          )}
        </div>
      )}
      {error === null ? null : (
        <p className={css.error} role="alert">
          <TroubleText {...error} />
        </p>
      )}
    </div>
  )
}
