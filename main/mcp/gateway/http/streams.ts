// The streams of events that are open to clients. Each says now and then that it is still here, so
// that nothing on the way takes it for dead.
import type { ServerResponse } from 'node:http'

const KEEP_ALIVE_MS = 15_000

export type Streams = {
  /** Until it is closed. */
  hold(response: ServerResponse): void
  /** Every one ends. */
  close(): void
}

export function openStreams(): Streams {
  const streams = new Set<ServerResponse>()
  const keepAlive = setInterval(() => {
    for (const stream of streams) if (!stream.writableEnded) stream.write(': still here\n\n')
  }, KEEP_ALIVE_MS)
  keepAlive.unref()
  return {
    hold(response) {
      streams.add(response)
      response.on('close', () => streams.delete(response))
    },
    close() {
      clearInterval(keepAlive)
      for (const stream of streams) stream.end()
    },
  }
}
