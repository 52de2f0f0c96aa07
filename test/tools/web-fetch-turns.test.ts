// That no page, however large, deep or strange, holds up the event loop: each is fetched, read,
// cleaned and redacted, and none of that comes back into this thread.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pageText } from '../../tools/web/page-text.ts'
import { fetchPage, startServing, stopServing } from '../fakes/services/page-server.ts'
import { longestTurn } from '../longest-turn.ts'
import { processorMs } from '../processor.ts'

/** The engine works on its own account too, so the quietest run counts. */
const RUNS = 4

/** Half of what a tenth of the largest page costs where it is read in this thread: ten times what is seen. */
let mostMs = 0

async function readHere(): Promise<number> {
  const page = `<body>${'<p>Some <b>words</b> &amp; a <a href="/x">link</a>.</p>'.repeat(18_000)}`
  const before = processorMs()
  await pageText(page, 'markdown', 'https://example.org/', { next: async () => {} })
  return processorMs() - before
}

// As some seconds after a start of the app.
beforeAll(async () => {
  await startServing()
  await readHere()
  mostMs = Math.min(await readHere(), await readHere()) / 2
})
afterAll(stopServing)

it('fetches the first page of a process without holding up the thread', async () => {
  expect(await longestTurn(() => fetchPage('small'))).toBeLessThanOrEqual(mostMs)
})

it.each([
  ['a small page', 'small'],
  ['10 MB of a page', 'page'],
  ['10 MB of a page, packed @whole', 'packed'],
  ['10 MB of plain text', 'text'],
  ['5 MB of JSON @whole', 'json'],
  ['a PDF of 4 MB', 'pdf'],
  ['19 MB of something else @whole', 'other'],
  ['a million elements in each other', 'deep'],
  ['one line of 10 MB of a page @whole', 'line'],
  ['one line of 10 MB of text @whole', 'line of text'],
  ['10 MB of entities', 'entities'],
  ['a table of 50,000 rows @whole', 'table'],
  ['an article of a megabyte @whole', 'article'],
  ['letters beyond ASCII @whole', 'letters'],
])('fetches %s without holding up the thread', async (_what, path) => {
  const turns: number[] = []
  while (turns.length < RUNS && !turns.some((ms) => ms <= mostMs))
    turns.push(await longestTurn(() => fetchPage(path)))
  expect(Math.min(...turns), `longest turns: ${turns.join(', ')} ms`).toBeLessThanOrEqual(mostMs)
})
