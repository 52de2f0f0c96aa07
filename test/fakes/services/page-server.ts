// Pages of some megabytes from a thread of their own, fetched by the tool, cleaned and redacted as the
// pipeline has it, without the gate: what counts is this thread alone.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import type { PageReading } from '../../../contract/call/powers/page-reading.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { failure } from '../../../contract/failure.ts'
import { letGo } from '../../../contract/let-go.ts'
import { err } from '../../../contract/result.ts'
import { canonicalUrl } from '../../../main/egress/canonical-url.ts'
import { openOutbound } from '../../../main/egress/outbound.ts'
import { warmUpRequests } from '../../../main/egress/warm-up.ts'
import { openPageReader } from '../../../main/reading/page-reader.ts'
import type { Json } from '../../../contract/json.ts'
import { sanitizeOutput } from '../../../main/pipeline/result/sanitize-output.ts'
import { openLongTexts } from '../../../main/secrets/long-text/thread.ts'
import { openRedactor } from '../../../main/secrets/redact/redactor.ts'
import { warmUp } from '../../../main/secrets/warm-up.ts'
import { cutText } from '../../../main/secrets/sanitize/sanitize-text.ts'
import { webFetch } from '../../../tools/web/web-fetch.ts'

const PIECE = '<p>Some <b>words</b> &amp; a <a href="/x">link</a>.</p>'
const PARAGRAPH = `<p>${'One is told at length, as it was. '.repeat(12)}</p>`
const pages = (): Readonly<Record<string, readonly [type: string, body: string | Buffer]>> => ({
  small: ['text/html', '<body><p>hello</p></body>'],
  page: ['text/html', `<body>${PIECE.repeat(180_000)}`],
  text: ['text/plain', 'word '.repeat(1_990_000)],
  json: ['application/json', JSON.stringify(Array.from({ length: 250_000 }, (_, id) => ({ id })))],
  pdf: ['application/pdf', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(3_900_000, 65)])],
  packed: ['text/html', gzipSync(`<body>${PIECE.repeat(180_000)}`)],
  other: ['application/x-thing', Buffer.alloc(19_000_000, 7)],
  deep: ['text/html', `<body>${'<div>'.repeat(1_000_000)}deep`],
  line: ['text/html', `<body><p>${'x'.repeat(10_000_000)}`],
  'line of text': ['text/plain', 'x'.repeat(10_000_000)],
  entities: ['text/html', `<body><p>${'&lt;&amp;&#x41;&notanentity '.repeat(350_000)}`],
  table: [
    'text/html',
    `<body><table>${Array.from({ length: 50_000 }, (_, row) => `<tr><td>${row}<td>a value<td>ä|b</tr>`).join('')}</table>`,
  ],
  article: ['text/html', `<title>T</title><div class=content>${PARAGRAPH.repeat(2_000)}</div>`],
  letters: ['text/plain; charset=utf-8', 'Wörter für die Äste – “quoted”…\n'.repeat(30_000)],
})

if (!isMainThread) {
  const all = pages()
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? ''
    const [type, body] = all[decodeURIComponent(name)] ?? ['text/plain', '']
    const packed = name === 'packed' ? { 'content-encoding': 'gzip' } : {}
    response.writeHead(200, { 'content-type': type, ...packed })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () =>
    parentPort?.postMessage((server.address() as AddressInfo).port),
  )
}

let serving: Promise<{ readonly worker: Worker; readonly port: number }> | null = null
const reader = openPageReader()

function serve() {
  serving ??= new Promise((resolve) => {
    const worker = new Worker(import.meta.filename)
    worker.once('message', (port: number) => {
      // As some seconds after a start of the app.
      const warm = warmUp(redactor).then(() => warmUpRequests())
      letGo(warm.then(() => resolve({ worker, port })))
    })
  })
  return serving
}

/** Serves its pages from here on, warm as an app that has started. */
export async function startServing(): Promise<void> {
  await serve()
}

const longTexts = openLongTexts()
const redactor = openRedactor({
  known: () => ['forge-0123456789abcdef'],
  elsewhere: longTexts.redact,
})
const cleaning = {
  clean: longTexts.clean,
  cut: cutText,
  redact: async (text: string) => (await redactor.text(text)).text,
  redactJson: (value: Json) => redactor.json(value, []),
}

/** Fetches it as long as it may be, and makes it fit to be shown. Throws where that fails. */
export async function fetchPage(path: string): Promise<string> {
  const { port } = await serve()
  const hosts = [`http://127.0.0.1:${port}`, `127.0.0.1:${port}`]
  const input = webFetch.input.parse({ url: `${hosts[0]}/${path}`, maxChars: 200_000 })
  const permitted = webFetch.touches(input).flatMap((touch): readonly CanonicalTouch[] => {
    if (touch.kind !== 'net.fetch') return []
    const canonical = canonicalUrl({ hosts })(touch.method, touch.url)
    return canonical.ok ? [canonical.value] : []
  })
  const { signal } = new AbortController()
  const outbound = openOutbound({
    hosts: () => hosts,
    credential: async () => err(failure('test.none', 'There is none.')),
  })
  const power = {
    ...outbound.power({ permitted, signal }),
    readPage: (reading: PageReading) => reader(reading, signal),
  }
  const ended = await webFetch.execute(input, { power: { 'net.fetch': power }, signal })
  await outbound.dispose()
  if (!ended.ok) throw new Error(ended.error.text)
  const shown = await sanitizeOutput(
    ended.value.text,
    webFetch.manifest.limits.resultChars,
    cleaning,
  )
  await cleaning.redactJson(ended.value.data ?? null)
  return shown.text
}

/** Ends the threads. */
export async function stopServing(): Promise<void> {
  await (await serving)?.worker.terminate()
  await longTexts.end()
  serving = null
}
