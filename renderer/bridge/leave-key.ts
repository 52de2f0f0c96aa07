// A page that is in leaves its public key with Gatehouse, and learns what Gatehouse will prove itself
// with.
import { KeepAnswer, type KeepRequest } from '../../contract/ipc/page-return.ts'

/** Null: it was not taken, so this page cannot come back. */
export function leaveKey(socket: WebSocket, publicKey: string): Promise<KeepAnswer | null> {
  return new Promise((resolve) => {
    socket.addEventListener('open', () =>
      socket.send(JSON.stringify({ key: publicKey } satisfies KeepRequest)),
    )
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      resolve(readKept(data))
      socket.close()
    })
    socket.addEventListener('close', () => resolve(null))
  })
}

function readKept(data: unknown): KeepAnswer | null {
  try {
    return typeof data === 'string' ? (KeepAnswer.safeParse(JSON.parse(data)).data ?? null) : null
  } catch {
    return null
  }
}
