// The helper's part in giving a program its streams: connects to main, and keeps nothing of them.
import { Socket } from 'node:net'
import { join } from 'node:path'

export type Ends = { readonly stdin: Socket; readonly stdout: Socket; close(): void }

/** Null: main does not listen there. Neither socket is ever read from or written to here. */
export async function connectDescriptors(folder: string): Promise<Ends | null> {
  const found = await Promise.all([connected(join(folder, 'in')), connected(join(folder, 'out'))])
  const [stdin, stdout] = found
  const close = (): void => found.forEach((socket) => socket?.destroy())
  if (stdin !== null && stdout !== null) return { stdin, stdout, close }
  close()
  return null
}

function connected(path: string): Promise<Socket | null> {
  const socket = new Socket({ allowHalfOpen: true })
  // Else the first bytes for the program would be read here.
  socket.pause()
  return new Promise((done) => {
    socket.once('connect', () => done(socket))
    socket.on('error', () => {
      socket.destroy()
      done(null)
    })
    socket.connect(path)
  })
}
