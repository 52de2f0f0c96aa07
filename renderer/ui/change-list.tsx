// Files that came or would come out different: a mark, a word, the path, and the lines that differ
// on demand.
import { ChevronRight, CircleMinus, CirclePlus, PencilLine, Replace, Shield } from 'lucide-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import css from './change-list.module.css'
import { DiffView } from './text/diff-view.tsx'
import { Exact } from './text/exact-text.tsx'

export type ChangeMark = 'added' | 'changed' | 'deleted' | 'type' | 'mode'

export type ListedChange = {
  readonly mark: ChangeMark
  readonly word: string
  readonly path: string
  /** Sizes, modes, why nothing more is shown. */
  readonly aside: string
  readonly diff: { readonly before: string | null; readonly after: string } | null
}

type Props = {
  readonly changes: readonly ListedChange[]
  readonly label: string
  /** Paths whose lines are shown without asking. */
  readonly opened?: ReadonlySet<string>
  /** Rows that are drawn before somebody asks for all. */
  readonly first: number
  readonly words: {
    same(lines: number): string
    more(rows: number): string
    diff(path: string): string
  }
}

const icons = {
  added: CirclePlus,
  changed: PencilLine,
  deleted: CircleMinus,
  type: Replace,
  mode: Shield,
}

const none: ReadonlySet<string> = new Set()

export function ChangeList({ changes, label, opened = none, first, words }: Props) {
  const [all, setAll] = useState(false)
  const shown = all ? changes : changes.slice(0, first)
  return (
    <>
      <ul className={css.list} aria-label={label}>
        {shown.map((change) => (
          <li key={`${change.mark} ${change.path}`}>
            {change.diff === null ? (
              <div className={css.row}>
                <span />
                <Line change={change} />
              </div>
            ) : (
              <Foldable
                change={change}
                diff={change.diff}
                words={words}
                shown={opened.has(change.path)}
              />
            )}
          </li>
        ))}
      </ul>
      {shown.length === changes.length ? null : (
        <Button tone="quiet" size="small" className={css.more} onClick={() => setAll(true)}>
          {words.more(changes.length - shown.length)}
        </Button>
      )}
    </>
  )
}

type FoldableProps = Pick<Props, 'words'> & {
  readonly change: ListedChange
  readonly diff: NonNullable<ListedChange['diff']>
  /** At first. */
  readonly shown: boolean
}

function Foldable({ change, diff, words, shown }: FoldableProps) {
  const [open, setOpen] = useState(shown)
  return (
    <>
      <button type="button" className={css.row} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={14} aria-hidden="true" className={css.chevron} />
        <Line change={change} />
      </button>
      {open ? (
        <div className={css.diff}>
          <DiffView
            before={diff.before}
            after={diff.after}
            label={words.diff(change.path)}
            sameWords={words.same}
          />
        </div>
      ) : null}
    </>
  )
}

function Line({ change }: { readonly change: ListedChange }) {
  const Icon = icons[change.mark]
  return (
    <>
      <span className={css.mark} data-mark={change.mark}>
        <Icon size={14} aria-hidden="true" />
        {change.word}
      </span>
      <code className={css.path}>
        <Exact text={change.path} />
      </code>
      <span className={css.aside} dir="auto">
        {change.aside}
      </span>
    </>
  )
}
