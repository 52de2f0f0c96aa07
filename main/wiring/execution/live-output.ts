// Live output of commands on its way to the windows: cleaned and without secrets, as the result
// will be, whole lines at a time. Text without a line end waits for one, or for the end of the
// call.
import type { CallId, RunId } from '../../../contract/ids.ts'
import { letGo } from '../../../contract/let-go.ts'
import { cleanText } from '../../secrets/sanitize/sanitize-text.ts'
import type { RedactingStream, Redactor } from '../../secrets/redact/redactor.ts'

type Stream = 'stdout' | 'stderr'

export type LiveOutput = {
  output(callId: CallId, runId: RunId | null, stream: Stream, text: string): void
  /** The call has ended: what is still held back is sent. */
  ended(callId: CallId): void
  /** Hears this call from now on. The function returned ends that, once all of it was passed on. */
  watch(callId: CallId, listener: (stream: Stream, text: string) => void): () => Promise<void>
}

type Live = {
  readonly redacting: RedactingStream
  readonly send: (text: string) => void
  held: string
}

/** A line longer than this is not waited for; the redactor looks over its cuts by itself. */
const LONGEST = 65_536

export function openLiveOutput(
  redactor: Redactor,
  send: (callId: CallId, runId: RunId, stream: Stream, text: string) => void,
): LiveOutput {
  const all = new Map<string, Live>()
  const watchers = new Map<CallId, (stream: Stream, text: string) => void>()
  /** What is still on its way to a watcher, by call. */
  const shown = new Map<CallId, Promise<unknown>>()
  const clean = (text: string): string =>
    cleanText(text, { maxChars: Number.POSITIVE_INFINITY }).text
  const show = (callId: CallId, text: Promise<string>, live: Live): void => {
    const sent = text.then((clear) => clear !== '' && live.send(clear))
    if (watchers.has(callId)) shown.set(callId, Promise.all([shown.get(callId), sent]))
    else letGo(sent)
  }
  const end = (callId: CallId): void => {
    for (const stream of ['stdout', 'stderr'] as const) {
      const key = `${callId} ${stream}`
      const live = all.get(key)
      if (live === undefined) continue
      all.delete(key)
      show(callId, live.redacting.push(clean(live.held)), live)
      show(callId, live.redacting.end(), live)
    }
  }

  return {
    output(callId, runId, stream, text) {
      // A call without a run has nobody who watches, unless somebody said so.
      const watcher = watchers.get(callId)
      if (runId === null && watcher === undefined) return
      const key = `${callId} ${stream}`
      const live = all.get(key) ?? {
        redacting: redactor.stream(),
        send: (clear) => {
          watcher?.(stream, clear)
          if (runId !== null) send(callId, runId, stream, clear)
        },
        held: '',
      }
      all.set(key, live)
      live.held += text
      const readyTo = cutIn(live.held)
      if (readyTo === 0) return
      const ready = live.held.slice(0, readyTo)
      live.held = live.held.slice(readyTo)
      show(callId, live.redacting.push(clean(ready)), live)
    },
    ended: end,
    watch(callId, listener) {
      watchers.set(callId, listener)
      return async () => {
        end(callId)
        await shown.get(callId)
        watchers.delete(callId)
        shown.delete(callId)
      }
    },
  }
}

/** After the last line end. A carriage return at the very end may be half of one. */
function cutIn(text: string): number {
  const end = Math.max(text.lastIndexOf('\n'), text.slice(0, -1).lastIndexOf('\r')) + 1
  if (end > 0 || text.length < LONGEST) return end
  return text.length - ((text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800 ? 1 : 0)
}
