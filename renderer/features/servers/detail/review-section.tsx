// What a server offers beside what was reviewed. An approval carries the digest of what is shown
// here and applies to nothing else.
import { useVirtualizer } from '@tanstack/react-virtual'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import type { Reviewed, ServerListing } from '../../../../contract/server/server.ts'
import type { ToolLabels } from '../../../../contract/server/tool-labels.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, Section, TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { ReviewItem } from './review-item.tsx'
import css from '../servers-screen.module.css'
import { strings } from '../strings.ts'
import { summaryOf } from './review-summary.ts'
import { useReview } from './use-review.ts'
import { useOffset } from '../../../ui/lists/use-offset.ts'
import { useAct } from '../../../state/use-act.ts'

const words = strings.review
type Filter = 'waiting' | 'all' | 'open'
const filters = (['waiting', 'all', 'open'] as const).map((value) => ({
  value,
  label: words.filters[value],
}))

export const keyOf = ({ what, name }: Pick<Reviewed, 'what' | 'name'>): string => `${what} ${name}`
export const waits = ({ state }: Reviewed): boolean =>
  state === 'new' || state === 'changed' || state === 'gone'

type Props = {
  readonly server: ServerListing
  readonly scroller: RefObject<HTMLDivElement | null>
  onTool(name: string): void
}

export function ReviewSection({ server, scroller, onTool }: Props) {
  const bridge = useBridge()
  const review = useReview(server)
  const { act, busy, error } = useAct()
  const [wanted, setWanted] = useState<Filter | null>(null)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [said, setSaid] = useState('')
  const [drafts, setDrafts] = useState<ReadonlyMap<string, ToolLabels>>(new Map())
  const all = review.value?.items ?? []
  const waiting = all.filter(waits)
  // What has findings wants a look of its own.
  const plain = waiting.filter(({ warnings }) => warnings.length === 0)
  const filter = wanted ?? (waiting.length > 0 ? 'waiting' : 'all')
  const shown =
    filter === 'all'
      ? all
      : filter === 'open'
        ? all.filter(({ state }) => state === 'open')
        : all.filter((item) => waits(item) || item.state === 'refused')

  const accept = async (items: readonly Reviewed[]): Promise<void> => {
    const digest = review.value?.digest
    if (digest === undefined) return
    setSaid('')
    const refs = items.map((item) => {
      const labels = drafts.get(keyOf(item))
      return { what: item.what, name: item.name, ...(labels === undefined ? {} : { labels }) }
    })
    const after = await act('accept', () =>
      bridge.call('servers.accept', { name: server.name, items: refs, digest }),
    )
    if (after === null) return review.reload()
    review.know(after)
    setSaid([words.accepted(items.length), ...summaryOf(after.items)].join(' '))
    setDrafts((before) => {
      const next = new Map(before)
      for (const item of items) next.delete(keyOf(item))
      return next
    })
  }
  const close = async ({ what, name }: Reviewed): Promise<void> => {
    const after = await act('close', () =>
      bridge.call('servers.close', { name: server.name, item: { what, name } }),
    )
    if (after !== null) review.know(after)
  }
  const trust = async (): Promise<void> => {
    const done = await act('change', () =>
      bridge.call('servers.change', { name: server.name, trust: 'verified' }),
    )
    if (done !== null) review.reload()
  }
  const label = (item: Reviewed, labels: ToolLabels | null): void =>
    setDrafts((before) => {
      const next = new Map(before)
      const proposed = item.labels?.proposed
      if (labels === null || JSON.stringify(labels) === JSON.stringify(proposed))
        next.delete(keyOf(item))
      else next.set(keyOf(item), labels)
      return next
    })
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
        <span className={css.space} />
        {waiting.length < 2 || plain.length === 0 ? null : (
          <Button
            tone="strong"
            size="small"
            aria-disabled={busy !== null}
            onClick={() => void accept(plain)}
          >
            {plain.length === waiting.length
              ? words.acceptAll(plain.length)
              : words.acceptPlain(plain.length)}
          </Button>
        )}
      </div>
      <div className={css.notes}>
        {review.changedMeanwhile ? (
          <Notice tone="warn" alert icon={<TriangleAlert size={16} aria-hidden="true" />}>
            {words.again}
          </Notice>
        ) : null}
        {(error ?? review.error) === null ? null : (
          <Notice tone="bad" alert>
            <TroubleText {...(error ?? review.error ?? { text: '' })} />
          </Notice>
        )}
        {waiting.length < 2 || plain.length === waiting.length ? null : (
          <p className={css.quiet}>{words.ownReview(waiting.length - plain.length)}</p>
        )}
        {said !== '' || review.value === null ? null : (
          <p className={css.quiet}>{summaryOf(all).join(' ')}</p>
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
          {...{ server, items: shown, open, busy: busy !== null, scroller, drafts, toggle, onTool }}
          label={label}
          accept={(item) => void accept([item])}
          close={(item) => void close(item)}
          trust={server.config.trust === 'community' ? () => void trust() : null}
        />
      )}
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
      className={css.items}
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
