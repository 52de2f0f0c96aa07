// What is on the screen, as lines that fit it. Pure.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { clock, visible } from '../output/show.ts'
import type { Paint } from '../output/show.ts'
import type { Queue } from './queue.ts'
import { cutTo, wrapped } from './wrap.ts'

export type Shown = {
  /** Why there is nothing to show; null while Gatehouse is there. */
  readonly missing: string | null
  readonly stopped: boolean
  readonly queue: Queue
  /** The card, each of its lines as long as it is. */
  readonly card: readonly string[]
  /** First line of the card in sight, counted as wrapped. */
  readonly top: number
  readonly question: string | null
  readonly status: string
  readonly help: boolean
}

export type Drawn = {
  readonly lines: readonly string[]
  /** As `top`, moved into what there is. */
  readonly top: number
  readonly bodyRows: number
  readonly cardRows: number
}

type Size = { readonly columns: number; readonly rows: number }

const MOST_LISTED = 4
/** Below this no card can be read, and nothing is asked. */
const LEAST: Size = { columns: 40, rows: 12 }

const keysLine =
  'a approve  e edit  d deny  w note  l longer  j/k next  Space scroll  ? help  q quit'

const helpLines: readonly string[] = [
  'gatehouse watch shows the calls that wait for a person, and takes answers.',
  '',
  '  j, k               the next and the previous call',
  '  Space, b, arrows   scroll the card; g and G go to its ends',
  '  a                  approve this call once; the card has to be read to its end first',
  '  e                  change its arguments in $EDITOR, look at the changes, and approve it once with them',
  '  d                  deny this call once',
  '  w                  deny it, with a note to the agent',
  '  l                  answers that last: listed with numbers at the end of the card',
  '  r                  run the call in a throw-away copy, and show what it did',
  '  n                  run a staged command again on what is in the workspace now',
  '  q, Ctrl+C          leave; what waits goes on waiting',
  '',
  'Pasted text answers nothing.',
  'Any key goes back.',
]

export function draw(shown: Shown, { columns, rows }: Size, tones: Paint): Drawn {
  const { missing, question, status, help, queue } = shown
  if (columns < LEAST.columns || rows < LEAST.rows)
    return bare([`Make the terminal larger (${LEAST.columns} × ${LEAST.rows}).`], columns, rows)
  if (help) return bare(helpLines, columns, rows)
  const head = [headLine(shown, columns, tones)]
  if (missing !== null)
    return bare([...head, '', ...wrapped(missing, columns), '', 'q quits.'], columns, rows)
  if (queue.held.length === 0)
    return bare(
      [
        ...head,
        '',
        'Nothing is waiting. Calls that need a person appear here.',
        '',
        ...said(status, columns),
        'q quits, ? shows help.',
      ],
      columns,
      rows,
    )
  const list = listLines(queue, columns, tones)
  const foot = [
    ...said(status, columns),
    ...(question === null ? wrapped(keysLine, columns) : said(question, columns)),
  ].slice(-Math.floor(rows / 2))
  const card = shown.card.flatMap((line) => wrapped(line, columns))
  const bodyRows = Math.max(1, rows - head.length - list.length - foot.length - 2)
  const top = Math.max(0, Math.min(shown.top, card.length - bodyRows))
  const body = card.slice(top, top + bodyRows)
  const below = card.length - top - body.length
  const where = below > 0 ? ` ${below} more lines: Space ` : ' end '
  const rule = (text: string): string =>
    tones.dim(`--${text}${'-'.repeat(Math.max(0, columns - text.length - 2))}`)
  return {
    lines: [
      ...head,
      ...list,
      rule(''),
      ...body,
      ...Array.from({ length: bodyRows - body.length }, () => ''),
      below > 0 ? tones.yellow(`--${where}${'-'.repeat(columns - where.length - 2)}`) : rule(where),
      ...foot,
    ],
    top,
    bodyRows,
    cardRows: card.length,
  }
}

const said = (status: string, columns: number): readonly string[] =>
  status === '' ? [] : status.split('\n').flatMap((line) => wrapped(line, columns))

const bare = (lines: readonly string[], columns: number, rows: number): Drawn => ({
  lines: lines.flatMap((line) => wrapped(line, Math.max(10, columns))).slice(0, rows),
  top: 0,
  bodyRows: 0,
  cardRows: 0,
})

function headLine({ queue, missing, stopped }: Shown, columns: number, tones: Paint): string {
  const { held } = queue
  const at = held.findIndex(({ id }) => id === queue.chosen) + 1
  const state =
    missing !== null
      ? 'not connected'
      : held.length === 0
        ? 'nothing waits'
        : `${at} of ${held.length} waiting`
  const text = cutTo(`Gatehouse  ${state}${stopped ? '  EVERYTHING IS STOPPED' : ''}`, columns)
  return stopped ? tones.red(tones.bold(text)) : tones.bold(text)
}

/** The chosen one and those round it; all of each is on its card. */
function listLines({ held, chosen }: Queue, columns: number, tones: Paint): readonly string[] {
  if (held.length < 2) return []
  const at = held.findIndex(({ id }) => id === chosen)
  const from = Math.max(0, Math.min(at - 1, held.length - MOST_LISTED))
  return held.slice(from, from + MOST_LISTED).map((approval) => {
    const here = approval.id === chosen
    const text = cutTo(`${here ? '>' : ' '} ${rowOf(approval)}`, columns)
    return here ? tones.bold(text) : text
  })
}

const rowOf = ({ decision, tool, principal, title, expiresAt, from, second }: Approval): string =>
  `${decision.tier}  ${visible(tool)}  ${visible(principal.name)}${from === undefined ? '' : ` on ${visible(from.machine)}`}${second === undefined ? '' : '  waits for a second person'}  until ${clock(expiresAt).slice(11)}  ${visible(title)}`
