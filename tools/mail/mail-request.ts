// What the tools for mail ask of a mailbox, whatever keeps it, and what each answers with.
import type { Mail } from '../service/mail/mime.ts'

/** What can be said of a message, in the words of people. */
export type MailFlag = 'read' | 'flagged'

export type MailRequest =
  | {
      readonly kind: 'list'
      /** Null: the inbox; of a search, all mail. */
      readonly mailbox: string | null
      /** Null: all of it, newest first. */
      readonly query: string | null
      readonly limit: number
    }
  | { readonly kind: 'read'; readonly id: string }
  | { readonly kind: 'unread'; readonly mailbox: string | null }
  | { readonly kind: 'send'; readonly mail: Mail }
  | { readonly kind: 'mark'; readonly id: string; readonly flag: MailFlag; readonly on: boolean }
  | { readonly kind: 'move'; readonly id: string; readonly mailbox: string }

/** Everybody who gets it. */
export const recipientsOf = ({ to, cc = [], bcc = [] }: Mail): readonly string[] => [
  ...new Set([...to, ...cc, ...bcc]),
]
