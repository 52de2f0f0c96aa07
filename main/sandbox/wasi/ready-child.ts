// A process that has started and waits for its one module. Starting takes longer than most modules
// run, so one is kept waiting while modules are being run.
import { failure, type Failure } from '../../../contract/failure.ts'
import { letGo } from '../../../contract/let-go.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { StartChild, WasiChild } from './child-process.ts'
import { frame, frameReader, type Frame } from './frames.ts'
import { ChildMessage } from './host-call.ts'

/** A Node starts in a fraction of it, on a busy machine too. */
const START_MS = 30_000

export type ReadyChild = Pick<WasiChild, 'kill' | 'ended' | 'grumble'> & {
  send(parts: readonly Uint8Array[]): void
  /** Once: who hears what it says. `null`: something that is no message. */
  listen(hear: (message: ChildMessage | null, bytes: Uint8Array) => void): void
}

/** Fails as `wasm.start`. */
export async function readyChild(
  start: StartChild,
  command: Parameters<StartChild>[0],
): Promise<Result<ReadyChild, Failure>> {
  const started = await start(command)
  if (!started.ok) return started
  const child = started.value
  for (const stream of [child.stdin, child.stdout]) stream.on('error', () => {})
  return new Promise((resolve) => {
    const cannot = (why: string): void => {
      clearTimeout(late)
      child.kill()
      resolve(
        err(
          failure(
            'wasm.start',
            `The runtime could not be started (${why}).`,
            'Run `gatehouse doctor`.',
          ),
        ),
      )
    }
    const late = setTimeout(cannot, START_MS, 'it was not ready in time')
    let hear: Parameters<ReadyChild['listen']>[0] = (message) => {
      if (message?.kind !== 'ready') return cannot('it sent something that is no answer')
      clearTimeout(late)
      resolve(
        ok({
          ended: child.ended,
          kill: child.kill,
          grumble: child.grumble,
          send(parts) {
            for (const part of parts) child.stdin.write(part)
          },
          listen(given) {
            hear = given
          },
        }),
      )
    }
    const read = frameReader(({ head, bytes }: Frame) => {
      const message = ChildMessage.safeParse(head)
      hear(message.success ? message.data : null, bytes)
    })
    child.stdout.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch {
        hear(null, new Uint8Array())
      }
    })
    letGo(
      child.ended.then(({ failed, signal, code }) =>
        cannot(failed ?? `it ended with ${signal ?? `code ${code}`}`),
      ),
    )
  })
}

export type Spares = {
  /** One that waits, or a new one. */
  take(): Promise<Result<ReadyChild, Failure>>
  /**
   * Has one wait for the next module, for a while. Settles when it does; never rejects. `likely`:
   * the module that it makes itself ready for; it runs any other as well.
   */
  prepare(likely: Uint8Array | null): Promise<void>
  dispose(): void
}

/** @param idleMs how long one waits for nothing */
export function openSpares(
  start: () => Promise<Result<ReadyChild, Failure>>,
  idleMs: number,
): Spares {
  let waiting: Promise<Result<ReadyChild, Failure>> | null = null
  let idle: NodeJS.Timeout | undefined
  let closed = false
  const drop = (): void => {
    const last = waiting
    waiting = null
    clearTimeout(idle)
    if (last !== null) letGo(last.then((child) => void (child.ok && child.value.kill())))
  }
  const stay = (): void => {
    clearTimeout(idle)
    idle = setTimeout(drop, idleMs).unref()
  }
  return {
    async take() {
      const next = waiting
      waiting = null
      clearTimeout(idle)
      const spare = await next
      return spare?.ok === true ? spare : start()
    },
    async prepare(likely) {
      if (closed) return
      if (waiting === null) {
        const next = start()
        waiting = next
        const forget = (): void => {
          if (waiting === next) waiting = null
        }
        letGo(
          next.then((child) => {
            if (!child.ok) return forget()
            if (likely !== null) child.value.send(frame({ kind: 'prepare' }, likely))
            return child.value.ended.then(forget)
          }),
        )
      }
      stay()
      await waiting
    },
    dispose() {
      closed = true
      drop()
    },
  }
}
