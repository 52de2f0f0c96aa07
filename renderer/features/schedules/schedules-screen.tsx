// Jobs that run later: when each is due, what came of their runs, and those that failed.
import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import type { JobListing } from '../../../contract/schedule/job.ts'
import { useLive } from '../../state/live/live-store.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Notice, Section, TroubleText } from '../../ui/panel.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { ScrollPage } from '../../ui/page/scroll-page.tsx'
import { Events } from './events.tsx'
import { FailedRuns } from './failed-runs.tsx'
import { History } from './history.tsx'
import { JobDialog } from './job-dialog.tsx'
import { JobRow } from './job-row.tsx'
import { PreflightDialog } from './preflight-dialog.tsx'
import css from './schedules.module.css'
import { strings } from './strings.ts'
import { TimeLine } from './time-line.tsx'
import { useInbound } from './use-inbound.ts'
import { useSchedules } from './use-schedules.ts'
import { Webhooks } from './webhooks.tsx'

const PAGE = 30
/** As main gives them. */
const MOST_EVENTS = 200

export function SchedulesScreen({ openRun }: { openRun(id: string): void }) {
  const [most, setMost] = useState(PAGE)
  const { jobs, history, failed, reload } = useSchedules(most)
  const [mostEvents, setMostEvents] = useState(PAGE)
  const inbound = useInbound(mostEvents)
  const [checking, setChecking] = useState<JobListing | null>(null)
  const stopped = useLive((live) => live.app?.stopped ?? null)
  const [editing, setEditing] = useState<JobListing | 'new' | null>(null)
  const [said, setSaid] = useState('')
  const error =
    jobs.error ?? history.error ?? failed.error ?? inbound.webhooks.error ?? inbound.events.error
  const list = jobs.value ?? []
  const done = (text: string): void => {
    setSaid(text)
    reload()
    inbound.reload()
  }
  return (
    <ScrollPage label={strings.title} width="table">
      <PageHead title={strings.title} text={strings.text}>
        <Button
          tone="strong"
          icon={<Plus size={15} aria-hidden="true" />}
          onClick={() => setEditing('new')}
        >
          {strings.add}
        </Button>
      </PageHead>
      {stopped === null ? null : <Notice tone="bad">{strings.stopped}</Notice>}
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <p role="status" className={css.said}>
        {said}
      </p>
      {jobs.value === null ? (
        <p className={css.hint}>{strings.reading}</p>
      ) : list.length === 0 ? (
        <EmptyState icon={<CalendarClock size={22} aria-hidden="true" />} title={strings.none}>
          {strings.noneText}
        </EmptyState>
      ) : (
        <>
          <TimeLine jobs={list} />
          <Section title={strings.jobs}>
            <ul className={css.list}>
              {list.map((job) => (
                <JobRow
                  key={job.id}
                  job={job}
                  edit={() => setEditing(job)}
                  check={() => setChecking(job)}
                  done={done}
                />
              ))}
            </ul>
          </Section>
        </>
      )}
      {/* Before the first job there is nothing that could have run. */}
      {list.length === 0 && history.value?.length === 0 ? null : (
        <History
          runs={history.value}
          more={(history.value?.length ?? 0) >= most}
          older={() => setMost(most + PAGE)}
          openRun={openRun}
        />
      )}
      {list.length === 0 && failed.value?.length === 0 ? null : (
        <FailedRuns letters={failed.value} done={done} />
      )}
      <Webhooks state={inbound.webhooks.value} done={done} />
      <Events
        events={inbound.events.value}
        more={(inbound.events.value?.length ?? 0) >= mostEvents && mostEvents < MOST_EVENTS}
        older={() => setMostEvents(Math.min(MOST_EVENTS, mostEvents + PAGE))}
        done={done}
      />
      <PreflightDialog job={checking} onClose={() => setChecking(null)} />
      <JobDialog job={editing} onClose={() => setEditing(null)} saved={reload} />
    </ScrollPage>
  )
}
