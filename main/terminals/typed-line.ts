// Pure. Follows what is half-typed in a terminal, so that a line is judged whole even where it is
// sent in pieces. What it cannot follow it does not know, and then nothing is taken for granted.
import type { PersonKey, TerminalKey } from '../../contract/call/powers/terminal.ts'

/** Null: not known. */
export type TypedLine = string | null

/** The kernel keeps this much of a line for who reads it, and drops the rest. */
export const LONGEST_TYPED = 4_000

/** What is there once this was sent. */
export function typedAfter(before: TypedLine, text: string, keys: readonly PersonKey[]): TypedLine {
  const whole = before === null ? null : before + text
  let now = text.includes('\n') ? text.slice(text.lastIndexOf('\n') + 1) : whole
  for (const key of keys)
    if (key === 'Enter' || key === 'C-c') now = ''
    else if (key !== 'C-l') now = null
  return now
}

/** Keys that at a prompt do just what their name says, whatever shell reads them. */
export const plainAtPrompt = (keys: readonly TerminalKey[], typed: string): boolean =>
  keys.length <= 1 &&
  keys.every((key) => key === 'Enter' || key === 'C-c' || (key === 'C-d' && typed === ''))

/** Whether the kernel would hand on each of its lines whole. */
export const fitsTerminal = (typed: string): boolean =>
  typed.split('\n').every((line) => new TextEncoder().encode(line).length <= LONGEST_TYPED)
