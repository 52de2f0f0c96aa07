// Jobs and failed runs as a model reads them, page by page.
import type { ToolOutput } from '../../contract/call/tool.ts'
import type { DeadLetter, JobListing } from '../../contract/schedule/job.ts'
import { momentText, ownZone } from '../../contract/schedule/job-sentence.ts'
import { NOTHING_FIRES } from '../../contract/schedule/nothing-fires.ts'

const PAGE = 20

export function jobLines(job: JobListing): string {
  const zone = ownZone()
  const next = job.nextRuns.map((at) => momentText(at, zone))
  return [
    `${job.name} (id ${job.id}, made by ${job.madeBy})`,
    job.sentence,
    ...(next.length === 0 ? [] : [`Due next: ${next.join('; ')}.`]),
    ...(job.missedSince === null
      ? []
      : [`It was due on ${momentText(job.missedSince, zone)}, and nothing ran it.`]),
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
        : `${text === '' ? 'None on this page.' : text}${more}\n\n${NOTHING_FIRES}`,
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
        ? 'There are no failed runs: nothing runs jobs yet.'
        : `${text === '' ? 'None on this page.' : text}${more}`,
    data: { failed: shown.map(({ id }) => id), total: letters.length },
  }
}

function pageOf<T>(
  all: readonly T[],
  page: number,
): { readonly shown: readonly T[]; readonly more: string } {
  const shown = all.slice((page - 1) * PAGE, page * PAGE)
  return { shown, more: all.length > page * PAGE ? `\n\n[There are more: page ${page + 1}.]` : '' }
}
