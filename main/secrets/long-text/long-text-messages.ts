// The messages to and from the thread of long texts.
import type { Hiding, Redacted } from '../redact/redactor.ts'
import type { CleanText } from '../sanitize/sanitize-text.ts'

export type LongTextWork =
  | {
      readonly id: number
      readonly kind: 'clean'
      readonly text: string
      readonly maxChars: number
    }
  | ({ readonly id: number; readonly kind: 'redact'; readonly text: string } & Hiding)

export type LongTextAnswer =
  | { readonly id: number; readonly clean: CleanText }
  | { readonly id: number; readonly redacted: Redacted }
