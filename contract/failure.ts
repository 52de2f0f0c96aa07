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
 * A failure that no caller waits for, to be reported: its sentences, without a place in the code,
 * because nothing there is wrong.
 */
export function errorFrom({ text, hint }: Failure): Error {
  const fault = new Error(hint === undefined ? text : `${text} ${hint}`)
  delete fault.stack
  return fault
}
