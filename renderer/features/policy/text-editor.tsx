// A plain text field that knows the schema: numbers of lines, marks where something is wrong, and
// what can be at the cursor. The field is the browser's own, so undoing, selecting, input methods
// and screen readers work as everywhere.
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import css from './editor.module.css'
import { editor as words } from './editor-text.ts'
import type { Proposal } from './schema-text.ts'
import { lineColumn, offsetOf } from './text-places.ts'

/** `column` from 1; `length` in characters, 0 for the whole line. */
export type Mark = {
  readonly line: number
  readonly column: number
  readonly length: number
  readonly tone: 'bad' | 'warn' | 'found' | 'here'
  readonly text: string
}

export type EditorHandle = {
  goTo(line: number, column: number, length?: number, focus?: boolean): void
  /** As it is in the field, which a drawing may be behind. */
  text(): string | null
}

type Props = {
  readonly text: string
  readonly marks: readonly Mark[]
  readonly describedBy: string
  readonly handle: RefObject<EditorHandle | null>
  proposals(
    text: string,
    offset: number,
  ): { readonly from: number; readonly to: number; readonly list: readonly Proposal[] }
  onText(text: string): void
  onCursor(offset: number): void
  /** True: the key has done something. */
  onKey(event: KeyboardEvent<HTMLTextAreaElement>): boolean
}

type Offer = {
  readonly from: number
  readonly to: number
  readonly list: readonly Proposal[]
  readonly chosen: number
}
/**
 * What the field offers now: not at all, once something is typed, or by a key. `chosen`: the label
 * the arrows went to.
 */
type Asked = { readonly how: 'no' | 'typed' | 'key'; readonly chosen: string | null }

export function TextEditor({
  text,
  marks,
  describedBy,
  handle,
  proposals,
  onText,
  onCursor,
  onKey,
}: Props) {
  const field = useRef<HTMLTextAreaElement>(null)
  const gutter = useRef<HTMLPreElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const [offer, setOffer] = useState<Offer | null>(null)
  const [scroll, setScroll] = useState({ left: 0, top: 0 })
  const id = useId()
  const lines = useMemo(() => text.split('\n').length, [text])
  const numbers = useMemo(
    () => Array.from({ length: lines }, (_, at) => at + 1).join('\n'),
    [lines],
  )
  const worst = useMemo(
    () =>
      new Map(
        marks
          .filter(({ tone }) => tone === 'bad' || tone === 'warn')
          .map(({ line, tone, text: said }) => [line, { tone, said }]),
      ),
    [marks],
  )

  const follow = (): void => {
    const box = field.current
    if (box === null) return
    if (gutter.current !== null) gutter.current.style.transform = `translateY(${-box.scrollTop}px)`
    if (layer.current !== null)
      layer.current.style.transform = `translate(${-box.scrollLeft}px, ${-box.scrollTop}px)`
    setScroll({ left: box.scrollLeft, top: box.scrollTop })
  }

  useImperativeHandle(handle, () => ({
    goTo(line, column, length = 0, focus = true) {
      const box = field.current
      if (box === null) return
      const from = offsetOf(box.value, line, column)
      box.setSelectionRange(from, from + length)
      if (focus) box.focus()
      const height = Number.parseFloat(getComputedStyle(box).lineHeight)
      box.scrollTop = Math.max(0, (line - 1) * height - box.clientHeight / 3)
      follow()
      onCursor(from)
    },
    text: () => field.current?.value ?? null,
  }))

  // Keys are answered from the field as it is then, so this is no state: the next key may come
  // before anything is drawn.
  const asked = useRef<Asked>({ how: 'no', chosen: null })
  const offerAt = (box: HTMLTextAreaElement): Offer | null => {
    const { how, chosen } = asked.current
    if (how === 'no' || box.selectionStart !== box.selectionEnd) return null
    const found = proposals(box.value, box.selectionStart)
    if (found.list.length === 0 || (how === 'typed' && box.selectionStart === found.from))
      return null
    return {
      ...found,
      chosen: Math.max(
        0,
        found.list.findIndex(({ label }) => label === chosen),
      ),
    }
  }
  const ask = (box: HTMLTextAreaElement, how: Asked['how'], chosen: string | null = null): void => {
    asked.current = { how, chosen }
    setOffer(offerAt(box))
  }
  const close = (): void => {
    asked.current = { how: 'no', chosen: null }
    setOffer(null)
  }
  // What is known of names may come while one types.
  useEffect(() => {
    if (field.current !== null) setOffer(offerAt(field.current))
    // oxlint-disable-next-line react/exhaustive-deps
  }, [proposals])

  /** As if typed, so that it can be undone. */
  const type = (box: HTMLTextAreaElement, from: number, to: number, put: string): void => {
    box.focus()
    box.setSelectionRange(from, to)
    // Nothing else puts text into a field so that it can be undone.
    // oxlint-disable-next-line typescript/no-deprecated
    if (!document.execCommand('insertText', false, put)) {
      box.setRangeText(put, from, to, 'end')
      onText(box.value)
    }
  }
  const take = (proposal: Proposal): void => {
    const box = field.current
    const now = box === null ? null : offerAt(box)
    if (box === null || now === null) return
    close()
    type(box, now.from, now.to, proposal.insert)
    // What comes next is offered at once.
    ask(box, /[A-Za-z0-9]$/.test(proposal.insert) ? 'typed' : 'key')
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const box = event.currentTarget
    const stop = (): void => {
      event.preventDefault()
      event.stopPropagation()
    }
    const now = event.nativeEvent.isComposing ? null : offerAt(box)
    if (now !== null && !event.ctrlKey && !event.metaKey && !event.altKey) {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (by !== undefined) {
        stop()
        return ask(
          box,
          asked.current.how,
          now.list[(now.chosen + by + now.list.length) % now.list.length]?.label,
        )
      }
      const chosen = now.list[now.chosen]
      if (
        (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) &&
        chosen !== undefined
      ) {
        stop()
        return take(chosen)
      }
      if (event.key === 'Escape') {
        stop()
        return close()
      }
      // Elsewhere in the text something else would fit.
      if (/^(Arrow|Page|Home|End)/.test(event.key)) close()
    }
    if (event.key === ' ' && event.ctrlKey) {
      stop()
      return ask(box, 'key')
    }
    if (
      event.key === 'Enter' &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.shiftKey &&
      !event.nativeEvent.isComposing
    ) {
      stop()
      const line = box.value.slice(
        box.value.lastIndexOf('\n', box.selectionStart - 1) + 1,
        box.selectionStart,
      )
      const indent = /^\s*(- )?/.exec(line)?.[0].replace('-', ' ') ?? ''
      return type(
        box,
        box.selectionStart,
        box.selectionEnd,
        `\n${indent}${/:\s*$/.test(line) ? '  ' : ''}`,
      )
    }
    if (onKey(event)) stop()
  }

  const place = offer === null ? null : lineColumn(text, offer.from)
  return (
    <div className={css.editor} dir="ltr">
      <div className={css.gutter} aria-hidden="true">
        <pre ref={gutter}>
          {numbers}
          {[...worst].map(([line, { tone }]) => (
            <span
              key={line}
              className={css.dot}
              data-tone={tone}
              style={{ top: `calc(${line - 1} * var(--line-height))` }}
            />
          ))}
        </pre>
      </div>
      <div className={css.area}>
        <div className={css.marks} aria-hidden="true">
          <div ref={layer}>
            {marks.map((mark, at) => (
              <span
                // oxlint-disable-next-line react/no-array-index-key
                key={at}
                className={css.mark}
                data-tone={mark.tone}
                style={{
                  top: `calc(${mark.line - 1} * var(--line-height))`,
                  left: `${mark.length === 0 ? 0 : mark.column - 1}ch`,
                  width: mark.length === 0 ? '100%' : `${mark.length}ch`,
                }}
              />
            ))}
          </div>
        </div>
        <textarea
          ref={field}
          className={css.text}
          aria-label={words.label}
          aria-describedby={describedBy}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-controls={offer === null ? undefined : `${id}-list`}
          aria-activedescendant={offer === null ? undefined : `${id}-${offer.chosen}`}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            onText(target.value)
            onCursor(target.selectionStart)
            ask(target, 'typed')
          }}
          onSelect={({ currentTarget }) => onCursor(currentTarget.selectionStart)}
          onScroll={follow}
          onBlur={close}
          onMouseDown={close}
          onKeyDown={press}
        />
        {offer === null || place === null ? null : (
          <div
            id={`${id}-list`}
            className={css.offer}
            role="listbox"
            aria-label={words.proposals}
            style={{
              top: `calc(${place.line} * var(--line-height) + 10px - ${scroll.top}px)`,
              left: `min(calc(${place.column - 1}ch + 6px - ${scroll.left}px), calc(100% - 20rem))`,
            }}
          >
            {offer.list.map((each, at) => (
              // The focus stays in the text; the keys are handled there.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={each.label}
                id={`${id}-${at}`}
                ref={
                  at === offer.chosen
                    ? (item) => item?.scrollIntoView({ block: 'nearest' })
                    : undefined
                }
                role="option"
                aria-selected={at === offer.chosen}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(each)}
              >
                <code>{each.label}</code>
                <span>{each.detail}</span>
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
