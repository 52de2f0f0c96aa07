// The items of a run in blocks. A block out of sight costs nothing to draw, and one whose items did
// not change is not even looked at, so that thousands of items scroll as a few do.
import { memo, useMemo } from 'react'
import type { RunItem } from '../../../../contract/agent/run.ts'
import css from './transcript.module.css'
import type { Setting } from './setting.ts'
import { TranscriptItem } from './transcript-item.tsx'

const blockSize = 40
/** Blocks at the end that are always drawn: what moves is there. */
const alive = 2

type Props = { readonly items: readonly RunItem[]; readonly setting: Setting }

export function TranscriptList({ items, setting }: Props) {
  const blocks = useMemo(() => blocksOf(items), [items])
  return blocks.map(({ key, items: some }, at) => (
    <Block key={key} items={some} setting={setting} resting={at < blocks.length - alive} />
  ))
}

type BlockProps = Props & { readonly resting: boolean }

const Block = memo(
  function Block({ items, setting, resting }: BlockProps) {
    return (
      <div className={css.block} data-resting={resting}>
        {items.map((item) => (
          <div key={item.id} className={css.item} data-item={item.id} data-kind={item.kind}>
            <TranscriptItem item={item} setting={setting} />
          </div>
        ))}
      </div>
    )
  },
  (before, after) =>
    before.setting === after.setting &&
    before.resting === after.resting &&
    before.items.length === after.items.length &&
    before.items.every((item, at) => item === after.items[at]),
)

/**
 * By number and not by place, so that a block stays the same one when something is put before it.
 */
export function blocksOf(
  items: readonly RunItem[],
): readonly { readonly key: number; readonly items: readonly RunItem[] }[] {
  const blocks: { key: number; items: RunItem[] }[] = []
  for (const item of items) {
    const key = Math.floor(item.id / blockSize)
    const last = blocks.at(-1)
    if (last?.key === key) last.items.push(item)
    else blocks.push({ key, items: [item] })
  }
  return blocks
}
