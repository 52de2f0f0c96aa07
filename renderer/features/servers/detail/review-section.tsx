// What a server offers beside what was reviewed. An approval carries the digest of what is shown
// here and applies to nothing else.
import { useVirtualizer } from '@tanstack/react-virtual'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { Reviewed, ServerListing } from '../../../../contract/server/server.ts'
import type { ToolLabels } from '../../../../contract/server/tool-labels.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, Section, TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { ReviewItem } from './review-item.tsx'
import css from '../servers-screen.module.css'
import reviewItem from './review-item.module.css'
import { strings } from '../strings.ts'
import { summaryOf } from './review-summary.ts'
import { ReviewSheet } from './review-sheet.tsx'
import { keyOf, useReviewActs, waits } from './use-review-acts.ts'
import { useOffset } from '../../../ui/lists/use-offset.ts'

const words = strings.review
type Filter = 'waiting' | 'all' | 'open'
const filters = (['waiting', 'all', 'open'] as const).map((value) => ({
  value,
  label: words.filters[value],
}))

type Props = {
  readonly server: ServerListing
  readonly scroller: RefObject<HTMLDivElement | null>
  onTool(name: string): void
}

export function ReviewSection({ server, scroller, onTool }: Props) {
  const acts = useReviewActs(server)
  const { review, busy, error, said, drafts, accept, close, label, trust } = acts
  const [sheet, setSheet] = useState(false)
  const [wanted, setWanted] = useState<Filter | null>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const all = review.value?.items ?? []
  const waiting = all.filter(waits)
  const filter = wanted ?? (waiting.length > 0 ? 'waiting' : 'all')
  const shown =
    filter === 'all'
      ? all
      : filter === 'open'
        ? all.filter(({ state }) => state === 'open')
        : all.filter((item) => waits(item) || item.state === 'refused')

  const trustAndReview = async (change: () => Promise<boolean>): Promise<void> => {
    if (await change()) setSheet(true)
  }
  const toggle = (key: string): void =>
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })

  return (
    <Section
      title={words.title}
      aside={review.value === null ? undefined : words.waits(waiting.length)}
    >
      <div className={css.bar}>
        <Pick
          label={words.filter}
          value={filter}
          choices={filters}
          onChange={(next: Filter) => setWanted(next)}
        />
        <span role="status" className={css.said}>
          {said}
        </span>
        {said !== '' || review.value === null ? null : (
          <span className={css.quiet}>{summaryOf(all).join(' ')}</span>
        )}
        <span className={css.space} />
        {waiting.length === 0 ? null : (
          <Button tone="strong" size="small" onClick={() => setSheet(true)}>
            {words.sheet.open(waiting.length)}
          </Button>
        )}
      </div>
      <div className={css.notes}>
        {review.changedMeanwhile ? (
          <Notice tone="warn" alert icon={<TriangleAlert size={16} aria-hidden="true" />}>
            {words.again}
          </Notice>
        ) : null}
        {error === null ? null : (
          <Notice tone="bad" alert>
            <TroubleText {...error} />
          </Notice>
        )}
        {waiting.some(({ what, state }) => what === 'server' && state === 'new') ? (
          <p className={css.quiet}>{words.first}</p>
        ) : null}
      </div>
      {review.value === null && review.error === null ? (
        <p className={css.empty}>{words.reading}</p>
      ) : null}
      {review.value !== null && shown.length === 0 ? (
        <p className={css.empty}>
          <CircleCheck size={15} aria-hidden="true" /> {words.noneWaits}
        </p>
      ) : (
        <Items
          server={server}
          items={shown}
          open={open}
          busy={busy}
          scroller={scroller}
          drafts={drafts}
          toggle={toggle}
          onTool={onTool}
          label={label}
          accept={(item) => void accept([item])}
          close={(item) => void close(item)}
          trust={trust === null ? null : () => void trustAndReview(trust)}
        />
      )}
      {sheet ? <ReviewSheet server={server} acts={acts} leave={() => setSheet(false)} /> : null}
    </Section>
  )
}

type ItemsProps = Props & {
  readonly items: readonly Reviewed[]
  readonly open: ReadonlySet<string>
  readonly busy: boolean
  readonly drafts: ReadonlyMap<string, ToolLabels>
  label(item: Reviewed, labels: ToolLabels | null): void
  toggle(key: string): void
  accept(item: Reviewed): void
  close(item: Reviewed): void
  /** Null: more trust would open nothing. */
  readonly trust: (() => void) | null
}

function Items({
  server,
  items,
  open,
  busy,
  scroller,
  drafts,
  label,
  toggle,
  accept,
  close,
  trust,
  onTool,
}: ItemsProps) {
  const list = useRef<HTMLUListElement>(null)
  const margin = useOffset(list, scroller)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 41,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => keyOf(items[index] ?? { what: 'tool', name: String(index) }),
  })
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const next = items[index + step]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    virtual.scrollToIndex(index + step)
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(keyOf(next))}"]`)?.focus(),
    )
  }
  return (
    <ul
      ref={list}
      className={reviewItem.items}
      aria-label={words.title}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map((row) => {
        const item = items[row.index]
        if (item === undefined) return null
        return (
          <li
            key={row.key}
            ref={virtual.measureElement}
            data-index={row.index}
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            style={{ transform: `translateY(${row.start - margin}px)` }}
          >
            <ReviewItem
              server={server.name}
              item={item}
              open={open.has(keyOf(item))}
              busy={busy}
              draft={drafts.get(keyOf(item)) ?? null}
              onLabels={(labels) => label(item, labels)}
              onToggle={() => toggle(keyOf(item))}
              onKeyDown={(event) => onKeyDown(event, row.index)}
              onAccept={() => accept(item)}
              onTrust={trust}
              onClose={() => close(item)}
              onTool={onTool}
            />
          </li>
        )
      })}
    </ul>
  )
}
