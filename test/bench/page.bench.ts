// The longest time that parsing a page of ten megabytes holds up everything else in the process.
//
//   node test/bench/page.bench.ts
import { pageText } from '../../tools/web/page-text.ts'
import { fetchPage, stopServing } from './page-server.ts'
import type { BenchLine } from './line.ts'

const SIZE = 10 * 1024 * 1024
const GOAL_MS = 20

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

/** The whole tool, with the answer that comes over a connection. */
const FETCHED: Readonly<Record<string, readonly [path: string, goal: number]>> = {
  'a small page, the first of the process': ['small', 60],
  'a small page': ['small', 8],
  '10 MB of a page': ['page', GOAL_MS],
  '10 MB of plain text': ['text', GOAL_MS],
  '5 MB of JSON': ['json', GOAL_MS],
  'a PDF of 4 MB': ['pdf', GOAL_MS],
  'a page of 10 MB, packed': ['packed', GOAL_MS],
  '19 MB of something else': ['other', GOAL_MS],
}
const fetched = (path: string): Promise<number> => longestBlock(() => fetchPage(path))

/**
 * Time on the processor, so that other programs do not count. The system gives it in steps of some
 * milliseconds.
 */
const used = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = used()
  let going = true
  const look = (): void => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
    if (going) setImmediate(look)
  }
  look()
  await work()
  await new Promise((done) => setTimeout(done, 5))
  going = false
  return longest
}

export async function run(): Promise<BenchLine[]> {
  await pageText('<p>a</p>', 'markdown', 'https://example.org/')
  const lines: BenchLine[] = []
  for (const [name, html] of Object.entries(pages)) {
    const longest = await longestBlock(() => pageText(html, 'markdown', 'https://example.org/'))
    lines.push({
      name: `10 MB of ${name}: longest block`,
      value: `${longest.toFixed(1)} ms`,
      goal: `${GOAL_MS} ms`,
      holds: longest <= GOAL_MS,
    })
  }
  for (const [name, [path, goal]] of Object.entries(FETCHED)) {
    const longest = await fetched(path)
    lines.push({
      name: `web_fetch of ${name}: longest block`,
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
