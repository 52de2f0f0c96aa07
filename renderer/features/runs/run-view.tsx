// One run: its head, its transcript at the live edge, and the composer.
import { useMemo } from 'react'
import type { RunId } from '../../../contract/ids.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
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
import { strings } from './strings.ts'
import { TranscriptScroll } from './transcript/transcript-scroll.tsx'
import { useRunOnScreen } from './transcript/use-run-on-screen.ts'
import { useSetting } from './transcript/use-setting.ts'
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

/** What an address that leads to no run is answered with: it names none, or it is none. */
const noSuchRun: ReadonlySet<string> = new Set(['run.unknown', 'ipc.bad-input'])

export function RunView({ id, at, slots, onBack, onGo: goTo }: Props) {
  const onGo = useWhileHere(goTo)
  const bridge = useBridge()
  const view = useRunOnScreen(id, at)
  const { transcript, items, error, toEnd } = view
  const manual = useLive((live) => live.app?.model.provider === 'manual')
  const removed = useLive((live) => live.removed.has(id))
  const run = transcript?.run ?? null
  const state = run?.state ?? 'idle'
  const takes = !isBusy(state)
  const setting = useSetting({ runId: id, takes, manual, slots, onGo, transcript, items })
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
          versions={run.from !== null || (transcript?.branches ?? []).length > 0}
          onBack={onBack}
        />
        <SubAgents run={run} onGo={onGo} />
        <WhatChanged items={items} older={transcript?.older ?? false} slots={slots} />
      </div>
      <TranscriptScroll view={view} at={at} setting={setting} end={<RunEnd run={run} />} />
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
