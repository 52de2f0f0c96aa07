// What an output that cannot be written means for a command.
import { fileReason } from '../../../../contract/file-reason.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'

/**
 * `gatehouse audit tail | head` ends our output early, and a closed terminal ends all of it: nobody
 * is there to be told.
 */
const nobodyReads: ReadonlySet<string> = new Set([
  'EPIPE',
  'EIO',
  'ECONNRESET',
  'ERR_STREAM_DESTROYED',
])
const noSpace: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Null where nobody reads it any more. */
export function outputFailure(cause: NodeJS.ErrnoException): Failure | null {
  const code = cause.code ?? cause.message
  if (nobodyReads.has(code)) return null
  return noSpace.has(code)
    ? failure(
        'cli.output-full',
        `The output is incomplete: the disk it is written to is full.`,
        'Free some disk space, or write the output somewhere else. The command itself was done.',
      )
    : failure(
        'cli.output',
        `The output is incomplete: it cannot be written: ${fileReason(cause)}.`,
        'Write it somewhere else. The command itself was done.',
      )
}
