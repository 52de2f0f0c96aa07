// What can be at the cursor, offered while one types. Enter and Tab take what fits the text as it
// is then, also where nothing could be drawn yet.
import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  type Completion,
  type CompletionContext,
  completionStatus,
  insertCompletionText,
  moveCompletionSelection,
  startCompletion,
} from '@codemirror/autocomplete'
import {
  Annotation,
  type EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
} from '@codemirror/state'
import { type EditorView, keymap, EditorView as View } from '@codemirror/view'
import type { Proposal } from './schema-text.ts'

export type Offer = {
  readonly from: number
  readonly to: number
  readonly list: readonly Proposal[]
}
/** Gives what can be at a place of a text. */
export type OfferAt = (text: string, offset: number) => Offer

/** A change that comes from outside of the editor. */
export const fromOutside = Annotation.define<true>()

const stopTyping = StateEffect.define<null>()
/** Whether the last thing that happened was typing: then what fits is offered unasked. */
const typing = StateField.define<boolean>({
  create: () => false,
  update: (was, transaction) => {
    if (transaction.effects.some((effect) => effect.is(stopTyping))) return false
    if (transaction.docChanged) return transaction.isUserEvent('input.type')
    return transaction.selection === undefined ? was : false
  },
})
const stop = (view: EditorView): boolean => {
  if (view.state.field(typing)) view.dispatch({ effects: stopTyping.of(null) })
  return false
}

const caret = (state: EditorState): number | null =>
  state.selection.main.empty ? state.selection.main.head : null

function source(offerAt: OfferAt) {
  return (context: CompletionContext) => {
    const { from, to, list } = offerAt(context.state.doc.toString(), context.pos)
    if (list.length === 0 || (!context.explicit && from === context.pos)) return null
    const options = list.map(({ label, detail, insert }): Completion => ({
      label,
      info: detail,
      apply: insert,
    }))
    return { from, to, options, filter: false }
  }
}

/** Takes the first offer where the list is not drawn yet, or is that of an older text. */
const takeUndrawn =
  (offerAt: OfferAt) =>
  (view: EditorView): boolean => {
    const head = caret(view.state)
    if (head === null || !view.state.field(typing) || view.state.readOnly) return false
    const { from, to, list } = offerAt(view.state.doc.toString(), head)
    const [first] = list
    if (first === undefined || from === head) return false
    view.dispatch(insertCompletionText(view.state, first.insert, from, to))
    return true
  }

/** The meaning is below the name, where it is read without waiting. */
function about({ info }: Completion): Node | null {
  if (typeof info !== 'string' || info === '') return null
  const line = document.createElement('span')
  line.className = 'cm-completionAbout'
  line.textContent = info
  return line
}

export function completion(offerAt: OfferAt): Extension {
  const take = (view: EditorView): boolean =>
    (completionStatus(view.state) === 'active' && acceptCompletion(view)) ||
    takeUndrawn(offerAt)(view)
  return [
    typing,
    autocompletion({
      override: [source(offerAt)],
      activateOnTypingDelay: 40,
      interactionDelay: 0,
      defaultKeymap: false,
      icons: false,
      maxRenderedOptions: 60,
      addToOptions: [{ render: about, position: 80 }],
    }),
    Prec.highest(
      keymap.of([
        { key: 'Ctrl-Space', run: startCompletion },
        { key: 'Enter', run: take },
        { key: 'Tab', run: take },
        { key: 'ArrowDown', run: moveCompletionSelection(true) },
        { key: 'ArrowUp', run: moveCompletionSelection(false) },
        { key: 'PageDown', run: moveCompletionSelection(true, 'page') },
        { key: 'PageUp', run: moveCompletionSelection(false, 'page') },
        { key: 'Escape', run: (view) => stop(view) || closeCompletion(view) },
      ]),
    ),
    View.domEventHandlers({
      blur: (_, view) => {
        stop(view)
        closeCompletion(view)
      },
    }),
  ]
}
