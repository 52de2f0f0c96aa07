// The field a message is written in. Keeps the draft when sending fails; never sends an empty one
// or one twice.
import { ArrowUp, FileUp, Paperclip } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import { addSent, setAttached, setDraft, useUi } from '../../../state/ui.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { AttachedList } from './attached-list.tsx'
import css from './composer.module.css'
import { ManualHelp } from './manual-help.tsx'
import { putIn } from './put-in.ts'
import { optionId, SuggestList } from './suggest-list.tsx'
import { strings } from '../strings.ts'
import { useMessageField } from './use-message-field.ts'

export type Message = { readonly text: string; readonly attach?: string[] }

type Props = {
  readonly draftKey: string
  readonly manual: boolean
  readonly placeholder: string
  readonly busy?: boolean
  readonly autoFocus?: boolean
  readonly label?: string
  /** What the person said in this run, oldest first. */
  readonly said?: readonly string[]
  /** Where the message is an old one that is said differently. */
  onCancel?(): void
  /** Null when it went through. */
  onSend(message: Message): Promise<Failure | null>
}

const none: readonly string[] = []

export function Composer({
  draftKey,
  manual,
  placeholder,
  busy = false,
  autoFocus = false,
  label,
  said = none,
  onCancel,
  onSend,
}: Props) {
  const attached = useUi((ui) => ui.attached[draftKey] ?? none)
  const [sending, setSending] = useState(false)
  const [error, setError] = useState<Pick<Failure, 'text' | 'hint'> | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const listId = useId()
  const message = useMessageField({
    field,
    draftKey,
    manual,
    said,
    onSend: () => void send(),
    onCancel,
  })
  const { text, suggestions, active } = message
  const ready = text.trim() !== '' && !sending && !busy

  useEffect(() => {
    // A held call that is already there has the first word.
    if (autoFocus && (document.activeElement?.closest('[data-approval]') ?? null) === null)
      field.current?.focus({ preventScroll: true })
  }, [autoFocus])

  async function send(): Promise<void> {
    // As it is now: the key may have come before what was typed is drawn.
    const typed = message.textNow()
    if (typed.trim() === '' || sending || busy) return
    setSending(true)
    message.close()
    // Emptied at once: a held call may come before the answer, and takes the focus only from an
    // empty field.
    setDraft(draftKey, '')
    setAttached(draftKey, none)
    const trouble = await onSend({
      text: typed.trim(),
      ...(attached.length === 0 ? {} : { attach: [...attached] }),
    })
    setSending(false)
    setError(trouble)
    if (trouble === null) return addSent(typed.trim())
    const { drafts, attached: now } = useUi.getState()
    if ((now[draftKey] ?? none).length === 0) setAttached(draftKey, attached)
    if ((drafts[draftKey] ?? '') === '') setDraft(draftKey, typed)
  }

  /** Each file that is text goes in below what is written; of the others is said why not. */
  async function take(files: readonly File[]): Promise<void> {
    const read = await Promise.all(files.map(putIn))
    const texts = read.flatMap((each) => (each.ok ? [each.text] : []))
    const troubles = read.flatMap((each) => (each.ok ? [] : [each.why]))
    setError(troubles.length === 0 ? null : { text: troubles.join(' '), hint: strings.fileHint })
    const before = useUi.getState().drafts[draftKey] ?? ''
    if (texts.length > 0)
      setDraft(draftKey, [before.trimEnd(), ...texts].filter(Boolean).join('\n\n'))
    field.current?.focus()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files]
    if (files.length === 0 || manual) return
    event.preventDefault()
    void take(files)
  }
  const onDrop = (event: DragEvent): void => {
    const files = [...event.dataTransfer.files]
    if (files.length === 0) return
    event.preventDefault()
    if (manual) setError({ text: strings.fileManual, hint: '' })
    else void take(files)
  }
  const mentionFile = (): void => {
    const gap = text === '' || /\s$/.test(text) ? '' : ' '
    message.put(`${text}${gap}@`, text.length + gap.length + 1)
    message.ask()
    field.current?.focus()
  }

  const open = suggestions !== null && (suggestions.options.length > 0 || suggestions.note !== '')
  return (
    <div className={css.composer}>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {manual ? (
        <ManualHelp
          text={text}
          brief={draftKey !== 'new'}
          onExample={(example) => {
            message.put(example, example.length)
            field.current?.focus()
          }}
        />
      ) : null}
      <AttachedList
        paths={attached}
        onRemove={(path) => {
          setAttached(
            draftKey,
            attached.filter((each) => each !== path),
          )
          field.current?.focus()
        }}
      />
      <div className={css.place}>
        {open ? (
          <SuggestList
            id={listId}
            suggestions={suggestions}
            active={active}
            below={onCancel !== undefined}
            onTake={message.take}
          />
        ) : null}
        <div className={css.box} onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
          <IconButton label={strings.attach} className={css.tool} onClick={mentionFile}>
            <Paperclip size={15} aria-hidden="true" />
          </IconButton>
          {manual ? null : (
            <>
              <IconButton
                label={strings.putIn}
                className={css.tool}
                onClick={() => chooser.current?.click()}
              >
                <FileUp size={15} aria-hidden="true" />
              </IconButton>
              <input
                ref={chooser}
                type="file"
                multiple
                hidden
                aria-label={strings.putIn}
                onChange={(event) => {
                  void take([...(event.target.files ?? [])])
                  event.target.value = ''
                }}
              />
            </>
          )}
          <textarea
            ref={field}
            className={css.field}
            aria-label={label ?? strings.message}
            aria-describedby={hintId}
            aria-autocomplete="list"
            aria-controls={open ? listId : undefined}
            aria-activedescendant={open && active >= 0 ? optionId(listId, active) : undefined}
            rows={1}
            data-put-by
            value={text}
            placeholder={placeholder}
            maxLength={100_000}
            onChange={(event) => message.onChange(event.target.value, event.target.selectionStart)}
            onSelect={(event) => message.onSelect(event.currentTarget.selectionStart)}
            onBlur={message.close}
            onKeyDown={message.onKeyDown}
            onPaste={onPaste}
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
      </div>
      <p id={hintId} className={css.keys}>
        {open ? strings.suggestKeys : manual ? strings.manualKeys : strings.sendKeys}
      </p>
    </div>
  )
}
