// What each way of running commands holds, side by side, with the one in use here marked.
import { Fragment } from 'react'
import {
  cellText,
  runnerKinds,
  runnerRows,
  runnerTitles,
  type RunnerReport,
} from '../../../../contract/runner-table.ts'
import { CopyLine } from '../../../ui/text/copy-line.tsx'
import shared from '../settings-screen.module.css'
import { strings } from '../strings.ts'
import css from './runners-table.module.css'

const marks = { yes: '✓', part: '◐', no: '–' } as const

export function RunnersTable({ runner: { kind, containers } }: { readonly runner: RunnerReport }) {
  return (
    <div className={css.part}>
      <h3 id="runners-title">{strings.runners.title}</h3>
      <p className={shared.hint}>{strings.runners.text}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys */}
      <div className={css.scroll} tabIndex={0} role="region" aria-labelledby="runners-title">
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{strings.runners.holds}</th>
              {runnerKinds.map((each) => (
                <th key={each} scope="col" data-used={each === kind || undefined}>
                  {runnerTitles[each]}
                  {each === kind ? <span className={css.used}>{strings.runners.used}</span> : null}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {runnerRows.map(({ title, cells }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                {runnerKinds.map((each) => (
                  <td
                    key={each}
                    data-holds={cells[each].holds}
                    data-used={each === kind || undefined}
                  >
                    <span aria-hidden="true">{marks[cells[each].holds]} </span>
                    <Fragment>{cellText(cells[each])}</Fragment>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={shared.hint}>{containers.text}</p>
      {containers.how === '' ? null : containers.how.startsWith('gatehouse ') ? (
        <CopyLine text={containers.how} words={strings.copyWords} />
      ) : (
        <p className={shared.hint}>{containers.how}</p>
      )}
    </div>
  )
}
