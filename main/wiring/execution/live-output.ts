// Live output of commands on its way to the windows: cleaned and without secrets, as the result
// will be, whole lines at a time. Text without a line end waits for one, or for the end of the
// call.
import type { CallId, RunId } from '../../../contract/ids.ts'
import { cleanText } from '../../secrets/sanitize/sanitize-text.ts'
import type { RedactingStream, Redactor } from '../../secrets/redact/redactor.ts'

type Stream = 'stdout' | 'stderr'

export type LiveOutput = {
  output(callId: CallId, runId: RunId | null, stream: Stream, text: string): void
  /** The call has ended: what is still held back is sent. */
  ended(callId: CallId): void
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
  const clean = (text: string): string =>
    cleanText(text, { maxChars: Number.POSITIVE_INFINITY }).text
  const show = (shown: Promise<string>, live: Live): void =>
    void shown.then((text) => text !== '' && live.send(text))

  return {
    output(callId, runId, stream, text) {
      // Calls without a run have nobody who watches.
      if (runId === null) return
      const key = `${callId} ${stream}`
      const live = all.get(key) ?? {
        redacting: redactor.stream(),
        send: (shown) => send(callId, runId, stream, shown),
        held: '',
      }
      all.set(key, live)
      live.held += text
      const end = cutIn(live.held)
      if (end === 0) return
      const ready = live.held.slice(0, end)
      live.held = live.held.slice(end)
      show(live.redacting.push(clean(ready)), live)
    },
    ended(callId) {
      for (const stream of ['stdout', 'stderr'] as const) {
        const key = `${callId} ${stream}`
        const live = all.get(key)
        if (live === undefined) continue
        all.delete(key)
        show(live.redacting.push(clean(live.held)), live)
        show(live.redacting.end(), live)
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
