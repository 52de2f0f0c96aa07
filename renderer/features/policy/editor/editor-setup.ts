// What the editor is made of.
import { defaultKeymap, history, historyKeymap, insertNewlineAndIndent } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import { bracketMatching, indentService, indentUnit } from '@codemirror/language'
import { lintGutter } from '@codemirror/lint'
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  openSearchPanel,
  search,
} from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  type Command,
} from '@codemirror/view'
import { completion, type OfferAt } from './completion.ts'
import { editorTheme } from './editor-theme.ts'
import { editor as words } from './editor-text.ts'

/** What the part around the editor does; asked each time, so that it may change. */
export type EditorTasks = {
  readonly offerAt: OfferAt
  onSave(): void
  onNextProblem(): void
}

export const readOnly = new Compartment()
export const readOnlyNow = (is: boolean): Extension => EditorState.readOnly.of(is)

/** As deep as the line, or its first word behind dashes; one step deeper below a key. */
const yamlIndent = indentService.of((context, at) => {
  const line = context.state.doc.lineAt(at)
  const before = line.text.slice(0, at - line.from)
  const lead = /^\s*(?:-\s+)*/.exec(before)?.[0].length ?? 0
  return lead + (/:\s*$/.test(before) ? context.unit : 0)
})

/**
 * Over a selection the browser would write text with the colours of what it takes the place of, in
 * style attributes, which the page's policy refuses and says so aloud.
 */
const typedOverSelection = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { data, inputType, isComposing } = event
    const { state } = view
    if (inputType !== 'insertText' || data === null || isComposing) return false
    if (state.selection.main.empty || state.readOnly) return false
    view.dispatch(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true })
    return true
  },
})

/** A command that no other binding of the key comes after. */
const always =
  (act: () => void): Command =>
  () => {
    act()
    return true
  }

const keys = (tasks: () => EditorTasks): Extension =>
  keymap.of([
    { key: 'Mod-s', run: always(() => tasks().onSave()), preventDefault: true },
    { key: 'F8', run: always(() => tasks().onNextProblem()) },
    { key: 'Mod-f', run: openSearchPanel, scope: 'editor search-panel', preventDefault: true },
    {
      key: 'F3',
      run: findNext,
      shift: findPrevious,
      scope: 'editor search-panel',
      preventDefault: true,
    },
    {
      key: 'Mod-g',
      run: findNext,
      shift: findPrevious,
      scope: 'editor search-panel',
      preventDefault: true,
    },
    { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' },
    { key: 'Enter', run: insertNewlineAndIndent },
    ...historyKeymap,
    // Tab is left alone: it goes on to what comes next.
    ...defaultKeymap,
  ])

export function editorSetup(options: {
  readonly nonce: string
  readonly label: string
  readonly wrap: boolean
  readonly describedBy: string
  readonly readOnly: boolean
  tasks(): EditorTasks
}): Extension {
  return [
    options.nonce === '' ? [] : EditorView.cspNonce.of(options.nonce),
    EditorState.phrases.of(words.phrases),
    EditorView.contentAttributes.of({
      'aria-label': options.label,
      'aria-describedby': options.describedBy,
      autocapitalize: 'off',
      tabindex: '0',
    }),
    typedOverSelection,
    options.wrap ? EditorView.lineWrapping : [],
    EditorState.tabSize.of(2),
    indentUnit.of('  '),
    yamlIndent,
    yaml(),
    lineNumbers(),
    lintGutter(),
    highlightSpecialChars(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    bracketMatching(),
    history(),
    search({ top: true }),
    completion((text, offset) => options.tasks().offerAt(text, offset)),
    keys(options.tasks),
    readOnly.of(readOnlyNow(options.readOnly)),
    editorTheme,
  ]
}
