// Jobs and failed runs as a model reads them, page by page.
import type { ToolOutput } from '../../contract/call/tool.ts'
import type { DeadLetter, JobListing } from '../../contract/schedule/job.ts'
import { momentText, ownZone } from '../../contract/schedule/job-sentence.ts'
import type { Trigger } from '../../contract/schedule/trigger.ts'
import type { JobRun } from '../../contract/schedule/job-run.ts'

const PAGE = 20

/** Of an event nobody knows when it comes. */
export const nextText = ({ kind }: Trigger, times: readonly string[]): string =>
  kind === 'event'
    ? 'Whenever such an event comes in'
    : times.length === 0
      ? 'None'
      : times.join('\n')

export function jobLines(job: JobListing): string {
  const zone = ownZone()
  const next = job.nextRuns.map((at) => momentText(at, zone))
  return [
    `${job.name} (id ${job.id}, made by ${job.madeBy})`,
    job.sentence,
    ...(next.length === 0 ? [] : [`Due next: ${next.join('; ')}.`]),
    ...(job.missedSince === null
      ? []
      : [`It was due on ${momentText(job.missedSince, zone)}, and has not begun.`]),
    ...(job.running === 0 ? [] : ['It runs now.']),
    ...(job.held === null ? [] : [`It does not run: ${job.held}`]),
    `Message: ${job.message}`,
  ].join('\n')
}

export function jobsText(jobs: readonly JobListing[], page: number): ToolOutput {
  const { shown, more } = pageOf(jobs, page)
  const text = shown.map(jobLines).join('\n\n')
  return {
    text:
      jobs.length === 0
        ? 'There are no scheduled jobs.'
        : `${text === '' ? 'None on this page.' : text}${more}`,
    data: { jobs: shown.map(({ id }) => id), total: jobs.length },
  }
}

export function deadLettersText(letters: readonly DeadLetter[], page: number): ToolOutput {
  const { shown, more } = pageOf(letters, page)
  const text = shown
    .map(
      ({ id, jobName, state, error, retries, failedAt }) =>
        `${id} of ${jobName}: ${state}, on ${momentText(failedAt, ownZone())}, tried again ${retries} times\n${error}`,
    )
    .join('\n\n')
  return {
    text:
      letters.length === 0
        ? 'There are no failed runs.'
        : `${text === '' ? 'None on this page.' : text}${more}`,
    data: { failed: shown.map(({ id }) => id), total: letters.length },
  }
}

export function historyText(runs: readonly JobRun[], page: number): ToolOutput {
  const { shown, more } = pageOf(runs, page)
  const text = shown.map(runLine).join('\n\n')
  return {
    text:
      runs.length === 0
        ? 'No job has run yet.'
        : `${text === '' ? 'None on this page.' : text}${more}`,
    data: { runs: shown.map(({ id }) => id), total: runs.length },
  }
}

const runLine = ({ jobName, state, dueAt, text }: JobRun): string =>
  `${jobName}: ${state}, due on ${momentText(dueAt, ownZone())}${text === '' ? '' : `\n${text}`}`

function pageOf<T>(
  all: readonly T[],
  page: number,
): { readonly shown: readonly T[]; readonly more: string } {
  const shown = all.slice((page - 1) * PAGE, page * PAGE)
  return { shown, more: all.length > page * PAGE ? `\n\n[There are more: page ${page + 1}.]` : '' }
}
