// A browser host that ends and starts again with the same home, and sockets as a page opens them.
import { WebSocket as Socket } from 'ws'
import { type FakePages, fakePages } from '../fakes/returning-pages.ts'
import { openVisit, type Visit } from './browser-visit.ts'

/** What a test opened; put away after it, the last first. */
export const open: { dispose(): unknown }[] = []
export async function disposeAll(): Promise<void> {
  for (const each of open.splice(0).toReversed()) await each.dispose()
}

export async function start(
  home: FakePages = fakePages(),
  port = 0,
  peer?: () => Promise<'other'>,
) {
  const visit = await openVisit({}, peer, home, port)
  open.push(visit)
  return visit
}
/** Quits this Gatehouse, and starts the same home on the same port. */
export async function restart(visit: Visit, port = visit.host.port): Promise<Visit> {
  open.splice(open.indexOf(visit), 1)
  await visit.dispose()
  return start(visit.home, port)
}

// The same events as a browser's, and the headers of one.
export const dial = (
  port: number,
  path: string,
  headers: Record<string, string> = {},
): WebSocket => {
  const socket = new Socket(`ws://127.0.0.1:${port}${path}`, {
    origin: `http://127.0.0.1:${port}`,
    headers,
  })
  socket.on('error', () => undefined)
  open.push({ dispose: () => socket.terminate() })
  return socket as unknown as WebSocket
}
