// Keeps a connection to the running Gatehouse, and takes it up again where it was lost.
import type { PanelEvent } from '../../../../contract/ipc/event.ts'
import { connect } from '../../local-client.ts'
import type { Call } from '../command.ts'
import { runningSession } from '../session/open-session.ts'
import type { Session } from '../session/session.ts'

export type LinkListener = {
  /** Once for each time that Gatehouse is there; events come from now on. */
  found(session: Session): void
  event(event: PanelEvent): void
  /** It went away, or is not there yet. `text` says what is the matter, in one sentence. */
  missing(text: string): void
}

const RETRY_MS = 500

/** Resolves when `signal` aborts. */
export async function keepLink(
  { context, paths }: Pick<Call, 'context' | 'paths'>,
  listener: LinkListener,
  signal: AbortSignal,
): Promise<void> {
  const aborted = new Promise<void>((done) =>
    signal.addEventListener('abort', () => done(), { once: true }),
  )
  while (!signal.aborted) {
    const opened = await connect(paths.socketFile)
    if (opened.ok) {
      const connection = opened.value
      const subscribed = await connection.subscribe((event) => {
        if (!signal.aborted) listener.event(event)
      })
      if (subscribed.ok && !signal.aborted) {
        listener.found(runningSession(connection))
        await Promise.race([connection.ended, aborted])
      }
      connection.close()
      if (!signal.aborted) listener.missing('Gatehouse went away. Waiting for it to come back.')
    } else
      listener.missing(
        opened.error.code === 'socket.nobody'
          ? 'No Gatehouse is running here. Waiting for one; start it with: gatehouse serve'
          : opened.error.text,
      )
    await Promise.race([context.sleep(RETRY_MS), aborted])
  }
}
