// Connects one command to Gatehouse: the running app over its socket, or one started here for as long
// as the command lasts. Either way a command sees the same table of channels, as the surface `cli`.
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { Output } from '../../../../contract/ipc/ipc.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { AppPaths } from '../../../config/paths.ts'
import type { App } from '../../app.ts'
import { connect } from '../../local-client.ts'
import type { CliConnection } from '../../client-connection.ts'
import type { CliContext } from '../cli-context.ts'
import type { Session } from './session.ts'

const timeoutMs = 10_000
const pauseMs = 100

/**
 * Prefers the running app. Another one that is just starting or ending is waited for: it holds the
 * lock, but nobody answers yet, or no longer.
 */
export const openSession = (
  context: CliContext,
  paths: AppPaths,
  purpose: 'calls' | 'questions' = 'calls',
  tables = purpose === 'questions',
): Promise<Result<Session, Failure>> => reach(context, paths, purpose, tables)

/** `tables`: a table may be enough for the answer, so the whole is composed when it is not. */
async function reach(
  context: CliContext,
  paths: AppPaths,
  purpose: 'calls' | 'questions',
  tables: boolean,
): Promise<Result<Session, Failure>> {
  for (let waited = 0; ; waited += pauseMs) {
    const connected = await connect(paths.socketFile)
    if (connected.ok) return ok(runningSession(connected.value))
    if (connected.error.code !== 'socket.nobody') return connected
    if (tables && waited === 0) {
      const { tablesSession } = await import('./tables-session.ts')
      const whole = () => reach(context, paths, purpose, false)
      const quick = await tablesSession(context, paths, whole)
      if (quick !== null) return ok(quick)
    }
    const composed = await context.compose(paths, purpose)
    if (composed.ok) return ok(ownSession(context, composed.value))
    if (composed.error.code !== 'host.already-running' || waited >= timeoutMs) return composed
    await context.sleep(pauseMs)
  }
}

/** Over a connection that somebody else keeps an eye on. */
export const runningSession = (connection: CliConnection): Session => ({
  kind: 'running',
  call: (channel, input) => connection.call(channel, input),
  subscribe: (listener) => connection.subscribe(listener),
  close: async () => connection.close(),
})

function ownSession(context: CliContext, app: App): Session {
  // Without this, Ctrl+C would leave the lock and an unfinished journal behind. A call that is held
  // at that moment stays held in the store, so nobody waits for it any longer.
  const interruption = Promise.withResolvers<Result<never, Failure>>()
  const interrupted = err(failure('cli.interrupted', 'Interrupted.'))
  let over = false
  const forget = context.onInterrupt(async () => {
    await app.dispose()
    over = true
    interruption.resolve(interrupted)
  })
  return {
    kind: 'own',
    async call(channel, input) {
      if (over) return interrupted
      const result = await Promise.race([
        app.call(channel, input, { surface: 'cli' }),
        interruption.promise,
      ])
      // The router has parsed the output by the same table; the compiler cannot follow the channel
      // through it.
      return result as Result<Output<typeof channel>, Failure>
    },
    async subscribe(listener) {
      app.subscribe(listener)
      return ok(undefined)
    },
    async close() {
      await app.dispose()
      forget()
    },
  }
}
