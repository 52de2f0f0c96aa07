// What is wrong with the file, and what is probably not meant, each with the line it is on and the
// way there.
import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { PolicyOverview } from '../../../contract/policy/policy-file.ts'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import css from './policy.module.css'
import { strings } from './strings.ts'

type Props = Pick<PolicyOverview, 'problems' | 'warnings'> & { onLine(line: number): void }

export function ProblemList({ problems, warnings, onLine }: Props) {
  return (
    <>
      {problems.length === 0 ? null : (
        <Notice tone="bad" icon={<CircleAlert size={16} aria-hidden="true" />}>
          <b>{strings.broken}</b>
          <ul className={css.bullets}>
            {problems.map(({ line, column, text, hint }) => (
              <li key={`${line} ${column} ${text}`}>
                <LineLink line={line} onLine={onLine} /> <TroubleText text={text} hint={hint} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {warnings.length === 0 ? null : (
        <Notice tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
          <b>{strings.warnings}</b>
          <ul className={css.bullets}>
            {warnings.map(({ line, text }) => (
              <li key={`${line} ${text}`}>
                {line === null ? null : <LineLink line={line} onLine={onLine} />} {text}
              </li>
            ))}
          </ul>
        </Notice>
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
