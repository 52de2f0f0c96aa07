// What is on the screen, as lines that fit it. What does not fit is cut with a sign. Pure.
import type { Paint } from '../output/show.ts'
import { inAscii } from '../output/terminal-powers.ts'
import { helpLines, keyLines } from './help-lines.ts'
import { headText, queueLines } from './queue-lines.ts'
import type { Queue } from './queue.ts'
import { cutTo, wrapped } from './wrap.ts'

export type Shown = {
  /** Why there is nothing to show; null while Gatehouse is there. */
  readonly missing: string | null
  readonly stopped: boolean
  readonly queue: Queue
  /** The card, in lines that fit the width. */
  readonly card: readonly string[]
  /** First line of the card in sight. */
  readonly top: number
  readonly question: string | null
  readonly status: string
  /** First line of the help in sight; null: it is not shown. */
  readonly help: number | null
}

export type Drawn = {
  readonly lines: readonly string[]
  /** As `top`, moved into what there is. */
  readonly top: number
  readonly bodyRows: number
  readonly cardRows: number
}

export type Size = { readonly columns: number; readonly rows: number }
/** `unicode`: it shows more than ASCII. */
export type Paper = Size & { readonly unicode: boolean }

/** Below this no card can be read, and nothing is asked. */
const LEAST: Size = { columns: 40, rows: 12 }
const TOO_SMALL: readonly string[] = [
  `Make the terminal larger (${LEAST.columns} × ${LEAST.rows}).`,
  'Ctrl+C leaves.',
]
const NOTHING = 'Nothing is waiting. Calls that need a person appear here.'

export const isReadable = ({ columns, rows }: Size): boolean =>
  columns >= LEAST.columns && rows >= LEAST.rows

export function draw(shown: Shown, paper: Paper, tones: Paint): Drawn {
  const { missing, question, status, help, queue, stopped } = shown
  const { columns, rows } = paper
  if (!isReadable(paper)) return bare(TOO_SMALL, paper)
  // A question is seen before it is answered, whatever else was asked for.
  if (help !== null && question === null) return bare(helpPage(help, paper), paper)
  const { cut, fit } = fitting(paper)
  const headline = cut(headText(queue, missing === null, stopped))
  const head = stopped ? tones.red(tones.bold(headline)) : tones.bold(headline)
  const said = status === '' ? [] : status.split('\n')
  if (missing !== null || queue.held.length === 0) {
    const keys = missing === null ? 'q quits, ? shows help.' : 'q quits.'
    const more = said.length === 0 ? [] : [...said, '']
    return bare([head, '', missing ?? NOTHING, '', ...more, question ?? keys], paper)
  }
  const list = queueLines(queue).map(({ text, chosen }) =>
    chosen ? tones.bold(cut(text)) : cut(text),
  )
  const foot = lastOf(
    [...said, ...(question?.split('\n') ?? keyLines(columns))].flatMap(fit),
    Math.min(Math.floor(rows / 2), rows - list.length - 4),
    cut('…'),
  )
  const bodyRows = rows - list.length - foot.length - 3
  const top = Math.max(0, Math.min(shown.top, shown.card.length - bodyRows))
  const body = shown.card.slice(top, top + bodyRows)
  const below = shown.card.length - top - body.length
  const rule = (text: string): string => `--${text}${'-'.repeat(columns)}`.slice(0, columns)
  return {
    lines: [
      head,
      ...list,
      tones.dim(rule('')),
      ...body,
      ...Array.from({ length: bodyRows - body.length }, () => ''),
      below > 0 ? tones.yellow(rule(` ${below} more lines: Space `)) : tones.dim(rule(' end ')),
      ...foot,
    ],
    top,
    bodyRows,
    cardRows: shown.card.length,
  }
}

/** The help from this line on, with how much of it follows. */
function helpPage(top: number, paper: Paper): readonly string[] {
  const all = helpLines.flatMap(fitting(paper).fit)
  const next = helpAfter(top, paper)
  return next === null
    ? all.slice(top)
    : [...all.slice(top, next), `-- ${all.length - next} more lines: Space`]
}

/** Where the help goes on; null: its end is in sight. */
export function helpAfter(top: number, paper: Paper): number | null {
  const count = helpLines.flatMap(fitting(paper).fit).length
  return count - top <= paper.rows ? null : top + paper.rows - 1
}

/** Lines as this terminal shows them: cut to one, or broken into several. */
export function fitting({ columns, unicode }: Pick<Paper, 'columns' | 'unicode'>): {
  cut(line: string): string
  fit(line: string): readonly string[]
} {
  const spelled = (line: string): string => (unicode ? line : inAscii(line))
  return {
    cut: (line) => cutTo(spelled(line), columns, spelled('…')),
    fit: (line) => wrapped(spelled(line), columns),
  }
}

/** The end counts: there is what is asked, and what was typed to it. `sign`: something is left out. */
const lastOf = (lines: readonly string[], count: number, sign: string): readonly string[] =>
  lines.length <= count ? lines : [sign, ...lines.slice(lines.length - count + 1)]

function bare(lines: readonly string[], paper: Paper): Drawn {
  const { cut, fit } = fitting(paper)
  const all = lines.flatMap(fit)
  return {
    lines:
      all.length <= paper.rows ? all : [...all.slice(0, Math.max(0, paper.rows - 1)), cut('…')],
    top: 0,
    bodyRows: 0,
    cardRows: 0,
  }
}
