// The cells of one call of another machine.
import { plainTitle } from '../../../../contract/approval/call-title.ts'
import type { FleetCall, FleetRow } from '../../../../contract/fleet/fleet-search.ts'
import type { Stop } from '../../../ui/lists/long-row.tsx'
import { CallSentence } from '../../../ui/text/call-sentence.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { clockTime, duration, fullTime } from '../../../ui/text/time-text.ts'
import type { AuditParts } from '../audit-parts.ts'
import css from '../fleet-screen.module.css'

type Props = {
  readonly row: FleetRow
  readonly call: FleetCall | undefined
  readonly stop: Stop
  readonly audit: AuditParts
  readonly open: boolean
}

export function CallCells({ row, call, stop, audit, open }: Props) {
  const time = clockTime(row.at)
  const summary = call?.summary
  const title = summary === undefined ? null : audit.titleOfCall(summary, '')
  const end = summary === undefined ? null : audit.decidedBy(summary)
  const who = summary?.principal?.name ?? ''
  const tier = summary?.decision?.tier
  return (
    <>
      <span role="cell" title={fullTime(row.at)}>
        <button
          type="button"
          className={css.stop}
          aria-label={title === null ? time : `${time} ${who}: ${plainTitle(title)}`}
          aria-expanded={open}
          {...stop}
        >
          {time}
        </button>
      </span>
      <span role="cell" className={css.name} title={who}>
        <Exact text={who} />
      </span>
      <span role="cell" title={title === null ? '' : plainTitle(title)}>
        {title === null ? null : <CallSentence title={title} />}
      </span>
      <span role="cell">{tier === undefined ? null : <TierBadge tier={tier} />}</span>
      <span role="cell" className={css.how} data-tone={end?.tone ?? 'plain'} title={end?.text}>
        {end?.text}
      </span>
      <span role="cell" className={css.aside}>
        {summary === undefined || summary.durationMs === 0 ? '' : duration(summary.durationMs)}
      </span>
    </>
  )
}
