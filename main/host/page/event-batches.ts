// Events on their way to one page, in either host. A page that gets ten thousand messages a second
// does nothing but take them, so what comes shortly after another event goes in one message with
// what follows it. The first after a while goes at once, and so does what a person waits for, with
// all that came before it.
import type { PanelEvent } from '../../../contract/ipc/event.ts'
import { isAwaited } from '../../../contract/ipc/is-awaited.ts'

const EVERY_MS = 8
/** Characters that are not worth waiting with. */
const LARGE = 256 * 1024

export type EventBatches = {
  add(event: PanelEvent): void
  /** Sends what waits now: before an answer, which must not come before what happened before it. */
  flush(): void
  /** Forgets what waits. */
  dispose(): void
}

/** `send` gets the JSON text of a message: `{events}`, in the order in which they were added. */
export function openBatches(
  send: (message: string) => void,
  everyMs: number = EVERY_MS,
): EventBatches {
  let waiting: string[] = []
  let characters = 0
  let timer: NodeJS.Timeout | null = null
  /** An event did not wait since the last time was up: of a flood of them, the others do. */
  let hurried = false

  const flush = (): void => {
    if (waiting.length === 0) return
    const events = waiting.join(',')
    waiting = []
    characters = 0
    send(`{"events":[${events}]}`)
  }
  const goOn = (): void => {
    hurried = false
    timer = waiting.length === 0 ? null : setTimeout(goOn, everyMs)
    flush()
  }

  return {
    add(event) {
      const text = JSON.stringify(event)
      waiting.push(text)
      characters += text.length
      const awaited = !hurried && isAwaited(event)
      if (awaited) hurried = true
      if (timer === null || awaited || characters > LARGE) flush()
      timer ??= setTimeout(goOn, everyMs)
    },
    flush,
    dispose() {
      if (timer !== null) clearTimeout(timer)
      timer = null
      waiting = []
    },
  }
}
