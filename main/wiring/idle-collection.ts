// Lets the engine's own idle collection come. Some seconds after work V8 gives memory back, unless
// it finds a heap in which much is allocated; of a heap in which *nothing* was allocated it takes
// the share of work to be all there is (`ComputeMutatorUtilization` in its `heap/gc-tracer.cc`), and
// the embedder's heap of Node is such a one. So for a while after work a tiny object is made there
// now and then. Nothing is collected before the engine itself finds that there is time for it.
import { Script } from 'node:vm'
import type { Events } from './events.ts'

/** Well within the five seconds over which the engine counts what was allocated. */
const EACH_MS = 2_000
/** The engine looks eight seconds after its last collection, and a second time after that. */
const AFTER_WORK_MS = 60_000

export type IdleCollection = { readonly dispose: () => void }

export function allowIdleCollection(
  events: Pick<Events, 'on'>,
  now: () => number,
  allocate: () => unknown = () => new Script('0'),
): IdleCollection {
  let lastWork = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setInterval> | null = null
  const stop = (): void => {
    if (timer !== null) clearInterval(timer)
    timer = null
  }
  const worked = (): void => {
    lastWork = now()
    timer ??= setInterval(() => {
      allocate()
      if (now() - lastWork > AFTER_WORK_MS) stop()
    }, EACH_MS).unref()
  }
  events.on('call-changed', worked)
  events.on('state-changed', worked)
  return { dispose: stop }
}
