// What a table alone can answer, of a Gatehouse that is not running: read in place, with nothing
// started and nothing written. Every other request starts Gatehouse.
import type { Failure } from '../../../../contract/failure.ts'
import type { Output } from '../../../../contract/ipc/ipc.ts'
import type { Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import { lockOwner } from '../../lock.ts'
import type { CliContext } from '../cli-context.ts'
import { answerAtRest } from './answer-at-rest.ts'
import { endReading, shareReading } from './read-tables.ts'
import type { Session } from './session.ts'

type Whole = () => Promise<Result<Session, Failure>>

/**
 * Null where only the whole can answer: another process has the home, the database has another
 * shape, or a passphrase is there to open the credentials, which have to be hidden in what is shown.
 */
export async function tablesSession(
  context: CliContext,
  paths: AppPaths,
  whole: Whole,
): Promise<Session | null> {
  if ((context.env['GATEHOUSE_PASSPHRASE'] ?? '') !== '') return null
  if ((await lockOwner(paths.lockFile)) !== null) return null
  shareReading(paths)
  let composed: Promise<Result<Session, Failure>> | null = null
  const compose = (): NonNullable<typeof composed> =>
    (composed ??= endReading(paths).then(() => whole()))
  return {
    kind: 'own',
    async call(channel, input, only) {
      const answer =
        composed === null ? await answerAtRest(context, paths, channel, input, only) : null
      // The table of answers pairs each channel with its output; the compiler cannot follow the
      // index.
      if (answer !== null) return answer as Result<Output<typeof channel>, Failure>
      const session = await compose()
      return session.ok ? session.value.call(channel, input) : session
    },
    async subscribe(listener) {
      const session = await compose()
      return session.ok ? session.value.subscribe(listener) : session
    },
    async close() {
      await endReading(paths)
      const session = await composed
      if (session?.ok === true) await session.value.close()
    },
  }
}
