import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import type { ToolListing } from '../../../contract/manifest.ts'
import { TierBadge } from '../../ui/tier-badge.tsx'
import css from './capabilities-screen.module.css'
import { strings } from './strings.ts'
import { tiersOf } from './tool-filter.ts'

type Props = { readonly tool: ToolListing }

export function TierRange({ tool }: Props) {
  const tiers = tiersOf(tool.manifest)
  const [low, high] = [tiers[0], tiers.at(-1)]
  return (
    <span className={css.range}>
      {low === undefined ? null : <TierBadge tier={low} />}
      {high === undefined || high === low ? null : (
        <>
          – <TierBadge tier={high} />
        </>
      )}
    </span>
  )
}

export function Actions({ tool }: Props) {
  const { actions } = tool.manifest
  if (actions.length === 0) return strings.oneAction
  const reads = actions.filter(({ readOnly }) => readOnly).length
  const writes = actions.length - reads
  return [reads === 0 ? null : strings.read(reads), writes === 0 ? null : strings.write(writes)].filter((part) => part !== null).join(' · ')
}

/** Whether it can be used here and now, as icon and word. */
export function Availability({ tool }: Props) {
  if (!tool.available) {
    return (
      <span className={css.state} data-state="missing">
        <TriangleAlert size={14} aria-hidden="true" />
        {strings.missing}: {tool.missing.map(({ what }) => what).join(', ')}
      </span>
    )
  }
  return tool.hiddenByGuard ? (
    <span className={css.state} data-state="hidden">
      <CircleSlash size={14} aria-hidden="true" />
      {strings.hidden}
    </span>
  ) : (
    <span className={css.state} data-state="ready">
      <CircleCheck size={14} aria-hidden="true" />
      {strings.ready}
    </span>
  )
}
