// The field in which a person types into a session, and the keys that are no text.
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useId, useState } from 'react'
import type { TerminalKey, TerminalListing } from '../../../contract/call/terminal.ts'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { strings } from './strings.ts'
import css from './terminals.module.css'

const keys = ['C-c', 'C-d', 'C-z', 'Tab', 'Escape', 'Up', 'Down', 'Enter'] as const

const names: Partial<Record<TerminalKey, string>> = strings.keyNames

type Props = {
  readonly terminal: TerminalListing
  readonly field: RefObject<HTMLInputElement | null>
  typed(): void
}

export function TypeForm({ terminal: { owner, name }, field, typed }: Props) {
  const bridge = useBridge()
  const id = useId()
  const [text, setText] = useState('')
  const [hidden, setHidden] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const type = async (line: string, pressed: readonly TerminalKey[]): Promise<void> => {
    const sent = await bridge.call('terminals.type', {
      ...{ owner, name, text: line, keys: [...pressed], hidden },
    })
    setError(sent.ok ? null : sent.error)
    if (sent.ok && line !== '') setText('')
    typed()
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void type(text, ['Enter'])
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // With text in the field it copies, and moves through the text.
    if (text !== '' || event.nativeEvent.isComposing) return
    const key = keyOf(event)
    if (key === null) return
    event.preventDefault()
    void type('', [key])
  }
  return (
    <form className={css.form} onSubmit={submit}>
      <label htmlFor={id}>{strings.type}</label>
      <div className={css.row}>
        <input
          ref={field}
          id={id}
          className={css.field}
          type={hidden ? 'password' : 'text'}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          value={text}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" tone="strong" hotkey={strings.sendKey}>
          {strings.send}
        </Button>
        <Button disabled={text === ''} focusableWhenDisabled onClick={() => void type(text, [])}>
          {strings.without}
        </Button>
      </div>
      <p id={`${id}-hint`} className={css.text}>
        {strings.hint}
      </p>
      <div className={css.row} role="group" aria-label={strings.keys}>
        {keys.map((key) => (
          <Button
            key={key}
            size="small"
            aria-label={names[key]}
            onClick={() => void type('', [key])}
          >
            {strings.key[key]}
          </Button>
        ))}
      </div>
      <label className={css.check}>
        <input
          type="checkbox"
          checked={hidden}
          onChange={({ target }) => setHidden(target.checked)}
        />
        {strings.hidden}
      </label>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
    </form>
  )
}

/** Keys that mean the same to the program as in the field, and nothing to an empty field. */
function keyOf({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent): TerminalKey | null {
  if (altKey || metaKey || shiftKey) return null
  if (ctrlKey) return key === 'c' ? 'C-c' : key === 'd' ? 'C-d' : key === 'z' ? 'C-z' : null
  return key === 'ArrowUp' ? 'Up' : key === 'ArrowDown' ? 'Down' : null
}
