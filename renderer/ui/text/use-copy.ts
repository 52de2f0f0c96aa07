// Puts a text on the clipboard, and knows how that went: some systems give a page none.
import { useState } from 'react'

export type Copied = 'rest' | 'copied' | 'refused'

export function useCopy(): {
  readonly copied: Copied
  /** Whether it could be copied. */
  copy(text: string): Promise<boolean>
  /** There is another text now. */
  forget(): void
} {
  const [copied, setCopied] = useState<Copied>('rest')
  const copy = async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('copied')
      return true
    } catch {
      setCopied('refused')
      return false
    }
  }
  return { copied, copy, forget: () => setCopied('rest') }
}
