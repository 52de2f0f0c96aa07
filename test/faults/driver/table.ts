// The table of docs/reliability.md.
import type { Outcome } from './all.ts'
import type { Fault } from './fault.ts'

export type Row = { readonly fault: Fault; readonly outcome: Outcome }

const MOST = 420
/** Folders of a fault are named as a person knows them, and no text ends within a word. */
function cell(text: string): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll(/\/tmp\/gatehouse-fault-[\w-]+\/home/g, '~/.gatehouse')
    .replaceAll(/\/tmp\/gatehouse-fault-[\w-]+(?:\/work)?/g, '~/project')
    .replaceAll(/\/(?:[\w.-]+\/)*gatehouse-safe-\w+/g, '~/.gatehouse')
    .replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .trim()
  return line.length <= MOST ? line : `${line.slice(0, MOST).replace(/\s\S*$/, '')} …`
}
const words = { held: 'holds', failed: 'does not hold', skipped: 'not run' } as const

/**
 * The page, with a line for each of `names`, in their order.
 * @param page as it is: what was not run now keeps its line. A name without one is left out.
 */
export function reliabilityText(
  rows: readonly Row[],
  names: readonly string[] = rows.map(({ fault }) => fault.name),
  page = '',
): string {
  const lines = new Map([
    ...page.split('\n').flatMap((line): [string, string][] => {
      const name = LINE.exec(line)?.[1]
      return name === undefined ? [] : [[name, line]]
    }),
    ...rows.map(({ fault, outcome }): [string, string] => [
      fault.name,
      `| \`${fault.name}\` | ${cell(fault.fault)} | ${cell(fault.mustHappen)} | ${words[outcome.kind]} | ${cell(outcome.text)} |`,
    ]),
  ])
  const shown = names.flatMap((name) => lines.get(name) ?? [])
  const counted = (kind: Outcome['kind']): number =>
    shown.filter((line) => line.includes(`| ${words[kind]} |`)).length
  return `# Reliability

What is done to the running program, what must happen, and what did happen. Each row is one file of \`test/faults\` and is run
against the real app without a window, on loopback only. \`npm run test:faults -- --write\` runs them all and writes this page
(with names, only their rows); \`npm run test:whole\` runs the short ones, and the nightly workflow runs all of them.

${shown.length} faults: ${counted('held')} hold, ${counted('failed')} do not hold, ${counted('skipped')} could not be run where this page was written.

| name | fault | must happen | result | what happened |
| --- | --- | --- | --- | --- |
${shown.join('\n')}
`
}

const LINE = /^\| `([a-z0-9-]+)` \|/

/** The names in the first column. */
export const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/^\| `([a-z0-9-]+)` \|/gm)].map(([, name = '']) => name)
