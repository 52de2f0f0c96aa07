// The text of the file in an editor that knows the schema. The text lives with anyone who draws
// this; the editor holds what belongs to writing: cursor, undo, search, marks.
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { getSearchQuery, openSearchPanel, searchPanelOpen } from '@codemirror/search'
import { type RefObject, useEffect, useImperativeHandle, useRef } from 'react'
import type { TextHandle } from '../../../ui/editing/use-next-problem.ts'
import css from './editor.module.css'
import { fromOutside, type OfferAt } from './completion.ts'
import { type Found, offsetOf, showDiagnostics } from './diagnostics.ts'
import { editorSetup, type EditorTasks, readOnly, readOnlyNow } from './editor-setup.ts'
import { styleNonce } from './style-nonce.ts'

/** `found`: how often the words that are looked for are in the text, and at which of them it is. */
export type Cursor = {
  readonly offset: number
  readonly line: number
  readonly column: number
  readonly found: { readonly at: number; readonly all: number } | null
}

type Props = {
  readonly text: string
  /** What a screen reader calls it. */
  readonly label: string
  /** Long lines are broken; left out: they are scrolled to. */
  readonly wrap?: boolean
  readonly checked: Found
  readonly describedBy: string
  readonly readOnly: boolean
  readonly handle: RefObject<TextHandle | null>
  readonly offerAt: OfferAt
  onText(text: string): void
  onCursor(cursor: Cursor): void
  onSave(): void
  onNextProblem(): void
}

const MOST_FOUND = 1_000

function foundIn(state: EditorState): Cursor['found'] {
  const query = getSearchQuery(state)
  if (!searchPanelOpen(state) || !query.valid) return null
  const { from, to } = state.selection.main
  const hits = query.getCursor(state)
  let [at, all] = [0, 0]
  for (let next = hits.next(); next.done !== true && all < MOST_FOUND; next = hits.next()) {
    all += 1
    if (next.value.from === from && next.value.to === to) at = all
  }
  return { at, all }
}

function cursorOf(state: EditorState): Cursor {
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  return {
    offset: head,
    line: line.number,
    column: head - line.from + 1,
    found: foundIn(state),
  }
}

/** The least change that makes one text out of another, so that the cursor stays where it can. */
function changeTo(now: string, next: string) {
  let start = 0
  while (start < now.length && now[start] === next[start]) start += 1
  let [end, nextEnd] = [now.length, next.length]
  while (end > start && nextEnd > start && now[end - 1] === next[nextEnd - 1]) {
    end -= 1
    nextEnd -= 1
  }
  return { from: start, to: end, insert: next.slice(start, nextEnd) }
}

export function YamlEditor(props: Props) {
  const { text, label, wrap = false, checked, describedBy, handle } = props
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const now = useRef(props)
  useEffect(() => {
    now.current = props
  })

  useEffect(() => {
    if (box.current === null) return
    const tasks = (): EditorTasks => now.current
    const created = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: now.current.text,
        extensions: [
          editorSetup({
            nonce: styleNonce(document),
            describedBy,
            label,
            wrap,
            readOnly: now.current.readOnly,
            tasks,
          }),
          EditorView.updateListener.of(({ state, docChanged, transactions, view: shown }) => {
            if (docChanged && !transactions.some((one) => one.annotation(fromOutside) === true))
              now.current.onText(shown.state.doc.toString())
            now.current.onCursor(cursorOf(state))
          }),
        ],
      }),
    })
    view.current = created
    return () => {
      view.current = null
      created.destroy()
    }
  }, [describedBy, label, wrap])

  useEffect(() => {
    const shown = view.current
    const was = shown?.state.doc.toString()
    if (shown === null || was === undefined || was === text) return
    shown.dispatch({ changes: changeTo(was, text), annotations: fromOutside.of(true) })
  }, [text])
  useEffect(() => {
    view.current?.dispatch({ effects: readOnly.reconfigure(readOnlyNow(props.readOnly)) })
  }, [props.readOnly])
  // What was said of an older text moves with its words until this text is looked at.
  useEffect(() => {
    const shown = view.current
    if (shown !== null && checked.of === shown.state.doc.toString())
      shown.dispatch(showDiagnostics(shown.state, checked))
  }, [checked])

  useImperativeHandle(handle, () => ({
    goTo(line, column) {
      const shown = view.current
      if (shown === null) return
      const anchor = offsetOf(shown.state.doc, line, column)
      shown.dispatch({
        selection: { anchor },
        effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
      })
      shown.focus()
    },
    find() {
      if (view.current !== null) openSearchPanel(view.current)
    },
    text: () => view.current?.state.doc.toString() ?? now.current.text,
    line: () => (view.current === null ? 1 : cursorOf(view.current.state).line),
  }))

  return <div ref={box} className={css.editor} dir="ltr" />
}
