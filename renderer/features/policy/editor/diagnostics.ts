// What main says of the text, at its places in the editor.
import { withHint } from '../../../../contract/failure.ts'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import type { EditorState, Text, TransactionSpec } from '@codemirror/state'

/** `of`: the text that this is about; null: none. */
export type Found = {
  readonly of: string | null
  readonly problems: readonly {
    readonly line: number
    readonly column: number
    readonly text: string
    readonly hint: string
  }[]
  readonly warnings: readonly { readonly line: number | null; readonly text: string }[]
}

/** Offset of a line and a column, both from 1; the end of the line or text where it is shorter. */
export function offsetOf(text: Text, line: number, column: number): number {
  const at = text.line(Math.min(Math.max(1, line), text.lines))
  return Math.min(at.from + column - 1, at.to)
}

/** Where the word at an offset ends. */
const wordEnd = (text: Text, from: number): number => {
  const word = /^[^\s,:\]}]+/.exec(text.sliceString(from, from + 200))?.[0] ?? ''
  return Math.min(from + Math.max(1, word.length), text.length)
}

/** A mistake marks its word, a warning its line. */
export function diagnosticsOf(
  text: Text,
  { problems, warnings }: Omit<Found, 'of'>,
): readonly Diagnostic[] {
  return [
    ...problems.map(({ line, column, text: about, hint }): Diagnostic => {
      const from = offsetOf(text, line, column)
      const message = withHint({ text: about, hint })
      return { from, to: wordEnd(text, from), severity: 'error', message }
    }),
    ...warnings.flatMap(({ line, text: message }): Diagnostic[] =>
      line === null
        ? []
        : [
            {
              from: offsetOf(text, line, 1),
              to: offsetOf(text, line, Infinity),
              severity: 'warning',
              message,
            },
          ],
    ),
  ].toSorted((a, b) => a.from - b.from)
}

export const showDiagnostics = (state: EditorState, checked: Found): TransactionSpec =>
  setDiagnostics(state, diagnosticsOf(state.doc, checked))
