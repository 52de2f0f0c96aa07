// What is typed into the form of a job, and the job it makes. Pure.
import { JobDraftGiven } from '../../../contract/schedule/job-draft.ts'
import type { CatchUp, JobListing, JobType } from '../../../contract/schedule/job.ts'
import { fieldOf } from './moment.ts'
import { strings } from './strings.ts'

export type When = 'cron' | 'every' | 'at' | 'delay' | 'event'

export type JobForm = {
  readonly name: string
  readonly type: JobType
  readonly message: string
  readonly agent: string
  readonly when: When
  readonly cron: string
  readonly zone: string
  /** Minutes. */
  readonly every: string
  readonly delay: string
  readonly at: string
  readonly pattern: string
  readonly source: string
  readonly catchUp: CatchUp
  readonly maxRuns: string
  readonly cooldown: string
  readonly concurrent: string
  readonly expires: string
}

export const emptyForm = (zone: string): JobForm => ({
  name: '',
  type: 'agent',
  message: '',
  agent: 'main',
  when: 'cron',
  cron: '0 8 * * 1-5',
  zone,
  every: '60',
  delay: '30',
  at: '',
  pattern: '',
  source: '',
  catchUp: 'skip',
  maxRuns: '',
  cooldown: '',
  concurrent: '1',
  expires: '',
})

export function formOf(job: JobListing, zone: string): JobForm {
  const { trigger, maxRuns, cooldownSeconds, expiresAt } = job
  const when: When = trigger.kind
  return {
    ...emptyForm(zone),
    name: job.name,
    type: job.type,
    message: job.message,
    agent: job.agent,
    when,
    ...(trigger.kind === 'cron' ? { cron: trigger.expression, zone: trigger.zone } : {}),
    ...(trigger.kind === 'every' ? { every: String(trigger.seconds / 60) } : {}),
    ...(trigger.kind === 'at' ? { at: fieldOf(trigger.at) } : {}),
    ...(trigger.kind === 'event' ? { pattern: trigger.pattern, source: trigger.source ?? '' } : {}),
    catchUp: job.catchUp,
    concurrent: String(job.maxConcurrent),
    maxRuns: maxRuns === null ? '' : String(maxRuns),
    cooldown: cooldownSeconds === null ? '' : String(cooldownSeconds),
    expires: expiresAt === null ? '' : fieldOf(expiresAt),
  }
}

export type FormError = Partial<Record<keyof JobForm, string>>

/** The job, or what is wrong with which field. */
export function draftOf(
  form: JobForm,
): { readonly draft: JobDraftGiven } | { readonly wrong: FormError } {
  const words = strings.form.wrong
  const read = JobDraftGiven.safeParse({
    name: form.name,
    type: form.type,
    message: form.message,
    agent: form.agent,
    trigger: triggerOf(form),
    catchUp: form.catchUp,
    maxConcurrent: Number(form.concurrent),
    maxRuns: form.maxRuns === '' ? null : Number(form.maxRuns),
    cooldownSeconds: form.cooldown === '' ? null : Number(form.cooldown),
    expiresAt: form.expires === '' ? null : Date.parse(form.expires),
  })
  if (read.success) return { draft: read.data }
  const wrong: { -readonly [K in keyof JobForm]?: string } = {}
  for (const { path, message } of read.error.issues) {
    const [first, second] = path.map(String)
    if (first === 'name') wrong.name = words.name
    else if (first === 'message') wrong.message = words.message
    else if (first === 'maxRuns') wrong.maxRuns = words.number
    else if (first === 'cooldownSeconds') wrong.cooldown = words.number
    else if (first === 'maxConcurrent') wrong.concurrent = words.number
    else if (first === 'expiresAt') wrong.expires = words.at
    else if (first === 'agent') wrong.agent = message
    else if (second === 'expression') wrong.cron = message
    else if (second === 'zone') wrong.zone = message
    else if (second === 'pattern') wrong.pattern = message
    else if (second === 'at') wrong.at = words.at
    else wrong[form.when === 'event' ? 'pattern' : form.when] = words.number
  }
  return { wrong }
}

function triggerOf(form: JobForm): unknown {
  switch (form.when) {
    case 'cron':
      return { kind: 'cron', expression: form.cron.trim(), zone: form.zone.trim() }
    case 'every':
      return { kind: 'every', seconds: Number(form.every) * 60 }
    case 'delay':
      return { kind: 'delay', seconds: Number(form.delay) * 60 }
    case 'at':
      return { kind: 'at', at: Date.parse(form.at) }
    case 'event': {
      const source = form.source.trim()
      return { kind: 'event', pattern: form.pattern, source: source === '' ? null : source }
    }
  }
}
