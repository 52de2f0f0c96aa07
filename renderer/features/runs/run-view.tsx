// One run: its head, its transcript at the live edge, and the composer.
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { RunId } from '../../../contract/ids.ts'
import type { RunItem } from '../../../contract/agent/run.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { isFar } from '../../state/run/run-part.ts'
import { useAround } from '../../state/run/use-around.ts'
import { useTranscript } from '../../state/run/use-transcript.ts'
import { useWhileHere } from '../../state/use-while-here.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, TroubleText } from '../../ui/panel.tsx'
import { Composer } from './composer/composer.tsx'
import { RunEnd } from './run-end.tsx'
import { RunFoot } from './run-foot.tsx'
import { RunHead } from './run-head.tsx'
import css from './run-view.module.css'
import { isBusy } from './run-text.ts'
import type { RenderSlots } from './render-slots.ts'
import type { Setting } from './transcript/setting.ts'
import { strings } from './strings.ts'
import list from './transcript/transcript.module.css'
import { TranscriptList } from './transcript/transcript-list.tsx'
import { useFollow } from './transcript/use-follow.ts'
import { SubAgents } from './tree/sub-agents.tsx'
import { WhatChanged } from './changes/what-changed.tsx'

type Props = {
  readonly id: RunId
  /** An item to begin at; null for the end. */
  readonly at: number | null
  readonly slots: RenderSlots
  onBack(): void
  onGo(id: RunId, item?: number): void
}

const none: readonly RunItem[] = []

/** What an address that leads to no run is answered with: it names none, or it is none. */
const noSuchRun: ReadonlySet<string> = new Set(['run.unknown', 'ipc.bad-input'])

export function RunView({ id, at, slots, onBack, onGo: goTo }: Props) {
  const onGo = useWhileHere(goTo)
  const bridge = useBridge()
  const { transcript, error, readOlder, trim } = useTranscript(bridge, id)
  const manual = useLive((live) => live.app?.model.provider === 'manual')
  const removed = useLive((live) => live.removed.has(id))
  const items = transcript?.items ?? none
  const output = useLive((live) => live.output)
  // An item far up is looked at with what is around it; what lies between is read when the reader
  // goes there.
  const around = useAround(bridge, id, at, transcript)
  const apart = around.items !== null
  const rendered = around.items ?? items
  const older = apart ? around.older : (transcript?.older ?? false)
  const { readOlder: olderAround, readNewer, leave } = around
  const readUp = useCallback(
    () => (apart ? olderAround() : readOlder()),
    [apart, olderAround, readOlder],
  )
  const follow = useFollow({
    items: rendered,
    newest: items,
    grows: output,
    apart,
    onNearTop: readUp,
    onNearEnd: readNewer,
    onEdge: trim,
  })
  const run = transcript?.run ?? null
  const { catchUp, show } = follow
  const toEnd = useCallback(() => {
    leave()
    catchUp()
  }, [catchUp, leave])

  const shown = useRef<number | null>(null)
  useEffect(() => {
    if (at === null || shown.current === at || rendered.length === 0) return
    if (show(at)) shown.current = at
    else if (
      !apart &&
      transcript !== null &&
      older &&
      at < (items[0]?.id ?? 0) &&
      !isFar(transcript, at)
    )
      readOlder(1_000)
  }, [apart, at, rendered, items, older, readOlder, show, transcript])

  const state = run?.state ?? 'idle'
  const takes = !isBusy(state)
  const again = useMemo(() => (takes ? lastAnswer(items) : null), [items, takes])
  const [message, answer] = [again?.message ?? null, again?.answer ?? null]
  const from = run?.from ?? null
  const branches = transcript?.branches
  const setting = useMemo(
    (): Setting => ({
      runId: id,
      takes,
      manual,
      again,
      from,
      branches: branches ?? [],
      slots,
      onGo,
    }),
    // `again` is what its two numbers say; while an answer streams it is made again and stays the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [answer, branches, from?.run, from?.item, id, slots, manual, message, onGo, takes],
  )
  const said = useMemo(
    () => items.flatMap((item) => (item.kind === 'user' ? [item.text] : [])),
    [items],
  )

  if (removed) {
    return (
      <section className={css.view} aria-label={strings.transcript}>
        <EmptyState title={strings.removal.gone}>{strings.removal.stays}</EmptyState>
      </section>
    )
  }
  if (run === null) {
    return (
      <section className={css.view} aria-label={strings.transcript}>
        {error === null ? null : noSuchRun.has(error.code) ? (
          <EmptyState title={strings.noRun.title}>{strings.noRun.text}</EmptyState>
        ) : (
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
      <div>
        <RunHead
          run={run}
          items={items}
          versions={run.from !== null || (branches ?? none).length > 0}
          onBack={onBack}
        />
        <SubAgents run={run} onGo={onGo} />
        <WhatChanged items={items} older={transcript?.older ?? false} slots={slots} />
      </div>
      <div className={css.scrollArea}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys */}
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
              <Button tone="quiet" size="small" className={list.older} onClick={readUp}>
                {strings.showOlder}
              </Button>
            ) : null}
            <TranscriptList items={rendered} setting={setting} />
            {[error, around.error].map((each) =>
              each === null ? null : (
                <p key={each.text} className={list.error} role="alert">
                  <TroubleText {...each} />
                </p>
              ),
            )}
            {apart ? null : <RunEnd run={run} />}
          </div>
        </div>
        {follow.fresh === null ? null : (
          <Button
            size="small"
            className={css.newBelow}
            icon={<ArrowDown size={14} aria-hidden="true" />}
            onClick={toEnd}
          >
            {follow.fresh === 0 ? strings.toEnd : strings.newBelow(follow.fresh)}
          </Button>
        )}
      </div>
      <RunFoot run={run} items={items} slots={slots}>
        {run.parent === undefined ? (
          <Composer
            draftKey={id}
            manual={manual && takes}
            placeholder={placeholder}
            busy={!takes}
            autoFocus={at === null}
            said={said}
            onSend={async (sent) => {
              toEnd()
              const result = await bridge.call('runs.send', { id, ...sent })
              return result.ok ? null : result.error
            }}
          />
        ) : (
          <OfAnother parent={run.parent.run} onGo={onGo} />
        )}
      </RunFoot>
    </section>
  )
}

/** A sub-agent takes no messages of the person: what it does is the work of the run that started it. */
function OfAnother({ parent, onGo }: { readonly parent: RunId; onGo(id: RunId): void }) {
  return (
    <p className={css.ofAnother}>
      <span>{strings.subagents.of}</span>
      <Button size="small" onClick={() => onGo(parent)}>
        {strings.subagents.toParent}
      </Button>
    </p>
  )
}

/** The answer at the end and the message it answers; null when something else is at the end. */
function lastAnswer(items: readonly RunItem[]): Setting['again'] {
  const answer = items.findLast(({ kind }) => kind !== 'notice' && kind !== 'compacted')
  const message = items.findLast((item) => item.kind === 'user')
  if (answer?.kind !== 'assistant' || answer.text === '' || message?.kind !== 'user') return null
  return {
    answer: answer.id,
    message: message.id,
    text: message.text,
    attached: message.attached ?? [],
  }
}
