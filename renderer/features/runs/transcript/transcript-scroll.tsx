// The column that the items of a run scroll in, with the way up to older ones and down to the end.
import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import css from '../run-view.module.css'
import { strings } from '../strings.ts'
import type { Setting } from './setting.ts'
import list from './transcript.module.css'
import { TranscriptList } from './transcript-list.tsx'
import type { RunOnScreen } from './use-run-on-screen.ts'

type Props = {
  readonly view: RunOnScreen
  /** The item that it began at. */
  readonly at: number | null
  readonly setting: Setting
  /** Below the last item of the run. */
  readonly end: ReactNode
}

export function TranscriptScroll({ view, at, setting, end }: Props) {
  const { follow, older, rendered, apart, error, aroundError, readUp, toEnd } = view
  return (
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
          {[error, aroundError].map((each) =>
            each === null ? null : (
              <p key={each.text} className={list.error} role="alert">
                <TroubleText {...each} />
              </p>
            ),
          )}
          {apart ? null : end}
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
  )
}
