// A job in one sentence, for cards, lists and the model.
import { assertNever } from '../never.ts'
import { cronText } from './cron-text.ts'
import type { Job } from './job.ts'
import type { Trigger } from './trigger.ts'

type Said = Pick<
  Job,
  | 'type'
  | 'trigger'
  | 'expiresAt'
  | 'maxRuns'
  | 'cooldownSeconds'
  | 'maxConcurrent'
  | 'catchUp'
  | 'paused'
> &
  Partial<Pick<Job, 'agent'>>

/** `zone`: in which moments are written. */
export function jobSentence(job: Said, zone: string): string {
  const { type, trigger, expiresAt, maxRuns, cooldownSeconds, maxConcurrent, catchUp } = job
  const what =
    type === 'echo'
      ? 'Shows the message'
      : job.agent === undefined || job.agent === 'main'
        ? 'Runs an agent'
        : `Runs the agent ${job.agent}`
  const limits = [
    maxRuns === null ? '' : `at most ${count(maxRuns, 'time')}`,
    expiresAt === null ? '' : `until ${momentText(expiresAt, zone)}`,
    cooldownSeconds === null ? '' : `at least ${spanText(cooldownSeconds)} apart`,
    maxConcurrent === 1 ? '' : `up to ${maxConcurrent} runs at the same time`,
  ].filter((part) => part !== '')
  const missed = {
    skip: 'Missed runs are skipped.',
    once: 'Missed runs are made up for once.',
    all: 'Every missed run is made up for.',
  }[catchUp]
  return [
    `${[`${what} ${whenText(trigger, zone)}`, ...limits].join(', ')}.`,
    ...(trigger.kind === 'event' ? [] : [missed]),
    ...(job.paused ? ['Paused.'] : []),
  ].join(' ')
}

export function whenText(trigger: Trigger, zone: string): string {
  switch (trigger.kind) {
    case 'at':
      return `once, on ${momentText(trigger.at, zone)}`
    case 'every':
      return `every ${spanText(trigger.seconds)}`
    case 'cron': {
      const { expression } = trigger
      const words = cronText(expression)
      return words === null
        ? `by the cron expression ${expression} in ${trigger.zone}`
        : `${words} in ${trigger.zone} (cron ${expression})`
    }
    case 'event':
      return `when an event${trigger.source === null ? '' : ` of ${trigger.source}`} matches ${trigger.pattern}`
    default:
      return assertNever(trigger, 'whenText')
  }
}

/** `Mon, 23 Nov 2026, 09:00 (Europe/Berlin)`. */
export function momentText(at: number, zone: string): string {
  const text = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at)
  return `${text} (${zone})`
}

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Whole: `90 minutes`, not `1.5 hours`. */
function spanText(seconds: number): string {
  const [size, unit] = units.find(([each]) => seconds % each === 0) ?? units[3]
  return count(seconds / size, unit)
}

const count = (number: number, unit: string): string =>
  `${number} ${unit}${number === 1 ? '' : 's'}`

/** The zone of this machine. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone
