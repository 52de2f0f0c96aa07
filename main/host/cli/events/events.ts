// `gatehouse events list`, `show` and `process`.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { EventState, EventsAsked } from '../../../../contract/inbound/event.ts'
import type { InboundEvent } from '../../../../contract/inbound/event.ts'
import { momentText, ownZone } from '../../../../contract/schedule/job-sentence.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call } from '../command.ts'
import { numberOption } from '../number-option.ts'
import { table, visible, visibleLines } from '../output/show.ts'
import { ask } from '../session/ask.ts'

const MOST_EVENTS = 200
/** How what the schema refuses is written on the command line. */
const written: Readonly<Record<string, string>> = {
  source: '--from',
  type: '--type',
}

const usage = (text: string, hint: string): Result<never, Failure> =>
  err(failure('usage', text, hint))

function idIn({ operands: [word] }: Call): Result<{ readonly id: number }, Failure> {
  const id = /^[1-9]\d{0,15}$/.test(word ?? '') ? Number(word) : null
  return id === null
    ? usage(
        `"${word}" is not the id of an event.`,
        'Ids are numbers. To find them: gatehouse events list',
      )
    : ok({ id })
}

export const eventsList = ask({
  name: 'events list',
  operands: ['[STATE]'],
  choices: { STATE: EventState.options },
  options: ['from', 'type', 'limit'],
  usage: '[--from SOURCE] [--type TYPE] [--limit N]',
  summary: 'List what came in from outside, the newest first',
  channel: 'events.list',
  looks: true,
  input(call) {
    const { operands, options } = call
    const [state] = operands
    const states: readonly string[] = EventState.options
    if (state !== undefined && !states.includes(state))
      return usage(
        `There is no state "${state}".`,
        `STATE is one of: ${EventState.options.join(', ')}.`,
      )
    const limit = numberOption(call, 'limit', { least: 1, most: MOST_EVENTS })
    if (!limit.ok) return limit
    const read = EventsAsked.safeParse({
      state,
      source: options.get('from'),
      type: options.get('type'),
      ...(limit.value === undefined ? {} : { limit: limit.value }),
    })
    if (read.success) return ok(read.data)
    const [issue] = read.error.issues
    const [field] = issue?.path ?? []
    return usage(
      `${written[String(field)] ?? 'The list'}: ${issue?.message ?? 'not valid'}.`,
      'See: gatehouse help events list',
    )
  },
  json: (events) => ({ events }),
  text: (events) =>
    table(
      'No event came in.',
      ['ID', 'CAME IN', 'SOURCE', 'TYPE', 'STATE', 'STARTED', 'TEXT'],
      events.map(({ id, receivedAt, source, type, state, jobs, text }) => [
        String(id),
        momentText(receivedAt, ownZone()),
        source,
        type,
        state,
        visible(jobs.join(', ')),
        visible(text.slice(0, 60).split('\n', 1)[0] ?? ''),
      ]),
    ),
})

const whole = (event: InboundEvent): string => {
  const { id, source, type, state, channel, receivedAt, flags, jobs, text } = event
  return [
    `Event ${id} of ${source}${type === '' ? '' : `, ${type}`} (${state})`,
    `Came in on ${momentText(receivedAt, ownZone())} by ${channel}.`,
    ...(jobs.length === 0 ? [] : [`It started: ${visible(jobs.join(', '))}`]),
    ...(flags.length === 0 ? [] : [`Careful: it ${flags.join(', ')}`]),
    '',
    visibleLines(text),
  ].join('\n')
}

export const eventsShow = ask({
  name: 'events show',
  operands: ['ID'],
  summary: 'Show an event in full. Anyone may have written its text',
  channel: 'events.get',
  looks: true,
  input: idIn,
  json: (event) => ({ event }),
  text: whole,
})

export const eventsProcess = ask({
  name: 'events process',
  operands: ['ID'],
  summary: 'Mark an event as processed',
  channel: 'events.process',
  input: idIn,
  json: (event) => ({ event }),
  text: ({ id, source }) => `The event ${id} of ${source} is marked as processed.`,
})
