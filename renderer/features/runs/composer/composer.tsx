// The field a message is written in. Keeps the draft when sending fails; never sends an empty one
// or one twice.
import { ArrowUp, Paperclip } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import { setAttached, useUi } from '../../../state/ui.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { AttachedList } from './attached-list.tsx'
import css from './composer.module.css'
import { FileButton } from './file-button.tsx'
import { ManualHelp } from './manual-help.tsx'
import { optionId, SuggestList } from './suggest-list.tsx'
import { strings } from '../strings.ts'
import { takeFiles } from './take-files.ts'
import { useMessageField } from './use-message-field.ts'
import { type Message, type Trouble, useSend } from './use-send.ts'

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
  const [error, setError] = useState<Trouble | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
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
  const focus = (): void => field.current?.focus()
  const { sending, send } = useSend({
    draftKey,
    attached,
    busy,
    textNow: message.textNow,
    onStart: message.close,
    onEnd: setError,
    onSend,
  })
  const files = takeFiles({ draftKey, manual, say: setError, onTaken: focus })
  const ready = text.trim() !== '' && !sending && !busy

  useEffect(() => {
    // A held call that is already there has the first word.
    if (autoFocus && (document.activeElement?.closest('[data-approval]') ?? null) === null)
      field.current?.focus({ preventScroll: true })
  }, [autoFocus])

  const mentionFile = (): void => {
    const gap = text === '' || /\s$/.test(text) ? '' : ' '
    message.put(`${text}${gap}@`, text.length + gap.length + 1)
    message.ask()
    focus()
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
            focus()
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
          focus()
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
        <div
          className={css.box}
          onDrop={files.onDrop}
          onDragOver={(event) => event.preventDefault()}
        >
          <IconButton label={strings.attach} className={css.tool} onClick={mentionFile}>
            <Paperclip size={15} aria-hidden="true" />
          </IconButton>
          {manual ? null : <FileButton onTake={(chosen) => void files.take(chosen)} />}
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
            onPaste={files.onPaste}
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
