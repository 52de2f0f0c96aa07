// The file of an agent as text, with what is wrong with it at its place and below.
import { type ComponentType, type RefObject, useCallback, useId } from 'react'
import type { AgentProblem } from '../../../../contract/agent/own-agent.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import type { TextHandle } from '../../../ui/editing/use-next-problem.ts'
import { TroubleText } from '../../../ui/panel.tsx'
import css from '../own-agents.module.css'
import agentEditor from './agent-editor.module.css'
import { strings } from '../strings.ts'
import { offersAt } from './offers.ts'
import type { AgentTextProps } from './text-slot.ts'
import type { CheckedAgent } from './use-agent-check.ts'

const words = strings.edit

type Props = {
  readonly Text: ComponentType<AgentTextProps>
  readonly text: string
  readonly checked: CheckedAgent
  readonly handle: RefObject<TextHandle | null>
  onText(text: string): void
  onSave(): void
  onNextProblem(): void
}

export function AgentText({ Text, text, checked, handle, onText, onSave, onNextProblem }: Props) {
  const bridge = useBridge()
  const id = useId()
  const servers = useLive((live) => live.serversRevision)
  const known = useRead(bridge, 'own-agents.capabilities', {}, servers).value
  const offerAt = useCallback(
    (of: string, offset: number) => offersAt(of, offset, known ?? []),
    [known],
  )
  const { problems, warnings } = checked.check
  return (
    <section className={agentEditor.side} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{words.textPart}</h3>
      <div className={agentEditor.textBox}>
        <Text
          text={text}
          label={words.textLabel}
          checked={{ of: checked.of, problems, warnings }}
          describedBy={`${id}-hint`}
          handle={handle}
          offerAt={offerAt}
          onText={onText}
          onSave={onSave}
          onNextProblem={onNextProblem}
        />
      </div>
      {problems.length + warnings.length === 0 ? null : (
        <ul className={agentEditor.problems} aria-label={words.problems}>
          {problems.map((each) => (
            <Problem key={keyOf(each)} problem={each} tone="bad" handle={handle} />
          ))}
          {warnings.map((each) => (
            <Problem key={keyOf(each)} problem={each} tone="warn" handle={handle} />
          ))}
        </ul>
      )}
      <p id={`${id}-hint`} className={css.hint}>
        {words.textHint}
      </p>
    </section>
  )
}

const keyOf = ({ line, column, text }: AgentProblem): string => `${line} ${column} ${text}`

function Problem({
  problem: { line, column, text, hint },
  tone,
  handle,
}: {
  readonly problem: AgentProblem
  readonly tone: 'bad' | 'warn'
  readonly handle: RefObject<TextHandle | null>
}) {
  return (
    <li data-tone={tone}>
      <button
        type="button"
        className={agentEditor.lineLink}
        title={words.goTo(line)}
        onClick={() => handle.current?.goTo(line, column)}
      >
        {strings.line(line)}
      </button>{' '}
      <TroubleText text={text} hint={hint} />
    </li>
  )
}
