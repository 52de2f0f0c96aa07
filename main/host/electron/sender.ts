// Who may speak to main. Pure, so that every way to be somebody else is a line of a test.
import { ORIGIN } from './origin.ts'

/** What Electron says of the frame that sent a message. */
export type SenderFrame = { readonly origin: string; readonly parent: unknown }

/**
 * Whether a message comes from the top frame of one of our own windows, showing our own origin. A
 * frame that has gone or moved on since is null, and nobody.
 */
export const isOurSender = (
  frame: SenderFrame | null,
  sender: unknown,
  ours: readonly unknown[],
): boolean =>
  frame !== null && frame.parent === null && frame.origin === ORIGIN && ours.includes(sender)
