// Lets one process at a time do something short. Held through the kernel, so it ends with its
// process whatever happens; that is why it can guard taking over a dead lock file, which nothing in
// the file system alone can do safely.
import { createHash } from 'node:crypto'
import { open, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'

const timeoutMs = 5_000
const pauseMs = 20

/**
 * Runs `work` while no other process on this machine is inside for the same file. Null when the
 * guard could not be had. Linux: a socket in the abstract namespace. Windows: a pipe's name. macOS:
 * a lock taken with the opening of a file (O_EXLOCK, open(2)). The last two are written from their
 * manuals and have not been tried on those systems.
 */
export async function guarded<T>(file: string, work: () => Promise<T>): Promise<T | null> {
  const path = join(await realpath(dirname(file)), basename(file))
  for (let waited = 0; waited <= timeoutMs; waited += pauseMs) {
    const release =
      process.platform === 'darwin' ? await byOpening(`${path}.guard`) : await byName(nameFor(path))
    if (release !== null) {
      try {
        return await work()
      } finally {
        await release()
      }
    }
    await new Promise((done) => setTimeout(done, pauseMs))
  }
  return null
}

function nameFor(path: string): string {
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 32)
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\gatehouse-guard-${hash}`
    : `\0gatehouse-guard-${hash}`
}

const byName = (name: string): Promise<(() => Promise<void>) | null> =>
  new Promise((done) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', () => done(null))
    server.listen(name, () => done(() => new Promise((closed) => server.close(() => closed()))))
  })

async function byOpening(file: string): Promise<(() => Promise<void>) | null> {
  const [readWrite, create, nonBlocking, exclusiveLock] = [0x0002, 0x0200, 0x0004, 0x0020]
  try {
    const handle = await open(file, readWrite | create | nonBlocking | exclusiveLock, 0o600)
    return () => handle.close()
  } catch {
    return null
  }
}
