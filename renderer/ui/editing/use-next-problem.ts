// From one mistake in a text to the next: the first after the line of the cursor, and after the last
// one the first again.
import { type RefObject, useEffect, useRef } from 'react'

/** What an editor can be told to do. */
export type TextHandle = {
  /** Both from 1. */
  goTo(line: number, column: number): void
  find(): void
  /** As it is in the editor, which a drawing may be behind. */
  text(): string
  /** Of the cursor, from 1. */
  line(): number
}

/** `of`: the text that this is about; `busy`: there is a newer one. */
type CheckedText = {
  readonly of: string | null
  readonly busy: boolean
  readonly problems: readonly { readonly line: number; readonly column: number }[]
}

export function useNextProblem(
  handle: RefObject<TextHandle | null>,
  { of, busy, problems }: CheckedText,
): () => void {
  // A key that comes before the text is checked waits for it: the places of an older text are not
  // those of this one.
  const waiting = useRef(false)
  const next = (): void => {
    const editor = handle.current
    if (editor === null) return
    waiting.current = of !== editor.text()
    if (waiting.current) return
    const line = editor.line()
    const problem = problems.find((each) => each.line > line) ?? problems[0]
    if (problem !== undefined) editor.goTo(problem.line, problem.column)
  }
  useEffect(() => {
    if (waiting.current && !busy) next()
  })
  return next
}
