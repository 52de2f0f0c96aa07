// Sends what is in the message field. It stays there when sending fails.
import { useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import { addSent, setAttached, setDraft, useUi } from '../../../state/ui.ts'

export type Message = { readonly text: string; readonly attach?: string[] }
export type Trouble = Pick<Failure, 'text' | 'hint'>

type Deps = {
  readonly draftKey: string
  readonly attached: readonly string[]
  /** Nothing is sent meanwhile. */
  readonly busy: boolean
  /** What is in the field now. */
  textNow(): string
  /** It is about to be sent. */
  onStart(): void
  /** What became of it; null when it went through. */
  onEnd(trouble: Failure | null): void
  onSend(message: Message): Promise<Failure | null>
}

const none: readonly string[] = []

type Sending = { readonly sending: boolean; send(): Promise<void> }

export function useSend(deps: Deps): Sending {
  const { draftKey, attached, busy, textNow, onStart, onEnd, onSend } = deps
  const [sending, setSending] = useState(false)
  const send = async (): Promise<void> => {
    // As it is now: the key may have come before what was typed is drawn.
    const typed = textNow()
    if (typed.trim() === '' || sending || busy) return
    setSending(true)
    onStart()
    // Emptied at once: a held call may come before the answer, and takes the focus only from an
    // empty field.
    setDraft(draftKey, '')
    setAttached(draftKey, none)
    const trouble = await onSend({
      text: typed.trim(),
      ...(attached.length === 0 ? {} : { attach: [...attached] }),
    })
    setSending(false)
    onEnd(trouble)
    if (trouble === null) return addSent(typed.trim())
    const { drafts, attached: now } = useUi.getState()
    if ((now[draftKey] ?? none).length === 0) setAttached(draftKey, attached)
    if ((drafts[draftKey] ?? '') === '') setDraft(draftKey, typed)
  }
  return { sending, send }
}
