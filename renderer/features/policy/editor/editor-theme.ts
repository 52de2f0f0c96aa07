// How the editor looks: the tokens of the window, so that it follows theme, contrast and size.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const frame = EditorView.theme({
  '&': {
    height: '100%',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    font: '0.8125rem / 1.35rem var(--code)',
  },
  // The ring is round gutter and text together: editor.module.css.
  '&.cm-focused, .cm-content:focus-visible': { outline: 'none' },
  '.cm-scroller': { font: 'inherit', lineHeight: '1.35rem' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 8px 0 6px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 55%, transparent)' },
  '.cm-gutters': {
    minWidth: '3.6rem',
    justifyContent: 'flex-end',
    border: '0',
    borderInlineEnd: '1px solid var(--line)',
    backgroundColor: 'var(--sunken)',
    color: 'var(--muted)',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2rem', padding: '0 8px 0 2px' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
})

const marks = EditorView.theme({
  '.cm-gutter-lint': { width: '1rem' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0 0 0 4px' },
  '.cm-lint-marker': {
    width: '7px',
    height: '7px',
    marginBlock: 'calc((1.35rem - 7px) / 2)',
    borderRadius: '4px',
  },
  '.cm-lint-marker-error': { content: '""', borderRadius: '1px', backgroundColor: 'var(--bad)' },
  '.cm-lint-marker-warning': { content: '""', backgroundColor: 'var(--warn)' },
  '.cm-lintRange': { borderRadius: '3px', paddingBottom: '0' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    backgroundColor: 'var(--bad-soft)',
    borderBlockEnd: '2px solid var(--bad)',
  },
  '.cm-lintRange-warning': { backgroundImage: 'none', backgroundColor: 'var(--warn-soft)' },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--bad)' },
  '.cm-lintPoint-warning:after': { borderBottomColor: 'var(--warn)' },
  '.cm-searchMatch': { borderRadius: '3px', backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch-selected': {
    backgroundColor: 'var(--accent-soft)',
    outline: '2px solid var(--accent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: '1px solid var(--line-control)',
    borderRadius: '2px',
  },
  '.cm-nonmatchingBracket, &.cm-focused .cm-nonmatchingBracket': {
    backgroundColor: 'var(--bad-soft)',
  },
})

const popups = EditorView.theme({
  '.cm-tooltip': {
    maxWidth: 'min(26rem, 92vw)',
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow-pop)',
    font: 'var(--size-s) / 1.4 var(--sans)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    width: '22rem',
    maxWidth: '92vw',
    maxHeight: '17rem',
    padding: '4px',
    fontFamily: 'inherit',
    whiteSpace: 'normal',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'grid',
    gap: '1px',
    padding: '4px 8px',
    borderRadius: '5px',
    lineHeight: '1.4',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--text)',
  },
  '.cm-completionLabel': { font: '600 var(--size-s) / 1.4 var(--code)' },
  '.cm-completionAbout': { color: 'var(--soft-text)' },
  '.cm-completionInfo': { display: 'none' },
  '.cm-tooltip-lint': { padding: '2px 0' },
  '.cm-diagnostic': { padding: '4px 10px', borderInlineStart: '3px solid var(--line-control)' },
  '.cm-diagnostic-error': { borderInlineStartColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderInlineStartColor: 'var(--warn)' },
})

const panels = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)' },
  '.cm-panels-top': { borderBlockEnd: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '8px 40px 8px 12px',
    font: 'var(--size-s) / 1.4 var(--sans)',
    '& br': { flexBasis: '100%', height: '0', content: '""' },
    '& input, & button, & input[type=checkbox]': { margin: '0' },
    '& label': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '5px',
      margin: '0',
      marginInlineStart: '8px',
      fontSize: 'inherit',
    },
    '& button[name=close]': {
      insetBlockStart: '8px',
      insetInlineEnd: '8px',
      width: '1.875rem',
      height: '1.875rem',
      borderRadius: '7px',
      color: 'var(--muted)',
      fontSize: '1rem',
    },
    '& button[name=close]:hover': { backgroundColor: 'var(--hover)', color: 'var(--text)' },
  },
  '.cm-textfield': {
    width: '16rem',
    maxWidth: '100%',
    minHeight: '1.875rem',
    padding: '4px 10px',
    border: '1px solid var(--line-control)',
    borderRadius: '8px',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    font: 'var(--mono)',
  },
  '.cm-button': {
    minHeight: '1.875rem',
    padding: '0 10px',
    border: '1px solid var(--line-strong)',
    borderRadius: '8px',
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    fontSize: 'inherit',
    '&:hover': { backgroundColor: 'var(--hover)' },
    '&:active': { backgroundImage: 'none', backgroundColor: 'var(--pressed)' },
  },
})

const colours = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--ok)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  {
    tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace],
    color: 'var(--muted)',
  },
  { tag: [tags.typeName, tags.labelName, tags.meta, tags.keyword], color: 'var(--warn)' },
])

export const editorTheme: Extension = [frame, marks, popups, panels, syntaxHighlighting(colours)]
