// What is between two rows of a long list: a heading as high as a row, or something opened that is
// as high as it needs.
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Gap, offsetOf, type Space } from './long-space.ts'
import css from './long-list.module.css'

export type Between = {
  readonly key: string
  /** The row that it is above. */
  readonly at: number
  readonly height: 'row' | 'own'
  /** Cells of a row. */
  readonly children: ReactNode
}

/** Until it is measured. */
const GUESS = 320

type Heights = {
  readonly gaps: readonly Gap[]
  onHeight(key: string, px: number): void
  /** What has been measured for the first time since this was asked. */
  opened(): Gap | null
}

export function useHeights(between: readonly Between[], rowHeight: number): Heights {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map())
  const seen = useRef(new Set<string>())
  const gaps = useMemo<readonly Gap[]>(
    () =>
      between.map(({ key, at, height }) => ({
        at,
        px: height === 'row' ? rowHeight : (heights.get(key) ?? GUESS),
      })),
    [between, heights, rowHeight],
  )
  const onHeight = useCallback(
    (key: string, px: number): void =>
      setHeights((before) => (before.get(key) === px ? before : new Map([...before, [key, px]]))),
    [],
  )
  const opened = useCallback((): Gap | null => {
    // One that is closed and opened again is brought into sight again.
    const open = new Set(between.filter(({ height }) => height === 'own').map(({ key }) => key))
    for (const key of seen.current) if (!open.has(key)) seen.current.delete(key)
    const at = between.findIndex(({ key }) => heights.has(key) && !seen.current.has(key))
    const found = gaps[at]
    if (found === undefined) return null
    seen.current.add(between[at]?.key ?? '')
    return found
  }, [between, gaps, heights])
  return { gaps, onHeight, opened }
}

type Deps = {
  readonly between: readonly Between[]
  readonly gaps: readonly Gap[]
  readonly space: Space
  readonly shift: number
  onHeight(key: string, px: number): void
}

export const betweenRows = (
  { between, gaps, space, shift, onHeight }: Deps,
  which: (block: Between) => boolean,
): readonly ReactNode[] =>
  between.flatMap((block, index) => {
    if (!which(block)) return []
    // Those after it at the same row are below it.
    const later = gaps.slice(index).filter(({ at }) => at === block.at)
    const top = offsetOf(space, block.at) - later.reduce((sum, { px }) => sum + px, 0) + shift
    return [<BetweenRow key={block.key} block={block} top={top} onHeight={onHeight} />]
  })

type Props = {
  readonly block: Between
  readonly top: number
  onHeight(key: string, px: number): void
}

function BetweenRow({ block, top, onHeight }: Props) {
  const { key, height, children } = block
  const own = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = own.current
    if (element === null || height === 'row') return
    const observer = new ResizeObserver(() => onHeight(key, element.offsetHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [key, height, onHeight])
  return (
    <div
      ref={own}
      role="row"
      data-between={height}
      className={height === 'row' ? css.between : css.opened}
      style={{ top }}
    >
      {children}
    </div>
  )
}
