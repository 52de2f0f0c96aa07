// The field in which a person types into a session, and the keys that are no text.
import {
  type CompositionEvent,
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type {
  PersonKey,
  TerminalKey,
  TerminalListing,
} from '../../../contract/call/powers/terminal.ts'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { openKeyQueue, typedOf } from './key-queue.ts'
import { rawKey } from './raw-key.ts'
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
  const [direct, setDirect] = useState(false)
  const type = async (line: string, pressed: readonly PersonKey[]): Promise<boolean> => {
    const sent = await bridge.call('terminals.type', {
      owner,
      name,
      text: line,
      keys: [...pressed],
      hidden,
    })
    setError(sent.ok ? null : sent.error)
    typed()
    return sent.ok
  }
  const typeLine = async (pressed: readonly PersonKey[]): Promise<void> => {
    if (await type(text, pressed)) setText('')
  }
  // The queue outlives a render, and sends as things are then.
  const latest = useRef(type)
  useEffect(() => {
    latest.current = type
  })
  const [queue] = useState(() =>
    openKeyQueue(({ text: line, keys: all }) => latest.current(line, all)),
  )
  const add = (line: string): void => typedOf(line).forEach(queue.add)
  /** True: it went to the session, or ended that keys do. */
  const press = (event: KeyboardEvent): boolean => {
    const { key, ctrlKey, altKey, shiftKey, metaKey } = event
    const altGraph = event.getModifierState('AltGraph')
    const raw = rawKey({ key, ctrlKey, altKey, shiftKey, metaKey, altGraph })
    if (raw.kind === 'text' || raw.kind === 'window') return false
    if (raw.kind === 'leave') setDirect(false)
    if (raw.kind === 'keys') {
      queue.add({ text: '', keys: raw.keys })
      if (raw.then !== '') queue.add({ text: raw.then, keys: [] })
    }
    return true
  }
  const change = (next: string, composing: boolean): void => {
    if (!direct || composing) return setText(next)
    add(next)
    setText('')
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    void typeLine(['Enter'])
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (direct) {
      if (!press(event)) return
      event.preventDefault()
      // Escape would close the dialog, and a letter is a shortcut elsewhere.
      event.stopPropagation()
      return
    }
    // With text in the field it copies, and moves through the text.
    if (text !== '') return
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
          data-direct={direct || undefined}
          value={text}
          onKeyDown={onKeyDown}
          onChange={({ target, nativeEvent }) =>
            change(target.value, 'isComposing' in nativeEvent && nativeEvent.isComposing === true)
          }
          onCompositionEnd={({ currentTarget }: CompositionEvent<HTMLInputElement>) =>
            change(currentTarget.value, false)
          }
          onPaste={(event) => {
            if (!direct) return
            event.preventDefault()
            add(event.clipboardData.getData('text'))
          }}
          onBlur={() => setDirect(false)}
        />
        <Button type="submit" tone="strong" hotkey={strings.sendKey} disabled={direct}>
          {strings.send}
        </Button>
        <Button disabled={text === ''} focusableWhenDisabled onClick={() => void typeLine([])}>
          {strings.without}
        </Button>
      </div>
      <p id={`${id}-hint`} className={css.text}>
        {direct ? strings.directHint : strings.hint}
      </p>
      <div className={css.row} role="group" aria-label={strings.keys}>
        <Button
          size="small"
          aria-pressed={direct}
          // The field keeps the focus: without it, keys are not direct.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            setDirect(!direct)
            field.current?.focus()
          }}
        >
          {strings.direct}
        </Button>
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
