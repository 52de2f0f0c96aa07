// The keys of the message field: send, choose and take what is offered, and bring back what was sent before.
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { setAttached, setDraft, useUi } from '../../state/ui.ts'
import { type Suggestions, useSuggest } from './use-suggest.ts'

type Needs = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly draftKey: string
  readonly manual: boolean
  /** What the person said in this run, oldest first. */
  readonly said: readonly string[]
  onSend(): void
  onCancel?: (() => void) | undefined
}

/** Files that may go with one message. */
const mostFiles = 20

export function useMessageField({ field, draftKey, manual, said, onSend, onCancel }: Needs) {
  const text = useUi((ui) => ui.drafts[draftKey] ?? '')
  const [caret, setCaret] = useState(0)
  /** `asked`: by a key, over an empty field too. */
  const [shown, setShown] = useState<'no' | 'typed' | 'asked'>('no')
  const [active, setActive] = useState(-1)
  /** How far back in what was sent; 0 for what is being written. */
  const [back, setBack] = useState(0)
  const wanted = shown === 'asked' || (shown === 'typed' && text.trim() !== '')
  const suggestions = useSuggest(text, Math.min(caret, text.length), manual, wanted)

  const placed = useRef<number | null>(null)
  // The text is the store's: the caret can be set once it is drawn, and has to be before the next key.
  useLayoutEffect(() => {
    const at = placed.current
    placed.current = null
    if (at !== null) field.current?.setSelectionRange(at, at)
  })

  const put = (next: string, at: number): void => {
    setDraft(draftKey, next)
    setCaret(at)
    placed.current = at
  }
  const close = (): void => {
    setShown('no')
    setActive(-1)
  }
  const take = (index: number): void => {
    const option = suggestions?.options[index]
    if (suggestions === null || option === undefined) return
    const { attached } = useUi.getState()
    const paths = attached[draftKey] ?? []
    if (option.attach !== null && !paths.includes(option.attach) && paths.length < mostFiles) setAttached(draftKey, [...paths, option.attach])
    put(text.slice(0, suggestions.from) + option.insert + text.slice(suggestions.to), suggestions.from + option.caret)
    setActive(-1)
    // What was put in may ask for more: a key for its value, a folder for what is in it.
    setShown(option.insert === '' ? 'no' : 'typed')
    field.current?.focus()
  } // prettier-ignore

  const recall = (step: 1 | -1): boolean => {
    const sent = [...new Set([...said, ...useUi.getState().sent].toReversed())]
    const next = back + step
    if (next < 0 || next > sent.length || (back === 0 && text !== '')) return false
    const found = next === 0 ? '' : (sent[next - 1] ?? '')
    setBack(next)
    put(found, found.length)
    close()
    return true
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const act = (done: () => void): void => {
      event.preventDefault()
      done()
    }
    const options = suggestions?.options ?? []
    if (event.key === ' ' && event.ctrlKey) return act(() => setShown('asked'))
    if (options.length > 0) {
      if (event.key === 'ArrowDown') return act(() => setActive((active + 1) % options.length))
      if (event.key === 'ArrowUp') return act(() => setActive((active <= 0 ? options.length : active) - 1))
      if (event.key === 'Tab' && !event.shiftKey) return act(() => take(Math.max(0, active)))
      if (event.key === 'Enter' && !event.shiftKey && active >= 0) return act(() => take(active))
    }
    if (event.key === 'Escape') {
      if (shown !== 'no' && suggestions !== null) return act(close)
      if (onCancel !== undefined) return act(onCancel)
    }
    if (event.key === 'ArrowUp' && !event.shiftKey && (back > 0 || text === '') && recall(1)) return event.preventDefault()
    if (event.key === 'ArrowDown' && back > 0 && recall(-1)) return event.preventDefault()
    if (event.key === 'Enter' && !event.shiftKey) act(onSend)
  }

  return {
    text,
    active,
    suggestions: suggestions as Suggestions | null,
    take,
    close,
    put,
    onKeyDown,
    onChange(next: string, at: number): void {
      setDraft(draftKey, next)
      setCaret(at)
      setBack(0)
      setActive(-1)
      setShown('typed')
    },
    onSelect: (at: number): void => setCaret(at),
    ask: (): void => setShown('asked'),
  }
}
