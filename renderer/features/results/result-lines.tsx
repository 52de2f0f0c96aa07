// The lines of a long text, of which only those in sight are drawn, with the matches of a search.
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef } from 'react'
import { Exact } from '../../ui/text/exact-text.tsx'
import css from './results.module.css'
import { strings } from './strings.ts'
import { type Match, partsOf, type TextLine } from './text-lines.ts'

type Props = {
  readonly lines: readonly TextLine[]
  readonly matches: readonly Match[]
  /** The match that is shown. */
  readonly current: Match | null
}

export function ResultLines({ lines, matches, current }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 20,
    overscan: 20,
  })
  useEffect(() => {
    if (current !== null) virtual.scrollToIndex(current.line, { align: 'center' })
    // oxlint-disable-next-line react/exhaustive-deps -- it scrolls only where another match is shown
  }, [current])
  const byLine = useMemo(() => Map.groupBy(matches, ({ line }) => line), [matches])
  const widest = String(lines.findLast(({ number }) => number !== null)?.number ?? 1).length
  return (
    <div
      ref={scroller}
      className={css.lines}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
      tabIndex={0}
      role="group"
      aria-label={strings.text}
    >
      <div className={css.sizer} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index]
          if (line === undefined) return null
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className={css.line}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className={css.number} style={{ width: `${widest}ch` }} aria-hidden="true">
                {line.number}
              </span>
              <code>
                {partsOf(line.text, byLine.get(index) ?? [], current).map(({ text, match }, at) =>
                  match === 'no' ? (
                    // oxlint-disable-next-line react/no-array-index-key -- parts differ by their place only
                    <Exact key={at} text={text} prose />
                  ) : (
                    // oxlint-disable-next-line react/no-array-index-key -- a match has nothing but its position: the same text is found many times
                    <mark key={at} data-current={match === 'current'}>
                      <Exact text={text} prose />
                    </mark>
                  ),
                )}
                {line.text === '' ? ' ' : null}
              </code>
            </div>
          )
        })}
      </div>
    </div>
  )
}
