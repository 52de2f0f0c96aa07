// The cells of the table of tools.
import { CircleAlert, CircleCheck, CircleSlash, EyeOff, TriangleAlert } from 'lucide-react'
import type { ToolListing } from '../../../contract/call/manifest.ts'
import { TierBadge } from '../../ui/marks/tier-badge.tsx'
import { count } from '../../ui/text/time-text.ts'
import { strings } from './strings.ts'
import css from './table/table.module.css'
import { callsOf, defaultOf, type ToolRow, type ToolState } from './tool-row.ts'

export function TierRange({ row: { tiers } }: { readonly row: ToolRow }) {
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

export function Actions({ tool }: { readonly tool: ToolListing }) {
  const { actions, sideEffects } = tool.manifest
  if (actions.length === 0) return sideEffects ? strings.justWrites : strings.justReads
  const reads = actions.filter(({ readOnly }) => readOnly).length
  const writes = actions.length - reads
  return [reads === 0 ? null : strings.read(reads), writes === 0 ? null : strings.write(writes)]
    .filter((part) => part !== null)
    .join(' · ')
}

/** What a person set differs from what the tool says itself. */
export function DefaultWord({ tool }: { readonly tool: ToolListing }) {
  const word = strings.effects[defaultOf(tool)]
  return tool.setting?.default === undefined ? (
    word
  ) : (
    <b title={strings.byYou}>
      {word} <span aria-hidden="true">•</span>
      <span className={css.unseen}>, {strings.byYou}</span>
    </b>
  )
}

/**
 * How many calls today, and how they were decided, as lengths of a bar; the numbers are its words.
 */
export function Today({ row }: { readonly row: ToolRow }) {
  const { allowed, confirmed, denied } = row.today
  const calls = callsOf(row)
  if (calls === 0) return <span className={css.nothing}>0</span>
  const words = strings.figures(allowed, confirmed, denied)
  return (
    <span className={css.today} title={words}>
      <span>{count(calls)}</span>
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label={words}>
        <rect data-part="allowed" x="0" y="0" height="8" width={(allowed / calls) * 100} />
        <rect
          data-part="confirmed"
          x={(allowed / calls) * 100}
          y="0"
          height="8"
          width={(confirmed / calls) * 100}
        />
        <rect
          data-part="denied"
          x={((allowed + confirmed) / calls) * 100}
          y="0"
          height="8"
          width={(denied / calls) * 100}
        />
      </svg>
    </span>
  )
}

const icons: Readonly<Record<ToolState, typeof CircleCheck>> = {
  ready: CircleCheck,
  changed: CircleAlert,
  new: CircleAlert,
  gone: CircleSlash,
  refused: CircleSlash,
  off: CircleSlash,
  guard: EyeOff,
  preset: EyeOff,
  missing: TriangleAlert,
}

/**
 * Whether it can be called here and now, as icon and word; the whole reason is its tip and is in
 * the details.
 */
export function StateMark({ row: { state, tool } }: { readonly row: ToolRow }) {
  const Icon = icons[state]
  const why =
    tool.hiddenBy === null
      ? tool.missing.map(({ what }) => what).join(' ')
      : strings.hiddenWhy[tool.hiddenBy]
  return (
    <span className={css.state} data-state={state} title={why === '' ? undefined : why}>
      <Icon size={14} aria-hidden="true" />
      {strings.states[state]}
    </span>
  )
}
