// Failures as values, in the one form that every part of Gatehouse uses.
import { z } from 'zod'

/**
 * Why something did not happen, in a form that crosses every wall: IPC, journal, model, command
 * line. `code` is stable and dotted (`path.outside`); `text` is one sentence for a person; `hint`
 * says what to do next.
 */
export const Failure = z.strictObject({
  code: z.string(),
  text: z.string(),
  hint: z.string().optional(),
})
export type Failure = z.infer<typeof Failure>

export const failure = (code: string, text: string, hint?: string): Failure =>
  hint === undefined ? { code, text } : { code, text, hint }

/**
 * A failure as one text, for those who read nothing but that. What a program wrote ends no
 * sentence, so the hint after it has a line of its own.
 */
export function withHint({ text, hint = '' }: Pick<Failure, 'text' | 'hint'>): string {
  if (text === '' || hint === '') return `${text}${hint}`
  if (text.includes('\n') || /[\]}>`]$/.test(text)) return `${text}\n${hint}`
  return /[.!?…:][”"'’)]*$/u.test(text) ? `${text} ${hint}` : `${text}. ${hint}`
}

/**
 * A failure that no caller waits for, to be reported: its sentences, without a place in the code,
 * because nothing there is wrong.
 */
export function errorFrom(why: Failure): Error {
  const fault = new Error(withHint(why))
  delete fault.stack
  return fault
}
