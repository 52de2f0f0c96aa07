// The field a message is written in. Keeps the draft when sending fails; never sends an empty one or one twice.
import { ArrowUp, Paperclip, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import { addSent, setAttached, setDraft, useUi } from '../../state/ui.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Exact } from '../../ui/exact-text.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import css from './composer.module.css'
import { strings } from './strings.ts'

export type Message = { readonly text: string; readonly attach?: string[] }

type Props = {
  readonly draftKey: string
  readonly manual: boolean
  readonly placeholder: string
  readonly busy?: boolean
  readonly autoFocus?: boolean
  readonly label?: string
  /** Where the message is an old one that is said in another way. */
  onCancel?(): void
  /** Null when it went through. */
  onSend(message: Message): Promise<Failure | null>
}

const none: readonly string[] = []

export function Composer({ draftKey, manual, placeholder, busy = false, autoFocus = false, label, onCancel, onSend }: Props) {
  const text = useUi((ui) => ui.drafts[draftKey] ?? '')
  const attached = useUi((ui) => ui.attached[draftKey] ?? none)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const hintId = useId()
  const ready = text.trim() !== '' && !sending && !busy

  useEffect(() => {
    // A held call that is already there has the first word.
    if (autoFocus && (document.activeElement?.closest('[data-approval]') ?? null) === null) field.current?.focus({ preventScroll: true })
  }, [autoFocus])

  const send = async (): Promise<void> => {
    if (!ready) return
    setSending(true)
    // Emptied at once: a held call may come before the answer, and takes the focus only from an empty field.
    setDraft(draftKey, '')
    setAttached(draftKey, none)
    const trouble = await onSend({ text: text.trim(), ...(attached.length === 0 ? {} : { attach: [...attached] }) })
    setSending(false)
    setError(trouble)
    if (trouble === null) return addSent(text.trim())
    if ((useUi.getState().attached[draftKey] ?? none).length === 0) setAttached(draftKey, attached)
    if ((useUi.getState().drafts[draftKey] ?? '') === '') setDraft(draftKey, text)
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && onCancel !== undefined) return onCancel()
    // Enter also ends a composition of characters; that one is not ours.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }

  return (
    <div className={css.composer}>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {manual ? (
        <div className={css.hints}>
          <span>{draftKey === 'new' ? strings.manual : strings.manualShort}</span>
          <ul aria-label={strings.hintsLabel}>
            {strings.hints.map((hint) => (
              <li key={hint}>
                <button
                  type="button"
                  className={css.chip}
                  onClick={() => {
                    setDraft(draftKey, hint)
                    field.current?.focus()
                  }}
                >
                  <code>{hint}</code>
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {attached.length === 0 ? null : (
        <ul className={css.attached} aria-label={strings.attached}>
          {attached.map((path) => (
            <li key={path}>
              <Paperclip size={12} aria-hidden="true" />
              <code>
                <Exact text={path} />
              </code>
              <IconButton
                label={strings.detach(path)}
                className={css.detach}
                onClick={() => {
                  setAttached(
                    draftKey,
                    attached.filter((each) => each !== path),
                  )
                  field.current?.focus()
                }}
              >
                <X size={12} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={css.box}>
        <textarea
          ref={field}
          className={css.field}
          aria-label={label ?? strings.message}
          aria-describedby={hintId}
          rows={1}
          value={text}
          placeholder={placeholder}
          maxLength={100_000}
          onChange={(event) => setDraft(draftKey, event.target.value)}
          onKeyDown={onKeyDown}
        />
        {onCancel === undefined ? null : (
          <Button tone="quiet" size="small" onClick={onCancel}>
            {strings.cancel}
          </Button>
        )}
        <Button
          tone="strong"
          size="small"
          disabled={!ready}
          focusableWhenDisabled
          icon={<ArrowUp size={15} aria-hidden="true" />}
          onClick={() => void send()}
        >
          {strings.send}
        </Button>
      </div>
      <p id={hintId} className={css.keys}>
        {strings.sendKeys}
      </p>
    </div>
  )
}
