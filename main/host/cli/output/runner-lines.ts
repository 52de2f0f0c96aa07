// The table of what each way of running commands holds, for a terminal, and what was found here.
import {
  cellText,
  runnerKinds,
  runnerRows,
  runnerTitles,
  type RunnerReport,
} from '../../../../contract/runner-table.ts'
import { columns, visible } from './show.ts'

export function runnerLines({ kind, containers }: RunnerReport): string {
  const notes: string[] = []
  const marked = (
    title: string,
    cell: (typeof runnerRows)[number]['cells'][typeof kind],
  ): string => {
    if (cell.note === null || cell.holds !== 'part') return cellText({ ...cell, note: null })
    notes.push(`${title}: ${cell.note}.`)
    return `partly (${notes.length})`
  }
  const head = runnerKinds.map((each) => `${runnerTitles[each]}${each === kind ? ' *' : ''}`)
  const table = columns([
    ['', ...head],
    ...runnerRows.map(({ title, cells }) => [
      title,
      ...runnerKinds.map((each) => marked(`${runnerTitles[each]}, ${title}`, cells[each])),
    ]),
  ])
  return [
    table,
    `* ${runnerInUse({ kind, containers })}`,
    ...notes.map((note, at) => `(${at + 1}) ${note}\n`),
  ].join('')
}

/** The one that is in use here, and whether there could be containers. */
export const runnerInUse = ({ kind, containers: { text, how } }: RunnerReport): string =>
  `in use here: ${runnerTitles[kind]}. ${visible(text)}${how === '' ? '' : ` ${visible(how)}`}\n`
