// One run: its head, its transcript at the live edge, and the composer.
import { ArrowDown, ArrowLeft, CirclePause, CircleStop, CircleX, Play, RotateCcw, Square } from 'lucide-react'
import { useMemo } from 'react'
import type { RunId } from '../../../contract/ids.ts'
import type { Run } from '../../../contract/run.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live-store.ts'
import { itemsInOrder } from '../../state/transcript.ts'
import { setTrouble } from '../../state/ui.ts'
import { useTranscript } from '../../state/use-transcript.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState, Notice, TroubleText } from '../../ui/panel.tsx'
import { count } from '../../ui/time-words.ts'
import { Composer } from './composer.tsx'
import { RunStateMark } from './run-state-mark.tsx'
import css from './run-view.module.css'
import type { Lent } from './lent.ts'
import { strings } from './strings.ts'
import { TranscriptItem } from './transcript-item.tsx'
import { useFollow } from './use-follow.ts'

type Props = { readonly id: RunId; onBack(): void; readonly lent: Lent }

export function RunView({ id, onBack, lent }: Props) {
  const bridge = useBridge()
  const { transcript, error } = useTranscript(bridge, id)
  const manual = useLive((live) => live.app?.model.provider === 'manual')
  const items = useMemo(() => (transcript === null ? [] : itemsInOrder(transcript)), [transcript])
  const output = useLive((live) => live.output)
  const follow = useFollow([items, output])
  const run = transcript?.run ?? null

  if (run === null) {
    return (
      <section className={css.view} aria-label={strings.transcript}>
        {error === null ? null : (
          <EmptyState title={strings.gone}>
            <TroubleText {...error} />
          </EmptyState>
        )}
      </section>
    )
  }
  const busy = run.state === 'working' || run.state === 'waiting'
  const placeholder =
    run.state === 'waiting'
      ? strings.placeholderWaiting
      : run.state === 'working'
        ? strings.placeholderWorking
        : manual
          ? strings.placeholderManual
          : strings.placeholder
  return (
    <section className={css.view} aria-label={strings.transcript}>
      <RunHead run={run} onBack={onBack} />
      <div className={css.scrollArea}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div
          className={css.scroll}
          ref={follow.scroller}
          onScroll={follow.onScroll}
          tabIndex={0}
          role="log"
          aria-live="off"
          aria-label={strings.transcript}
        >
          <div className={css.items} ref={follow.content}>
            {items.map((item) => (
              <TranscriptItem key={item.id} item={item} lent={lent} />
            ))}
            <RunEnd run={run} />
          </div>
        </div>
        {follow.behind ? (
          <Button size="small" className={css.newBelow} icon={<ArrowDown size={14} aria-hidden="true" />} onClick={follow.catchUp}>
            {strings.newBelow}
          </Button>
        ) : null}
      </div>
      <div className={css.composer}>
        <Composer
          draftKey={id}
          manual={manual && !busy}
          placeholder={placeholder}
          busy={busy}
          autoFocus
          onSend={async (text) => {
            follow.catchUp()
            const result = await bridge.call('runs.send', { id, text })
            return result.ok ? null : result.error
          }}
        />
      </div>
    </section>
  )
}

function RunHead({ run, onBack }: { readonly run: Run; onBack(): void }) {
  const act = useRunAction(run.id)
  return (
    <header className={css.head}>
      <IconButton label={strings.back} className={css.back} onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
      </IconButton>
      <div className={css.headText}>
        <h1>{run.title}</h1>
        <p>
          <RunStateMark state={run.state} />
          <span>{strings.stepsTaken(run.steps)}</span>
          {run.tokensIn + run.tokensOut === 0 ? null : <span>{strings.tokens(count(run.tokensIn), count(run.tokensOut))}</span>}
          <span>{run.model}</span>
        </p>
      </div>
      {run.state === 'working' || run.state === 'waiting' ? (
        <Button size="small" icon={<Square size={13} aria-hidden="true" />} onClick={() => act('runs.stop')}>
          {strings.stop}
        </Button>
      ) : null}
    </header>
  )
}

function RunEnd({ run }: { readonly run: Run }) {
  const act = useRunAction(run.id)
  if (run.state === 'interrupted') {
    return (
      <Notice
        tone="warn"
        icon={<CirclePause size={16} aria-hidden="true" />}
        action={
          <Button size="small" icon={<Play size={13} aria-hidden="true" />} onClick={() => act('runs.resume')}>
            {strings.resume}
          </Button>
        }
      >
        {strings.interrupted}
      </Notice>
    )
  }
  if (run.state === 'failed') {
    return (
      <Notice
        tone="bad"
        icon={<CircleX size={16} aria-hidden="true" />}
        action={
          <Button size="small" icon={<RotateCcw size={13} aria-hidden="true" />} onClick={() => act('runs.resume')}>
            {strings.retry}
          </Button>
        }
      >
        {strings.failed}
      </Notice>
    )
  }
  if (run.state !== 'stopped') return null
  return (
    <Notice
      tone="info"
      icon={<CircleStop size={16} aria-hidden="true" />}
      action={
        <Button size="small" icon={<Play size={13} aria-hidden="true" />} onClick={() => act('runs.resume')}>
          {strings.resume}
        </Button>
      }
    >
      {strings.stopped}
    </Notice>
  )
}

function useRunAction(id: RunId): (channel: 'runs.stop' | 'runs.resume') => void {
  const bridge = useBridge()
  return (channel) => {
    void bridge.call(channel, { id }).then((result) => setTrouble(result.ok ? null : result.error))
  }
}
