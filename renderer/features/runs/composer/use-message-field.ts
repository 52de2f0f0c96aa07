// The keys of the message field: send, choose and take what is offered, and bring back what was
// sent before.
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { setAttached, setDraft, useUi } from '../../../state/ui.ts'
import { type Suggestion, type Suggestions, useSuggest } from './use-suggest.ts'

type Deps = {
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

/** `asked`: by a key, over an empty field too. `chosen`: the option that the arrows went to. */
type Offered = { readonly how: 'no' | 'typed' | 'asked'; readonly chosen: string | null }

const nothing: Offered = { how: 'no', chosen: null }
const wants = ({ how }: Offered, text: string): boolean =>
  how === 'asked' || (how === 'typed' && text.trim() !== '')
const nameOf = ({ label, insert }: Suggestion): string => `${label} ${insert}`
const indexIn = (options: readonly Suggestion[], chosen: string | null): number =>
  options.findIndex((option) => nameOf(option) === chosen)

export function useMessageField({ field, draftKey, manual, said, onSend, onCancel }: Deps) {
  const text = useUi((ui) => ui.drafts[draftKey] ?? '')
  const [caret, setCaret] = useState(0)
  const [shown, setShown] = useState(nothing)
  /** How far back in what was sent; 0 for what is being written. */
  const [back, setBack] = useState(0)
  // Keys are answered from the field as it is then: the next key may come before anything is drawn.
  const held = useRef(nothing)
  const due = useRef(false)
  const show = (next: Offered): void => {
    held.current = next
    due.current = false
    setShown(next)
  }
  const textNow = (): string => useUi.getState().drafts[draftKey] ?? ''
  const at = Math.min(caret, text.length)
  const offering = useSuggest(text, at, manual, wants(shown, text))
  const suggestions = useMemo(
    () => (wants(shown, text) ? offering.at(text, at) : null),
    [at, offering, shown, text],
  )
  const active = indexIn(suggestions?.options ?? [], shown.chosen)

  const placed = useRef<number | null>(null)
  // The text is the store's: the caret can be set once it is drawn, and has to be before the next
  // key.
  useLayoutEffect(() => {
    const caretAt = placed.current
    placed.current = null
    if (caretAt !== null) field.current?.setSelectionRange(caretAt, caretAt)
  })

  const put = (next: string, caretAt: number): void => {
    setDraft(draftKey, next)
    setCaret(caretAt)
    placed.current = caretAt
  }
  const close = (): void => show(nothing)
  const caretNow = (): number => placed.current ?? field.current?.selectionStart ?? textNow().length
  const offered = (): Suggestions | null =>
    wants(held.current, textNow()) ? offering.at(textNow(), caretNow()) : null
  const take = (option: Suggestion): void => {
    const now = offered()
    if (now === null) return
    const { attached } = useUi.getState()
    const paths = attached[draftKey] ?? []
    if (option.attach !== null && !paths.includes(option.attach) && paths.length < mostFiles)
      setAttached(draftKey, [...paths, option.attach])
    const line = textNow()
    put(line.slice(0, now.from) + option.insert + line.slice(now.to), now.from + option.caret)
    // What was put in may ask for more: a key for its value, a folder for what is in it.
    show({ how: option.insert === '' ? 'no' : 'typed', chosen: null })
    field.current?.focus()
  }

  // A key that came before the names did.
  useEffect(() => {
    if (!due.current || offering.coming(textNow(), caretNow())) return
    due.current = false
    const options = offered()?.options ?? []
    const option = options[Math.max(0, indexIn(options, held.current.chosen))]
    if (option !== undefined) take(option)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [offering])

  const recall = (step: 1 | -1): boolean => {
    const sent = [...new Set([...said, ...useUi.getState().sent].toReversed())]
    const next = back + step
    if (next < 0 || next > sent.length || (back === 0 && textNow() !== '')) return false
    const found = next === 0 ? '' : (sent[next - 1] ?? '')
    setBack(next)
    put(found, found.length)
    close()
    return true
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    const act = (done: () => unknown): void => {
      event.preventDefault()
      done()
    }
    const options = offered()?.options ?? []
    const chosen = indexIn(options, held.current.chosen)
    const move = (to: number): void =>
      show({ ...held.current, chosen: options[to] === undefined ? null : nameOf(options[to]) })
    if (event.key === ' ' && event.ctrlKey) return act(() => show({ how: 'asked', chosen: null }))
    const tab = event.key === 'Tab' && !event.shiftKey
    if (options.length > 0) {
      if (event.key === 'ArrowDown') return act(() => move((chosen + 1) % options.length))
      if (event.key === 'ArrowUp')
        return act(() => move((chosen <= 0 ? options.length : chosen) - 1))
    }
    if (tab && wants(held.current, textNow()) && offering.coming(textNow(), caretNow()))
      return act(() => (due.current = true))
    const option = options[tab ? Math.max(0, chosen) : chosen]
    if (option !== undefined && (tab || (event.key === 'Enter' && !event.shiftKey)))
      return act(() => take(option))
    if (event.key === 'Escape') {
      if (held.current.how !== 'no' && offered() !== null) return act(close)
      if (onCancel !== undefined) return act(onCancel)
    }
    if (event.key === 'ArrowUp' && !event.shiftKey && (back > 0 || textNow() === '') && recall(1))
      return event.preventDefault()
    if (event.key === 'ArrowDown' && back > 0 && recall(-1)) return event.preventDefault()
    if (event.key === 'Enter' && !event.shiftKey) act(onSend)
  }

  return {
    text,
    active,
    suggestions,
    textNow,
    take: (index: number): void => {
      const option = suggestions?.options[index]
      if (option !== undefined) take(option)
    },
    close,
    put,
    onKeyDown,
    onChange(next: string, caretAt: number): void {
      setDraft(draftKey, next)
      setCaret(caretAt)
      setBack(0)
      show({ how: 'typed', chosen: null })
    },
    onSelect: (caretAt: number): void => setCaret(caretAt),
    ask: (): void => show({ how: 'asked', chosen: null }),
  }
}
