// The next runs of all jobs on one line of time, a lane each. The same times are in the name of
// each lane, for those who do not see where the dots are.
import type { JobListing } from '../../../contract/schedule/job.ts'
import { useNow } from '../../state/use-now.ts'
import { Section } from '../../ui/panel.tsx'
import { dayShort, momentShort, timeShort } from './moment.ts'
import css from './schedules.module.css'
import timeLine from './time-line.module.css'
import { strings } from './strings.ts'

const HOUR_MS = 3_600_000
/** The shortest that shows the first run of every job, as far as one does. */
const SPANS = [24, 24 * 7, 24 * 31] as const
const MARKS = 4

export function TimeLine({ jobs }: { readonly jobs: readonly JobListing[] }) {
  const now = Math.floor(useNow() / 60_000) * 60_000
  const lanes = jobs
    .filter(({ nextRuns }) => nextRuns.length > 0)
    .toSorted((a, b) => (a.nextRuns[0] ?? 0) - (b.nextRuns[0] ?? 0))
  const last = Math.max(0, ...lanes.map(({ nextRuns: [first = 0] }) => first - now))
  const hours = SPANS.find((span) => last <= span * HOUR_MS) ?? SPANS[2]
  const markText = hours === SPANS[0] ? timeShort : dayShort
  const at = (moment: number): number => (moment - now) / (hours * HOUR_MS)
  return (
    <Section title={strings.next} aside={strings.nextHours(hours)}>
      {lanes.length === 0 ? (
        <p className={css.empty}>{strings.nextNone}</p>
      ) : (
        <div className={timeLine.line}>
          {/* Above the lanes: below many of them, or in a low window, nobody would see it. */}
          <div className={timeLine.axis} aria-hidden="true">
            {Array.from({ length: MARKS }, (_, mark) => (
              <span key={mark}>
                {mark === 0 ? strings.now : markText(now + (hours * HOUR_MS * mark) / MARKS)}
              </span>
            ))}
          </div>
          <ul className={timeLine.lanes}>
            {lanes.map(({ id, name, nextRuns }) => (
              <li
                key={id}
                className={timeLine.lane}
                aria-label={strings.lane(name, nextRuns.map(momentShort))}
              >
                <span className={timeLine.laneName} aria-hidden="true">
                  {name}
                </span>
                <span className={timeLine.track} aria-hidden="true">
                  {nextRuns
                    .filter((moment) => at(moment) <= 1)
                    .map((moment) => (
                      <span
                        key={moment}
                        className={timeLine.dot}
                        title={momentShort(moment)}
                        style={{ insetInlineStart: `${Math.max(0, at(moment)) * 100}%` }}
                      />
                    ))}
                </span>
                <span className={timeLine.laneNext} aria-hidden="true">
                  {momentShort(nextRuns[0] ?? 0)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  )
}
