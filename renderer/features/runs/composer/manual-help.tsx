// Beside the field while a person plays the model: examples to begin with, and what is wrong with
// the line being written.
import { manualProblem } from './manual-problem.ts'
import css from './composer.module.css'
import { strings } from '../strings.ts'
import { useTools } from './use-suggest.ts'

type Props = { readonly text: string; readonly brief: boolean; onExample(example: string): void }

export function ManualHelp({ text, brief, onExample }: Props) {
  const { tools } = useTools(text.trim() !== '')
  const problem = manualProblem(text, tools)
  return (
    <div className={css.hints}>
      {problem === null ? (
        <>
          <span>{brief ? strings.manualShort : strings.manual}</span>
          <ul aria-label={strings.hintsLabel}>
            {strings.hints.map((hint) => (
              <li key={hint}>
                <button type="button" className={css.chip} onClick={() => onExample(hint)}>
                  <code>{hint}</code>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className={css.problem}>{problem}</p>
      )}
      <span role="status" className={css.hidden}>
        {problem}
      </span>
    </div>
  )
}
