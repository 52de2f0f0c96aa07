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
