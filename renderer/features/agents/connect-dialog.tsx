// Joins an agent: what would be written into its settings is shown first, and can be taken back in
// the same place.
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AgentFileChange, AgentPlan } from '../../../contract/agent/other-agent.ts'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { Exact } from '../../ui/text/exact-text.tsx'
import css from './agents.module.css'
import { strings } from './strings.ts'
import type { Agent } from './use-agents.ts'

const words = strings.dialog

type Props = {
  /** Null: closed. */
  readonly agent: Agent | null
  onClose(): void
  changed(): void
}

export function ConnectDialog({ agent, onClose, changed }: Props) {
  const title = agent?.title ?? ''
  return (
    <Modal
      wide
      open={agent !== null}
      onOpenChange={(open) => !open && onClose()}
      title={words.title(title)}
      closeLabel={words.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      {agent === null ? null : <Body agent={agent} onClose={onClose} changed={changed} />}
    </Modal>
  )
}

type Step =
  | { readonly kind: 'reading' }
  | { readonly kind: 'planned'; readonly plan: AgentPlan }
  | { readonly kind: 'failed'; readonly error: Failure }
  | { readonly kind: 'writing'; readonly plan: AgentPlan }
  | { readonly kind: 'done'; readonly after: string | null }
  | { readonly kind: 'undone' }

function Body({ agent, onClose, changed }: Props & { readonly agent: Agent }) {
  const bridge = useBridge()
  const { name, title, other } = agent
  const hookable = other?.hooks !== null
  const [hooks, setHooks] = useState(hookable)
  const [step, setStep] = useState<Step>({ kind: 'reading' })
  useEffect(() => {
    let here = true
    setStep({ kind: 'reading' })
    void bridge.call('agents.plan', { name, hooks }).then((result) => {
      if (!here) return
      setStep(
        result.ok
          ? { kind: 'planned', plan: result.value }
          : { kind: 'failed', error: result.error },
      )
    })
    return () => {
      here = false
    }
  }, [bridge, name, hooks])

  const connect = async (plan: AgentPlan): Promise<void> => {
    setStep({ kind: 'writing', plan })
    const result = await bridge.call('agents.connect', { name, hooks, digest: plan.digest })
    changed()
    setStep(
      result.ok ? { kind: 'done', after: plan.after } : { kind: 'failed', error: result.error },
    )
  }
  const undo = async (): Promise<void> => {
    const plan = await bridge.call('agents.plan-removal', { name })
    const result = plan.ok
      ? await bridge.call('agents.disconnect', { name, digest: plan.value.digest })
      : plan
    changed()
    setStep(result.ok ? { kind: 'undone' } : { kind: 'failed', error: result.error })
  }

  if (step.kind === 'done' || step.kind === 'undone')
    return (
      <div className={css.dialog}>
        <div role="status">
          <Notice tone={step.kind === 'done' ? 'ok' : 'info'}>
            {step.kind === 'done' ? (
              <>
                <b>{words.done(title)}</b> {words.doneText(title)}
                {step.after === null ? null : <p>{step.after}</p>}
              </>
            ) : (
              strings.removal.undone(title)
            )}
          </Notice>
        </div>
        <div className={css.actions}>
          {step.kind === 'done' ? <Button onClick={() => void undo()}>{words.undo}</Button> : null}
          <Button tone="strong" autoFocus onClick={onClose}>
            {words.finish}
          </Button>
        </div>
      </div>
    )
  const plan = step.kind === 'planned' || step.kind === 'writing' ? step.plan : null
  const nothing = plan !== null && plan.changes.length === 0
  return (
    <div className={css.dialog}>
      <p className={css.text}>{words.text(title)}</p>
      {hookable ? (
        <label className={css.choice}>
          <input
            type="checkbox"
            checked={hooks}
            onChange={(event) => setHooks(event.target.checked)}
          />
          <span>
            {words.hooks}
            <span className={css.text}>{words.hooksText}</span>
          </span>
        </label>
      ) : (
        <p className={css.text}>{words.hooksNone(title)}</p>
      )}
      <div role="status">{step.kind === 'reading' ? words.reading : null}</div>
      {nothing ? <p>{words.nothing}</p> : null}
      {(plan?.changes ?? []).map((change) => (
        <FileChange key={change.file} change={change} />
      ))}
      {step.kind === 'failed' ? (
        <Notice tone="bad" alert>
          <TroubleText {...step.error} />
        </Notice>
      ) : null}
      <div className={css.actions}>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button
          tone="strong"
          disabled={plan === null || nothing || step.kind === 'writing'}
          focusableWhenDisabled
          onClick={() => plan !== null && void connect(plan)}
        >
          {words.go}
        </Button>
      </div>
    </div>
  )
}

function FileChange({ change }: { readonly change: AgentFileChange }) {
  const { file, leadsTo, created, line, removed, inserted } = change
  const lines = [
    ...linesOf(removed).map((text) => ({ sign: '-', text })),
    ...linesOf(inserted).map((text) => ({ sign: '+', text })),
  ]
  return (
    <figure className={css.change} aria-label={words.changeOf(file)}>
      <figcaption>
        <code>{file}</code>
        <span>
          {leadsTo === null ? '' : `${words.leadsTo(leadsTo)} · `}
          {created ? words.created : words.line(line)}
        </span>
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys */}
      <pre tabIndex={0} role="group" aria-label={words.changeOf(file)}>
        {lines.map(({ sign, text }, index) => (
          <span key={`${sign}${index}`} data-sign={sign}>
            {sign} <Exact text={text} />
            {'\n'}
          </span>
        ))}
      </pre>
    </figure>
  )
}

const linesOf = (text: string): readonly string[] =>
  text.split(/\r?\n/).filter((line) => line.trim() !== '')
