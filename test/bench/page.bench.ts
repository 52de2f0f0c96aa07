// The longest time that reading a page holds up everything else in the process: of two megabytes, the
// most that is read in the thread of the program, as an email is; and of ten, fetched, read in a thread.
//
//   node test/bench/page.bench.ts
import { pageText } from '../../tools/web/page-text.ts'
import { fetchPage, startServing, stopServing } from '../fakes/services/page-server.ts'
import { longestTurn } from '../longest-turn.ts'
import type { BenchLine } from './line.ts'

const SIZE = 2 * 1024 * 1024
const GOAL_MS = 20
/** A few milliseconds. */
const FETCH_GOAL_MS = 8

const fill = (piece: string, before = '', after = ''): string =>
  before + piece.repeat(Math.ceil(SIZE / piece.length)) + after

const pages: Readonly<Record<string, string>> = {
  'an ordinary page': fill(
    '<p>Some <b>words</b> with a <a href="/x?y=1">link</a> &amp; more.</p><ul><li>one<li>two</ul>',
    '<main>',
    '</main>',
  ),
  'one paragraph': fill('word ', '<p>'),
  'one block of code': fill('line of code\n', '<pre>'),
  'one block of backticks': fill('`', '<pre>'),
  'one row of cells': fill('<td>a</td>', '<table><tr>'),
  'one row of cells in a whole table': fill('<td>a</td>', '<table><tr>', '</tr></table>'),
  'one attribute': fill('x', '<p title="', '">t</p>'),
  links: fill('<a href="/x">y</a>'),
  pictures: fill('<img alt="a|b" src="/c">'),
  'short articles': fill('<article>a</article>'),
  'what begins like tags': fill('<', '<p>'),
}

const FIRST = 'a small page, the first after a start'
/** The whole tool, with the answer that comes over a connection. */
const FETCHED: Readonly<Record<string, readonly [path: string, goal: number]>> = {
  [FIRST]: ['small', FETCH_GOAL_MS],
  'a small page': ['small', FETCH_GOAL_MS],
  '10 MB of a page': ['page', FETCH_GOAL_MS],
  '10 MB of plain text': ['text', FETCH_GOAL_MS],
  '5 MB of JSON': ['json', FETCH_GOAL_MS],
  'a PDF of 4 MB': ['pdf', FETCH_GOAL_MS],
  'a page of 10 MB, packed': ['packed', FETCH_GOAL_MS],
  '19 MB of something else': ['other', FETCH_GOAL_MS],
  'a million elements in each other': ['deep', FETCH_GOAL_MS],
  'one line of 10 MB': ['line', FETCH_GOAL_MS],
  '10 MB of entities': ['entities', FETCH_GOAL_MS],
  'a table of 50,000 rows': ['table', FETCH_GOAL_MS],
  'letters beyond ASCII': ['letters', FETCH_GOAL_MS],
}
/** Of two runs the quieter, for the engine works on its own account too; the first page comes once. */
async function fetched(path: string, once: boolean): Promise<number> {
  const longest = await longestTurn(() => fetchPage(path))
  return once ? longest : Math.min(longest, await longestTurn(() => fetchPage(path)))
}

export async function run(): Promise<BenchLine[]> {
  await pageText('<p>a</p>', 'markdown', 'https://example.org/')
  const lines: BenchLine[] = []
  for (const [name, html] of Object.entries(pages)) {
    const longest = await longestTurn(() => pageText(html, 'markdown', 'https://example.org/'))
    lines.push({
      name: `2 MB of ${name}: longest turn`,
      value: `${longest.toFixed(1)} ms`,
      goal: `${GOAL_MS} ms`,
      holds: longest <= GOAL_MS,
    })
  }
  await startServing()
  for (const [name, [path, goal]] of Object.entries(FETCHED)) {
    const longest = await fetched(path, name === FIRST)
    lines.push({
      name: `web_fetch of ${name}: longest turn`,
      value: `${longest.toFixed(1)} ms`,
      goal: `${goal} ms`,
      holds: longest <= goal,
    })
  }
  await stopServing()
  return lines
}

if (import.meta.main)
  for (const { name, value } of await run()) console.log(`${name.padEnd(56)} ${value.padStart(20)}`)
