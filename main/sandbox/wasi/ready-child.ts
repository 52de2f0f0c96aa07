// A process that has started and waits for its one module.
import { failure, type Failure } from '../../../contract/failure.ts'
import { letGo } from '../../../contract/let-go.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { StartChild, WasiChild } from './child-process.ts'
import { frameReader, type Frame } from './frames.ts'
import { ChildMessage } from './host-call.ts'

/** A Node starts in a fraction of it, on a busy machine too. */
const START_MS = 30_000

export type ReadyChild = Pick<WasiChild, 'kill' | 'ended' | 'grumble'> & {
  send(parts: readonly Uint8Array[]): void
  /** Once: who hears what it says. `null`: something that is no message. */
  listen(listener: (message: ChildMessage | null, bytes: Uint8Array) => void): void
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
    let listener: Parameters<ReadyChild['listen']>[0] = (message) => {
      if (message?.kind !== 'ready') return cannot('it sent something that is no answer')
      clearTimeout(late)
      resolve(
        ok({
          ended: child.ended,
          kill: child.kill,
          grumble: child.grumble,
          send(parts) {
            // Together, so that the process is woken once.
            child.stdin.cork()
            for (const part of parts) child.stdin.write(part)
            child.stdin.uncork()
          },
          listen(given) {
            listener = given
          },
        }),
      )
    }
    const read = frameReader(({ head, bytes }: Frame) => {
      const message = ChildMessage.safeParse(head)
      listener(message.success ? message.data : null, bytes)
    })
    child.stdout.on('data', (chunk: Buffer) => {
      try {
        read(chunk)
      } catch {
        listener(null, new Uint8Array())
      }
    })
    letGo(
      child.ended.then(({ failed, signal, code }) =>
        cannot(failed ?? `it ended with ${signal ?? `code ${code}`}`),
      ),
    )
  })
}
