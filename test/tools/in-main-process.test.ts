// `http` works inside the main process: whatever a server answers, the process stays quick and
// small, and the tool ends with a result or a sentence. See docs/decisions/0033-tools-in-main.md.
import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import { err } from '../../contract/result.ts'
import { canonicalUrl } from '../../main/egress/canonical-url.ts'
import { http } from '../../tools/web/http.ts'
import { writeFile } from '../../tools/files/write-file.ts'
import { outboundOf, site } from '../egress/fixtures/ask.ts'
import { longestTurn } from '../longest-turn.ts'

const MIB = 1024 * 1024

async function request(answer: RequestListener) {
  const { hosts, url } = await site(answer)
  const input = http.input.parse({ url: url('/'), timeout_secs: 5 })
  const canonical = canonicalUrl({ hosts })('GET', url('/'))
  if (!canonical.ok) throw new Error(canonical.error.text)
  const { signal } = new AbortController()
  const power = {
    'secrets.get': { refer: () => err(failure('test.none', 'No credential is here.')) },
    'net.fetch': outboundOf({ hosts: () => hosts }).power({ permitted: [canonical.value], signal }),
  }
  const before = process.memoryUsage().rss
  const running = Promise.withResolvers<Awaited<ReturnType<typeof http.execute>>>()
  const slowest = await longestTurn(() => {
    running.resolve(http.execute(input, { power, signal }))
    return running.promise
  })
  const ended = await running.promise
  return { ended, slowest, grown: process.memoryUsage().rss - before }
}

const endless =
  (piece: string, head: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', ...head })
    const more = (): void => {
      while (!response.destroyed && response.write(piece)) continue
    }
    response.on('drain', more)
    more()
  }

/** Made before anything is measured: that alone takes longer than it may. */
const packed = gzipSync(Buffer.alloc(200 * MIB))

describe('a hostile answer to http', () => {
  it.each<[string, RequestListener]>([
    ['that never ends', endless('x'.repeat(65_536))],
    ['of one line', endless('\u{1f600}'.repeat(10_000))],
    [
      'that comes a byte at a time',
      (_, response) => void setInterval(() => response.write('x'), 50).unref(),
    ],
    [
      'that unpacks to a hundred times its size',
      (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
    ],
    [
      'with headers beyond any size',
      (_, response) => void response.writeHead(200, { 'x-long': 'x'.repeat(4 * MIB) }).end('a'),
    ],
    [
      'with more headers than can be counted',
      (_, response) => {
        for (let at = 0; at < 5_000; at++) response.setHeader(`x-${at}`, 'x')
        response.end('a')
      },
    ],
    ['of bytes that are no text', (_, response) => void response.end(Buffer.alloc(3 * MIB, 0xff))],
    ['that breaks off', (_, response) => (response.write('a'), response.destroy())],
    ['that is no HTTP', (_, response) => void response.socket?.end('\0\0\0 nonsense\r\n\r\n')],
  ])(
    '%s leaves the process as it is',
    async (_what, answer) => {
      const first = await request(answer)
      // The process also holds the server, and what the row before has left to the engine: what http
      // itself would take, it would take each time.
      const { ended, slowest, grown } = first.grown < 400 * MIB ? first : await request(answer)
      expect(ended.ok ? ended.value.text.length : ended.error.text.length).toBeLessThan(60_000)
      expect(grown).toBeLessThan(400 * MIB)
      expect(slowest).toBeLessThan(2_000)
    },
    600_000,
  )
})

describe('what the two tools can do by themselves', () => {
  it('is to use the powers that they are given, and nothing else', async () => {
    const used: string[] = []
    const power = new Proxy({} as never, {
      get: (_, need) => {
        used.push(String(need))
        return { writeText: async () => err(failure('test.none', 'Nothing was written.')) }
      },
    })
    const { signal } = new AbortController()
    await writeFile.execute({ path: '../../etc/passwd', content: 'x' }, { power, signal })
    expect(used).toEqual(['fs.write'])
    // Neither names anything of Node: test/arch/floor-plan.ts lets tools/ import none of it.
    expect([http.requiredPowers, writeFile.requiredPowers]).toEqual([
      ['net.fetch', 'secrets.get'],
      ['fs.write'],
    ])
  })
})
