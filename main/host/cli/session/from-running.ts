// Where a question about the journal is answered: by the app that runs, or else from what lies on
// disk.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import { connect } from '../../local-client.ts'
import type { CliConnection } from '../../client-connection.ts'
import { lockOwner } from '../../lock.ts'
import type { Call } from '../command.ts'

const timeoutMs = 10_000
const pauseMs = 100

/**
 * Asks the running app; without one, reads what lies on disk and writes nothing: looking must not
 * change what is looked at.
 */
export async function fromRunningOr<T>(
  { context, paths }: Call,
  ask: (connection: CliConnection) => Promise<Result<T, Failure>>,
  read: () => Promise<Result<T, Failure> | null>,
): Promise<Result<T, Failure>> {
  for (let waited = 0; ; waited += pauseMs) {
    const connected = await connect(paths.socketFile)
    if (connected.ok) {
      const answer = await ask(connected.value)
      connected.value.close()
      return answer
    }
    if (connected.error.code !== 'socket.nobody') return connected
    const found = await read()
    if (found !== null) return found
    if (waited >= timeoutMs) {
      const owner = await lockOwner(paths.lockFile)
      return err(
        failure(
          'host.already-running',
          `Another Gatehouse (process ${owner?.pid ?? 'unknown'}) uses this home folder and does not answer.`,
          'Wait until it finishes, or quit it.',
        ),
      )
    }
    await context.sleep(pauseMs)
  }
}
