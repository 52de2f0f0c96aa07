// What a tool asks of a person's mailbox, whatever keeps it, and what comes back of a mail server.

export type Mail = {
  readonly to: readonly string[]
  readonly cc?: readonly string[]
  readonly bcc?: readonly string[]
  readonly subject: string
  readonly body: string
  readonly attachments?: readonly { readonly name: string; readonly text: string }[]
  /** Paths of files of the workspace that go with it. */
  readonly files?: readonly string[]
  /** Message-ID of what it answers, and of all before. */
  readonly answers?: { readonly id: string; readonly references: string }
}

/** What can be said of a message, in the words of people. */
export type MailFlag = 'read' | 'flagged'

export type MailRequest =
  | {
      readonly kind: 'list'
      /** Null: the inbox; of a search in Gmail, all mail. */
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

/** To a mail server an email goes as it is on the wire, but for who wrote it and when. */
export type MailServerRequest =
  | Exclude<MailRequest, { kind: 'send' }>
  | { readonly kind: 'send'; readonly to: readonly string[]; readonly message: string }

export type MailHead = {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly subject: string
  /** As the message says it. */
  readonly date: string
  readonly unread: boolean
  readonly flagged: boolean
}

export type MailMessage = MailHead & {
  readonly cc: string
  readonly text: string
  readonly attachments: readonly {
    readonly name: string
    readonly mimeType: string
    readonly bytes: number
  }[]
}

export type MailAnswer =
  | { readonly kind: 'list'; readonly messages: readonly MailHead[]; readonly more: boolean }
  | { readonly kind: 'message'; readonly message: MailMessage }
  | { readonly kind: 'unread'; readonly unread: number }
  | { readonly kind: 'sent'; readonly id: string }
  | { readonly kind: 'done' }
