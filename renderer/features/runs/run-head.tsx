// The head of a run: what it is called, how it is in words, what it has used, and stop.
import { ArrowLeft, Pencil, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { Run, RunItem } from '../../../contract/agent/run.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { useNow } from '../../state/use-now.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Exact } from '../../ui/text/exact-text.tsx'
import { TroubleText } from '../../ui/panel.tsx'
import { costText } from '../../ui/text/cost-text.ts'
import { ago, clockSpan, count } from '../../ui/text/time-text.ts'
import { ContextMeter } from './context-meter.tsx'
import { RemoveRun } from './remove-run.tsx'
import { RunStateMark } from './run-state-mark.tsx'
import { isBusy, lastWritten, shownState, stepWords, turnStartedAt } from './run-text.ts'
import css from './run-head.module.css'
import { strings } from './strings.ts'
import { useRunAction } from './use-run-action.ts'

type Props = {
  readonly run: Run
  readonly items: readonly RunItem[]
  readonly versions: boolean
  onBack(): void
}

export function RunHead({ run, items, versions, onBack }: Props) {
  const act = useRunAction(run.id)
  const [renaming, setRenaming] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const done = (): void => {
    setRenaming(false)
    requestAnimationFrame(() => pencil.current?.focus())
  }
  return (
    <header className={css.head}>
      <IconButton label={strings.back} className={css.back} onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
      </IconButton>
      <div className={css.text}>
        {renaming ? (
          <Rename run={run} onDone={done} />
        ) : (
          <div className={css.title}>
            <h1 title={run.title}>
              <Exact text={run.title} />
            </h1>
            <IconButton
              ref={pencil}
              label={strings.rename}
              className={css.pencil}
              onClick={() => setRenaming(true)}
            >
              <Pencil size={13} aria-hidden="true" />
            </IconButton>
          </div>
        )}
        {isBusy(run.state) ? <Busy run={run} items={items} /> : <Resting run={run} />}
      </div>
      {isBusy(run.state) ? (
        <Button
          size="small"
          icon={<Square size={13} aria-hidden="true" />}
          onClick={() => act('runs.stop')}
        >
          {strings.stop}
        </Button>
      ) : run.parent === undefined ? (
        <RemoveRun run={run} versions={versions} onRemoved={onBack} />
      ) : null}
    </header>
  )
}

function Busy({ run, items }: Pick<Props, 'run' | 'items'>) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const output = useLive((live) => live.output)
  const now = useNow()
  const sign = useRef(lastWritten(run, items))
  const latest = useRef({ items, output, run })
  useEffect(() => {
    const before = latest.current
    if (before.items !== items || before.output !== output || before.run !== run)
      sign.current = Date.now()
    latest.current = { items, output, run }
  }, [items, output, run])
  const startedAt = turnStartedAt(items)
  const silent = now - sign.current
  return (
    <p className={css.facts}>
      <RunStateMark state={shownState(run.state, sign.current, now)} />
      <span className={css.step} title={stepWords(run, items, workspace) ?? ''}>
        <Exact text={stepWords(run, items, workspace) ?? ''} />
      </span>
      {startedAt === null ? null : (
        <span className={css.figure}>
          {startedAt.exact
            ? clockSpan(now - startedAt.at)
            : strings.over(clockSpan(now - startedAt.at))}
        </span>
      )}
      {run.state === 'working' && silent >= 5_000 ? (
        <span>{strings.lastSign(ago(silent))}</span>
      ) : null}
      <Usage run={run} />
    </p>
  )
}

function Resting({ run }: { readonly run: Run }) {
  return (
    <p className={css.facts}>
      <RunStateMark state={run.state} />
      <span>{strings.stepsTaken(run.steps)}</span>
      <Usage run={run} />
      <span className={css.model} title={run.model}>
        {run.model}
      </span>
    </p>
  )
}

function Usage({ run }: { readonly run: Run }) {
  const limit = useLive((live) => live.app?.agent.limits.run.cost ?? null)
  const cost = costText(run.costs)
  const used = limit === null ? cost : strings.costOf(cost, costText([limit]))
  return (
    <>
      {run.tokensIn + run.tokensOut === 0 ? null : (
        <span className={css.figure}>
          {strings.tokens(count(run.tokensIn), count(run.tokensOut))}
        </span>
      )}
      <ContextMeter run={run} />
      {used === '' ? null : (
        <span className={css.figure} title={strings.costTip}>
          {used}
        </span>
      )}
    </>
  )
}

function Rename({ run, onDone }: { readonly run: Run; onDone(): void }) {
  const bridge = useBridge()
  const [title, setTitle] = useState(run.title)
  const [error, setError] = useState<Failure | null>(null)
  const save = async (): Promise<void> => {
    if (title.trim() === '' || title.trim() === run.title) return onDone()
    const result = await bridge.call('runs.rename', { id: run.id, title: title.trim() })
    if (result.ok) onDone()
    else setError(result.error)
  }
  return (
    <div className={css.title}>
      <h1 className={css.hidden}>{run.title}</h1>
      <input
        className={css.rename}
        aria-label={strings.renameLabel}
        aria-invalid={error !== null}
        value={title}
        maxLength={200}
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTitle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) void save()
          if (event.key === 'Escape') onDone()
        }}
      />
      <Button size="small" onClick={() => void save()}>
        {strings.renameSave}
      </Button>
      {error === null ? null : (
        <p className={css.error} role="alert">
          <TroubleText {...error} />
        </p>
      )}
    </div>
  )
}
