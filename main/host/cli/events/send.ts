// `gatehouse events send`: an event that a person takes in by hand.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { EventSource, EventType } from '../../../../contract/inbound/event.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { Call } from '../command.ts'
import { visible } from '../output/show.ts'
import { ask } from '../session/ask.ts'

const MOST_CHARS = 262_144

const usage = (text: string, hint: string): Result<never, Failure> =>
  err(failure('usage', text, hint))

export const eventsSend = ask({
  name: 'events send',
  operands: ['SOURCE', '[TEXT]'],
  options: ['type'],
  usage: '[--type TYPE]',
  summary: 'Take in an event by hand: TEXT, or what comes on standard input. It starts jobs',
  channel: 'events.send',
  async input(call) {
    const { operands, options } = call
    const [from, given] = operands
    const source = EventSource.safeParse(from)
    if (!source.success)
      return usage(`SOURCE: ${source.error.issues[0]?.message ?? ''}.`, 'Choose such a name.')
    const type = EventType.safeParse(options.get('type') ?? 'none')
    if (!type.success)
      return usage(`--type: ${type.error.issues[0]?.message ?? ''}.`, 'Choose such a type.')
    const text = given ?? (await inputOf(call))
    if (text === '' || text.length > MOST_CHARS)
      return usage(
        text === ''
          ? 'The event has no text.'
          : `The text is longer than ${MOST_CHARS} characters.`,
        'Give it as a word, or on standard input.',
      )
    return ok({ source: source.data, type: options.has('type') ? type.data : '', text })
  },
  json: (event) => ({ event }),
  text: ({ id, jobs }) =>
    jobs.length === 0
      ? `Kept as event ${id}. No job waits for one like it.`
      : `Kept as event ${id}. It started: ${visible(jobs.join(', '))}`,
})

async function inputOf({ context }: Call): Promise<string> {
  if (context.terminal) return ''
  let text = ''
  for await (const piece of context.input()) {
    text += piece
    if (text.length > MOST_CHARS) break
  }
  return text
}
