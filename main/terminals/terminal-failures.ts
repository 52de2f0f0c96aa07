// The failures of terminal sessions.
import { failure, type Failure } from '../../contract/failure.ts'

export const typedMeanwhile = failure(
  'terminal.changed',
  'The session is not as it was when this was decided, so nothing was typed.',
  'Read it, then send again.',
)
export const stopped = failure(
  'terminal.stopped',
  'The call was stopped, and its session was ended.',
)
export const tooLong = failure(
  'terminal.long',
  'The line is longer than a terminal keeps.',
  'Write it to a file with write_file and run that.',
)
export const tooMany = (what: string): Failure =>
  failure(
    'terminal.many',
    `${what}, and there can be no more.`,
    'End one of yours with kill, or run a single command with exec.',
  )
export const taken = (name: string): Failure =>
  failure('terminal.exists', `There is a session ${name} already.`, 'Use send, or another name.')
export const gone = (name: string): Failure =>
  failure('terminal.ended', `The session ${name} has ended.`, 'Use create to begin another.')
/** @param there names of those that there are. */
export const unknownSession = (name: string, there: readonly string[]): Failure =>
  failure(
    'terminal.unknown',
    `There is no session ${name}.`,
    there.length === 0 ? 'Use create first.' : `There are: ${there.join(', ')}.`,
  )
