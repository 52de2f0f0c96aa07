// Pages of some megabytes from a thread of their own, fetched by the tool as the pipeline has it, without
// the gate: what counts is this thread alone.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import type { PageReading } from '../../contract/call/powers/page-reading.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'
import { canonicalUrl } from '../../main/egress/canonical-url.ts'
import { openOutbound } from '../../main/egress/outbound.ts'
import { openPageReader } from '../../main/reading/page-reader.ts'
import { webFetch } from '../../tools/web/web-fetch.ts'

const PIECE = '<p>Some <b>words</b> &amp; a <a href="/x">link</a>.</p>'
const pages = (): Readonly<Record<string, readonly [type: string, body: string | Buffer]>> => ({
  small: ['text/html', '<body><p>hello</p></body>'],
  page: ['text/html', `<body>${PIECE.repeat(180_000)}`],
  text: ['text/plain', 'word '.repeat(1_990_000)],
  json: ['application/json', JSON.stringify(Array.from({ length: 250_000 }, (_, id) => ({ id })))],
  pdf: ['application/pdf', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(3_900_000, 65)])],
  packed: ['text/html', gzipSync(`<body>${PIECE.repeat(180_000)}`)],
  other: ['application/x-thing', Buffer.alloc(19_000_000, 7)],
})

if (!isMainThread) {
  const all = pages()
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? ''
    const [type, body] = all[name] ?? ['text/plain', '']
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
    worker.once('message', (port: number) => resolve({ worker, port }))
  })
  return serving
}

/** Fetches it and throws where that fails. */
export async function fetchPage(path: string): Promise<void> {
  const { port } = await serve()
  const hosts = [`http://127.0.0.1:${port}`, `127.0.0.1:${port}`]
  const input = webFetch.input.parse({ url: `${hosts[0]}/${path}` })
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
}

/** Ends the thread. */
export async function stopServing(): Promise<void> {
  await (await serving)?.worker.terminate()
  serving = null
}
