// The line that asks the journal: completes keys and values, and says in place what is wrong. What
// was typed is never lost.
import { Search, X } from 'lucide-react'
import {
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { QueryFault } from '../../../../contract/journal/journal-query.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { IconButton } from '../../../ui/button.tsx'
import { count } from '../../../ui/text/time-text.ts'
import { askedFor, type OwnKey, suggest, type Suggestion, taken, typingAt } from './complete.ts'
import css from './query-bar.module.css'
import { strings } from '../strings.ts'

type Props = {
  readonly value: string
  readonly fault: QueryFault | null
  /** Keys of this line beside those of the journal. */
  readonly own?: readonly OwnKey[]
  onChange(value: string): void
}

const words = { keys: strings.query.keys, rows: (n: number) => strings.total(count(n)) }

/** Values of a key that the journal holds, as they were found for what was typed then. */
type Known = {
  readonly key: string
  readonly typed: string
  readonly values: readonly { value: string; n: number }[]
}
/** What the arrows went to. first: whatever comes first of the values that are on their way. */
type Choice =
  | { readonly kind: 'none' }
  | { readonly kind: 'first' }
  | { readonly kind: 'label'; readonly label: string }

const none: readonly OwnKey[] = []
const noChoice: Choice = { kind: 'none' }

export function QueryBar({ value, fault, own = none, onChange }: Props) {
  const bridge = useBridge()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [known, setKnown] = useState<Known | null>(null)
  const [shown, setShown] = useState<Choice>(noChoice)
  // Keys are answered from the field as it is then: the next key may come before anything is drawn.
  const open = useRef(false)
  const choice = useRef<Choice>(noChoice)
  const due = useRef(false)
  const choose = (next: Choice): void => {
    choice.current = next
    due.current = false
    setShown(next)
  }

  const asked = useMemo(
    () => (caret === null ? null : askedFor(typingAt(value, caret), own)),
    [value, caret, own],
  )
  const [key, typed] = [asked?.key ?? null, asked?.typed ?? '']
  useEffect(() => {
    if (key === null) return
    let current = true
    void bridge.call('audit.values', { key, typed: typed.slice(0, 200) }).then((found) => {
      // Without them there is nothing to offer, and the line can be typed all the same.
      if (current) setKnown({ key, typed, values: found.ok ? found.value : [] })
    })
    return () => {
      current = false
    }
  }, [bridge, key, typed])

  const offersAt = (
    line: string,
    at: number | null,
  ): { readonly list: readonly Suggestion[]; readonly coming: boolean } => {
    if (at === null) return { list: [], coming: false }
    const typing = typingAt(line, at)
    // What is wrong elsewhere in the line is not to be covered by what could follow here.
    if (line === value && fault !== null && fault.to < typing.from)
      return { list: [], coming: false }
    const wanted = askedFor(typing, own)
    const mine = wanted !== null && known?.key === wanted.key ? known : null
    return {
      list: suggest(typing, mine?.values ?? [], words, own),
      coming: wanted !== null && mine?.typed !== wanted.typed,
    }
  }
  const indexIn = (list: readonly Suggestion[], { kind, ...of }: Choice): number =>
    kind === 'first'
      ? Math.min(0, list.length - 1)
      : 'label' in of
        ? list.findIndex(({ label }) => label === of.label)
        : -1

  const { list: offers } = offersAt(value, caret)
  const at = indexIn(offers, shown)
  const close = (): void => {
    open.current = false
    setCaret(null)
    choose(noChoice)
  }
  const take = (suggestion: Suggestion): void => {
    const field = input.current
    if (field === null) return
    const next = taken(field.value, suggestion)
    onChange(next.line)
    choose(noChoice)
    open.current = true
    setCaret(next.caret)
    placed.current = next.caret
  }
  const placed = useRef<number | null>(null)
  // The line is the screen's: the caret can be set once it is drawn, and has to be before the next
  // key.
  useLayoutEffect(() => {
    const to = placed.current
    placed.current = null
    if (to !== null) input.current?.setSelectionRange(to, to)
  })
  // A key that came before the values did.
  useEffect(() => {
    const field = input.current
    if (!due.current || field === null) return
    const { list, coming } = offersAt(field.value, field.selectionStart)
    const chosen = list[indexIn(list, choice.current)]
    if (coming) return
    due.current = false
    if (chosen !== undefined) take(chosen)
    // oxlint-disable-next-line react/exhaustive-deps
  }, [known])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    const field = event.currentTarget
    const caretNow = field.selectionStart ?? field.value.length
    const { list, coming } = offersAt(field.value, open.current ? caretNow : null)
    const chosen = list[indexIn(list, choice.current)]
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      open.current = true
      setCaret(caretNow)
      const from = indexIn(list, choice.current)
      const next = list[(from + step + list.length + (from < 0 && step < 0 ? 1 : 0)) % list.length]
      return choose(
        next !== undefined
          ? { kind: 'label', label: next.label }
          : coming
            ? { kind: 'first' }
            : noChoice,
      )
    }
    if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
      if (chosen !== undefined || (coming && choice.current.kind !== 'none')) event.preventDefault()
      if (chosen !== undefined) return take(chosen)
      if (coming && choice.current.kind !== 'none') {
        due.current = true
        return
      }
    }
    if (event.key === 'Enter') close()
    if (event.key === 'Escape' && list.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  return (
    <div className={css.bar}>
      <div className={css.field} data-wrong={fault !== null}>
        <Search size={15} aria-hidden="true" />
        <input
          ref={input}
          className={css.input}
          role="combobox"
          aria-label={strings.query.label}
          aria-autocomplete="list"
          aria-expanded={offers.length > 0}
          aria-controls={`${id}-offers`}
          aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : `${id}-fault`}
          placeholder={strings.query.placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={2_000}
          value={value}
          onChange={(event) => {
            onChange(event.target.value)
            open.current = true
            setCaret(event.target.selectionStart)
            choose(noChoice)
          }}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {value === '' ? null : (
          <IconButton
            label={strings.clear}
            onClick={() => {
              onChange('')
              input.current?.focus()
            }}
          >
            <X size={14} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <div
        id={`${id}-offers`}
        role="listbox"
        aria-label={strings.query.offers}
        className={css.offers}
        hidden={offers.length === 0}
      >
        {offers.map((offer, index) => (
          <div
            key={offer.label}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={css.offer}
            // Before the field loses the focus to it.
            onMouseDown={(event) => {
              event.preventDefault()
              take(offer)
            }}
          >
            <code>{offer.label}</code>
            <span className={css.detail}>{offer.detail}</span>
          </div>
        ))}
      </div>
      {fault === null ? null : (
        <p id={`${id}-fault`} className={css.fault} role="alert">
          <code>
            {value.slice(0, fault.from).slice(-24)}
            <mark>{value.slice(fault.from, Math.max(fault.to, fault.from + 1)).slice(0, 60)}</mark>
          </code>{' '}
          {fault.text} <span className={css.detail}>{fault.hint}</span>
        </p>
      )}
    </div>
  )
}
