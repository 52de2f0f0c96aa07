// What is wrong with the file, and what is probably not meant, each with the line it is on and the
// way there. Of many the first are shown, so that they never push the page out of sight.
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PolicyOverview } from '../../../contract/policy/policy-file.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import css from './policy.module.css'
import { strings } from './strings.ts'

type Props = Pick<PolicyOverview, 'problems' | 'warnings'> & { onLine(line: number): void }

const AT_FIRST = 3

export function ProblemList({ problems, warnings, onLine }: Props) {
  return (
    <>
      {problems.length === 0 ? null : (
        <Notice tone="bad" icon={<CircleAlert size={16} aria-hidden="true" />}>
          <b>{strings.broken}</b>
          <Points>
            {problems.map(({ line, column, text, hint }) => (
              <li key={`${line} ${column} ${text}`}>
                <LineLink line={line} onLine={onLine} /> <TroubleText text={text} hint={hint} />
              </li>
            ))}
          </Points>
        </Notice>
      )}
      {warnings.length === 0 ? null : (
        <Notice tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
          <b>{strings.warnings}</b>
          <Points>
            {warnings.map(({ line, text }) => (
              <li key={`${line} ${text}`}>
                {line === null ? null : <LineLink line={line} onLine={onLine} />} {text}
              </li>
            ))}
          </Points>
        </Notice>
      )}
    </>
  )
}

function Points({ children }: { readonly children: readonly ReactNode[] }) {
  const [open, setOpen] = useState(false)
  const more = children.length - AT_FIRST
  return (
    <>
      <ul className={css.bullets}>{open ? children : children.slice(0, AT_FIRST)}</ul>
      {more <= 0 ? null : (
        <Button tone="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? strings.showFewer : strings.showMore(more)}
        </Button>
      )}
    </>
  )
}

export function LineLink({ line, onLine }: { readonly line: number; onLine(line: number): void }) {
  return (
    <button
      type="button"
      className={css.lineLink}
      title={strings.openLine(line)}
      onClick={() => onLine(line)}
    >
      {strings.line(line)}
    </button>
  )
}
