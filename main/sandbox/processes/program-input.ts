// What is said to a program: straight into its socket, or through the helper, which takes no more than a
// window ahead.
import { Writable } from 'node:stream'
import type { SpawnedJob } from '../spawner/spawner.ts'
import { together, WINDOW } from '../spawner/wire.ts'

export type ProgramInputDeps = {
  /** Whether it is known already which way it goes. */
  readonly wayIsKnown: boolean
  /** Its own socket; null: it goes through the helper. */
  readonly straight: () => Writable | null
  readonly job: Pick<SpawnedJob, 'write' | 'endInput'>
}

export type ProgramInput = {
  readonly stream: Writable
  wayIsKnown(): void
  /** The helper passed on so many bytes. */
  taken(bytes: number): void
  /** The socket takes more. */
  freed(): void
  /** The socket takes no more. */
  closed(): void
  /** The program has ended. */
  end(): void
}

export function openProgramInput({ wayIsKnown, straight, job }: ProgramInputDeps): ProgramInput {
  const flow = windowed()
  let opened: (() => void) | null = null
  let decided = wayIsKnown
  const decide = (): void => {
    decided = true
    opened?.()
  }
  const stream = new Writable({
    highWaterMark: 64 * 1024,
    // What is said before it is known which way it goes waits here.
    construct(done) {
      let asked = false
      opened = () => {
        if (!asked) done()
        asked = true
      }
      if (decided) opened()
    },
    write(chunk: Buffer, _encoding, done) {
      const socket = straight()
      if (socket === null) {
        job.write(chunk)
        flow.spend(chunk.length, done)
        return
      }
      together(socket)
      if (socket.write(chunk)) done()
      else flow.wait(done)
    },
    final(done) {
      const socket = straight()
      if (socket === null) job.endInput()
      else socket.end()
      done()
    },
  })
  // Written after the end: the end itself is told by `exited`.
  stream.on('error', () => {})
  return {
    stream,
    wayIsKnown: decide,
    taken: (bytes) => flow.back(bytes),
    freed: () => flow.free(),
    closed: () => flow.close(),
    end() {
      decide()
      flow.close()
      stream.destroy()
    },
  }
}

/**
 * Bytes of standard input under way to the program: no more than a window, then its next chunk has
 * to wait.
 */
function windowed() {
  let under = 0
  let ended = false
  let waiting: ((error?: Error) => void) | null = null
  const release = (error?: Error): void => {
    const done = waiting
    waiting = null
    done?.(error)
  }
  const wait = (done: (error?: Error) => void): void => {
    waiting = done
    if (ended) release(gone())
  }
  return {
    spend(bytes: number, done: (error?: Error) => void): void {
      under += bytes
      if (under <= WINDOW) done()
      else wait(done)
    },
    back(bytes: number): void {
      under -= bytes
      if (under <= WINDOW) release()
    },
    wait,
    free: () => release(),
    close(): void {
      ended = true
      release(gone())
    },
  }
}

const gone = (): Error => new Error('The program has ended.')
