// A terminal session that goes on after the call that began it: what a call does with one, and what
// is known of it when the call is decided.
import { z } from 'zod'
import { RunId, SessionId } from '../../ids.ts'

/** Letters, digits, `_` and `-`: never a word of another program's command language. */
export const TerminalName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,32}$/, 'up to 32 letters, digits, _ and -')

/** Keys that are no text. Each is named to the program that reads them, never to tmux itself. */
export const terminalKeys = [
  ...(['Enter', 'C-c', 'C-d', 'C-z', 'C-l', 'C-a', 'C-e', 'C-k', 'C-n', 'C-o', 'C-p'] as const),
  ...(['C-r', 'C-u', 'C-w', 'C-x', 'Escape', 'Tab', 'BSpace', 'Space', 'Up', 'Down'] as const),
  ...(['Left', 'Right', 'Home', 'End', 'PageUp', 'PageDown'] as const),
] as const
export const TerminalKey = z.enum(terminalKeys)
export type TerminalKey = z.infer<typeof TerminalKey>

/**
 * What a person may press: those, and every other key of a keyboard that is no text, with Ctrl, Alt
 * and Shift. Letters and digits, for they go into a command of tmux.
 */
export const PersonKey = z
  .string()
  .regex(
    /^(?:C-(?:Backslash|BracketRight|Caret|Underscore|Space)|C-[a-z]|(?:C-)?(?:M-)?(?:S-)?(?:Enter|Escape|Tab|BTab|BSpace|DC|IC|Up|Down|Left|Right|Home|End|PageUp|PageDown|F(?:[1-9]|1[0-2]))|Space)$/,
    'the name of a key, such as C-c, F5 or S-Left',
  )
export type PersonKey = z.infer<typeof PersonKey>

/** What a call would do with it. `keys` are pressed after the text of the touch's command. */
export const TerminalUse = z.discriminatedUnion('does', [
  z.strictObject({ does: z.literal('create'), name: z.string() }),
  z.strictObject({ does: z.literal('send'), name: z.string(), keys: z.array(TerminalKey) }),
  z.strictObject({ does: z.literal('read'), name: z.string() }),
  z.strictObject({ does: z.literal('kill'), name: z.string() }),
])
export type TerminalUse = z.infer<typeof TerminalUse>

/** The same when it is decided, with what was in the session at that moment. */
export const TerminalState = z.strictObject({
  does: z.enum(['create', 'send', 'read', 'kill']),
  name: z.string(),
  keys: z.array(TerminalKey),
  /** Typed before and not yet read by the shell; the touch's command begins with it. */
  typed: z.string(),
  /** The line is cleared first, because what is on it is not known. */
  clears: z.boolean(),
  /** The program in front, which reads what is sent; null: the shell, at its prompt. */
  reader: z.string().nullable(),
})
export type TerminalState = z.infer<typeof TerminalState>

export type TerminalStep =
  | {
      readonly kind: 'create'
      readonly name: string
      readonly cwd: string
      /** Typed as its first line; null: none. */
      readonly command: string | null
      readonly waitMs: number
    }
  | {
      readonly kind: 'send'
      readonly name: string
      readonly text: string
      readonly keys: readonly TerminalKey[]
      readonly waitMs: number
    }
  | { readonly kind: 'read'; readonly name: string; readonly lines: number }
  | { readonly kind: 'kill'; readonly name: string }

/** What is on its screen now. */
export type TerminalScreen = {
  readonly name: string
  readonly text: string
  /** The program in front; null: the shell. */
  readonly reader: string | null
  /** It has ended, so this is the last that was seen of it. */
  readonly ended: boolean
}

/** An open session as a person sees it. */
export const TerminalListing = z.strictObject({
  /** Whose it is. */
  owner: SessionId,
  name: TerminalName,
  /** The agent that began it, for people. */
  agent: z.string(),
  runId: RunId.nullable(),
  startedAt: z.int(),
  reader: z.string().nullable(),
})
export type TerminalListing = z.infer<typeof TerminalListing>

/** What is on its screen, and above it. */
export const TerminalView = z.strictObject({
  text: z.string(),
  reader: z.string().nullable(),
  ended: z.boolean(),
})
export type TerminalView = z.infer<typeof TerminalView>

/** As much as a terminal keeps of a line. */
export const TerminalText = z
  .string()
  .max(4_000)
  .refine(
    // oxlint-disable-next-line no-control-regex -- a control character is a key, not text
    (text) => !/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text),
    'one line without control characters',
  )
