// Takes a mark of ours off the end of standard error, which a shell around a command says last of all,
// and hands on everything else as it comes. Pure.
import type { ProcessEnd } from '../../../contract/call/powers/run-power.ts'
import type { FollowedJob } from './child.ts'

type Output = FollowedJob['onOutput']

export type WithoutMark = {
  readonly onOutput: Output
  /** What it wrote without the mark, and whether that was there. To be called once, at its end. */
  end(whole: ProcessEnd): { readonly value: ProcessEnd; readonly marked: boolean }
}

export function withoutMark(mark: string, onOutput: Output): WithoutMark {
  let held = ''
  return {
    onOutput(stream, text) {
      if (stream !== 'stderr') return onOutput(stream, text)
      const all = held + text
      held = all.slice(all.length - begunAtEnd(all, mark))
      const known = all.slice(0, all.length - held.length)
      if (known !== '') onOutput(stream, known)
    },
    end(whole) {
      const marked = whole.stderr.endsWith(mark)
      if (!marked) {
        if (held !== '') onOutput('stderr', held)
        return { value: whole, marked }
      }
      const stderr = whole.stderr.slice(0, -mark.length)
      const stderrBytes = whole.stderrBytes - Buffer.byteLength(mark)
      return { value: { ...whole, stderr, stderrBytes }, marked }
    },
  }
}

/** How many characters at the end of a text are the beginning of the mark. */
function begunAtEnd(text: string, mark: string): number {
  for (let length = Math.min(text.length, mark.length); length > 0; length -= 1)
    if (text.endsWith(mark.slice(0, length))) return length
  return 0
}
