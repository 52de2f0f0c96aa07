// One run: its head, its transcript at the live edge, and the composer.
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { RunId } from '../../../contract/ids.ts'
import type { RunItem } from '../../../contract/run.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live-store.ts'
import { useTranscript } from '../../state/use-transcript.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, TroubleText } from '../../ui/panel.tsx'
import { Composer } from './composer.tsx'
import { RunEnd } from './run-end.tsx'
import { RunHead } from './run-head.tsx'
import css from './run-view.module.css'
import { isBusy } from './run-words.ts'
import type { Lent } from './lent.ts'
import type { Setting } from './setting.ts'
import { strings } from './strings.ts'
import list from './transcript.module.css'
import { TranscriptList } from './transcript-list.tsx'
import { useFollow } from './use-follow.ts'

type Props = {
  readonly id: RunId
  /** An item to begin at; null for the end. */
  readonly at: number | null
  readonly lent: Lent
  onBack(): void
  onGo(id: RunId, item?: number): void
}

const none: readonly RunItem[] = []

export function RunView({ id, at, lent, onBack, onGo }: Props) {
  const bridge = useBridge()
  const { transcript, error, readOlder, trim } = useTranscript(bridge, id)
  const manual = useLive((live) => live.app?.model.provider === 'manual')
  const items = transcript?.items ?? none
  const output = useLive((live) => live.output)
  const follow = useFollow({ items, grows: output, onNearTop: readOlder, onEdge: trim })
  const run = transcript?.run ?? null
  const older = transcript?.older ?? false
  const { show } = follow

  // Its item may be far up; what lies between is read until it is there.
  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (at === null || shown.current === at || items.length === 0) return
    if (show(at)) shown.current = at
    else if (older && at < (items[0]?.id ?? 0)) readOlder(1_000)
  }, [at, items, older, readOlder, show])

  const state = run?.state ?? 'idle'
  const takes = !isBusy(state)
  const again = useMemo(() => (takes ? lastAnswer(items) : null), [items, takes])
  const [message, answer] = [again?.message ?? null, again?.answer ?? null]
  const from = run?.from ?? null
  const branches = transcript?.branches
  const setting = useMemo(
    (): Setting => ({ runId: id, takes, manual, again, from, branches: branches ?? [], lent, onGo }),
    // `again` is what its two numbers say; while an answer streams it is made anew and stays the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [answer, branches, from?.run, from?.item, id, lent, manual, message, onGo, takes],
  )
  const said = useMemo(() => items.flatMap((item) => (item.kind === 'user' ? [item.text] : [])), [items])
  const older200 = useCallback(() => readOlder(), [readOlder])

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
  const placeholder =
    state === 'waiting'
      ? strings.placeholderWaiting
      : state === 'working'
        ? strings.placeholderWorking
        : manual
          ? strings.placeholderManual
          : strings.placeholder
  return (
    <section className={css.view} aria-label={strings.transcript}>
      <RunHead run={run} items={items} onBack={onBack} />
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
          <div className={list.items} ref={follow.content} data-at={at ?? undefined}>
            {older ? (
              <Button tone="quiet" size="small" className={list.older} onClick={older200}>
                {strings.showOlder}
              </Button>
            ) : null}
            <TranscriptList items={items} setting={setting} />
            {error === null ? null : (
              <p className={list.error} role="alert">
                <TroubleText {...error} />
              </p>
            )}
            <RunEnd run={run} />
          </div>
        </div>
        {follow.fresh === null ? null : (
          <Button size="small" className={css.newBelow} icon={<ArrowDown size={14} aria-hidden="true" />} onClick={follow.catchUp}>
            {follow.fresh === 0 ? strings.toEnd : strings.newBelow(follow.fresh)}
          </Button>
        )}
      </div>
      <div className={css.composer}>
        {lent.tour(run, items)}
        <Composer
          draftKey={id}
          manual={manual && takes}
          placeholder={placeholder}
          busy={!takes}
          autoFocus={at === null}
          said={said}
          onSend={async (sent) => {
            follow.catchUp()
            const result = await bridge.call('runs.send', { id, ...sent })
            return result.ok ? null : result.error
          }}
        />
      </div>
    </section>
  )
}

/** The answer at the end and the message it answers; null when something else is at the end. */
function lastAnswer(items: readonly RunItem[]): Setting['again'] {
  const answer = items.findLast(({ kind }) => kind !== 'notice')
  const message = items.findLast((item) => item.kind === 'user')
  if (answer?.kind !== 'assistant' || answer.text === '' || message?.kind !== 'user') return null
  return { answer: answer.id, message: message.id, text: message.text, attached: message.attached ?? [] }
}
