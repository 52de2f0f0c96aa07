// What the run changed so far, each call with its undo: also what was kept without asking.
import { FilePenLine } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { RunItem } from '../../../../contract/agent/run.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useNow } from '../../../state/use-now.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { ago } from '../../../ui/text/time-text.ts'
import type { RenderSlots } from '../render-slots.ts'
import { changesOf, type RunChange } from './run-changes.ts'
import { strings } from '../strings.ts'
import { RunStrip } from '../run-strip.tsx'
import css from './what-changed.module.css'

type Props = {
  readonly items: readonly RunItem[]
  /** There are older ones that were not read yet. */
  readonly older: boolean
  readonly slots: Pick<RenderSlots, 'undo'>
}

const { changes: words } = strings

export function WhatChanged({ items, older, slots }: Props) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const changes = useMemo(() => changesOf(items, workspace), [items, workspace])
  if (changes.length === 0) return null
  const files = new Set(changes.flatMap(({ paths }) => paths)).size
  const unasked = changes.filter(({ byItself }) => byItself).length
  return (
    <RunStrip
      title={words.title}
      summary={words.summary(files, changes.length, unasked)}
      icon={<FilePenLine size={15} aria-hidden="true" />}
      opened={false}
    >
      <ul className={css.list}>
        {changes.map((change) => (
          <Row key={change.callId} change={change} slots={slots} />
        ))}
      </ul>
      {older ? <p className={css.note}>{words.older}</p> : null}
    </RunStrip>
  )
}

const FEW = 3

function Row({ change, slots }: Pick<Props, 'slots'> & { readonly change: RunChange }) {
  const { tool, fact, paths, byItself, at, callId } = change
  const now = useNow()
  const [all, setAll] = useState(false)
  const shown = all ? paths : paths.slice(0, FEW)
  const isFile = paths.length === 1 && paths[0] === fact
  return (
    <li className={css.row}>
      <div className={css.text}>
        <p>
          <code className={css.tool}>{tool}</code>{' '}
          <code className={css.fact} title={fact}>
            <Exact text={fact} />
          </code>
        </p>
        <p className={css.quiet}>
          {byItself ? words.byItself : words.approved} · {ago(now - at)}
        </p>
        {isFile ? null : paths.length === 0 ? (
          <p className={css.quiet}>{words.unlisted}</p>
        ) : (
          <ul className={css.paths}>
            {shown.map((path) => (
              <li key={path}>
                <code>
                  <Exact text={path} />
                </code>
              </li>
            ))}
            {shown.length === paths.length ? null : (
              <li>
                <button type="button" className={css.more} onClick={() => setAll(true)}>
                  {words.more(paths.length - shown.length)}
                </button>
              </li>
            )}
          </ul>
        )}
      </div>
      {slots.undo(callId)}
    </li>
  )
}
