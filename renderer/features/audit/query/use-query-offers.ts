// The offers below the query line: which are open, which one the keys are at, and how it is taken.
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { QueryFault } from '../../../../contract/journal/journal-query.ts'
import { type OwnKey, type Suggestion, taken } from './complete.ts'
import { type Choice, indexIn, noChoice, offersAt, stepped } from './offers.ts'
import { useKnownValues } from './use-known-values.ts'

type Deps = {
  readonly input: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly fault: QueryFault | null
  readonly own: readonly OwnKey[]
  onChange(value: string): void
}

type QueryOffers = {
  readonly list: readonly Suggestion[]
  /** The one that the arrows went to; -1 where they went to none. */
  readonly at: number
  take(suggestion: Suggestion): void
  /** Something was typed, and the caret is there. */
  typed(caret: number | null): void
  close(): void
  onKeyDown(event: KeyboardEvent<HTMLInputElement>): void
}

export function useQueryOffers({ input, value, fault, own, onChange }: Deps): QueryOffers {
  const [caret, setCaret] = useState<number | null>(null)
  const known = useKnownValues(value, caret, own)
  const [shown, setShown] = useState<Choice>(noChoice)
  // Keys are answered from the field as it is then: the next key may come before anything is drawn.
  const open = useRef(false)
  const choice = useRef<Choice>(noChoice)
  const due = useRef(false)
  const placed = useRef<number | null>(null)
  const line = { value, fault, own, known }
  const choose = (next: Choice): void => {
    choice.current = next
    due.current = false
    setShown(next)
  }
  const openAt = (at: number | null): void => {
    open.current = true
    setCaret(at)
  }
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
    openAt(next.caret)
    placed.current = next.caret
  }
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
    const { list, coming } = offersAt(line, field.value, field.selectionStart)
    const chosen = list[indexIn(list, choice.current)]
    if (coming) return
    due.current = false
    if (chosen !== undefined) take(chosen)
    // oxlint-disable-next-line react/exhaustive-deps -- only values that arrive take up what a key asked for before them
  }, [known])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return
    const field = event.currentTarget
    const caretNow = field.selectionStart ?? field.value.length
    const offers = offersAt(line, field.value, open.current ? caretNow : null)
    const chosen = offers.list[indexIn(offers.list, choice.current)]
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      openAt(caretNow)
      return choose(stepped(offers, choice.current, event.key === 'ArrowDown' ? 1 : -1))
    }
    if (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) {
      const awaited = offers.coming && choice.current.kind !== 'none'
      if (chosen !== undefined || awaited) event.preventDefault()
      if (chosen !== undefined) return take(chosen)
      if (awaited) {
        due.current = true
        return
      }
    }
    if (event.key === 'Enter') close()
    if (event.key === 'Escape' && offers.list.length > 0) {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
  }

  const { list } = offersAt(line, value, caret)
  return {
    list,
    at: indexIn(list, shown),
    take,
    typed: (at) => {
      openAt(at)
      choose(noChoice)
    },
    close,
    onKeyDown,
  }
}
