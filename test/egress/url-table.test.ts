// The table of addresses, tried over the whole way: canonical form, permit, resolver, address
// rule, dialler, redirects. Only the last step is turned aside: instead of the address that was
// checked, a server of the test is connected to.
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { canonicalUrl } from '../../main/egress/canonical-url.ts'
import { readClientHello } from '../../main/egress/proxy/client-hello.ts'
import { keep, outboundOf } from './fixtures/ask.ts'
import { serveTcp } from './fixtures/servers.ts'
import { hostile } from './hostile-urls.ts'
import { badRedirects, redirects } from './redirect-table.ts'
import { harmless, listed, PUBLIC } from './url-table.ts'

type EvaluatedCall = {
  /** Code of the failure, or the status. */
  readonly end: string
  readonly finalUrl: string | null
  readonly dialled: readonly string[]
  /** What the server was told: first line and host of a request, or the name that TLS asked for. */
  readonly received: readonly string[]
}

/** `location`: every first answer is a redirect there. */
async function evaluate(
  text: string,
  leads: readonly string[] = [PUBLIC],
  location: string | null = null,
): Promise<EvaluatedCall> {
  const touch = canonicalUrl({ hosts: listed })('GET', text)
  if (!touch.ok) return { end: touch.error.code, finalUrl: null, dialled: [], received: [] }
  const dialled: string[] = []
  const received: string[] = []
  let answers = 0
  const server = await keep(
    serveTcp((socket) =>
      socket.once('data', (bytes: Buffer) => {
        const hello = readClientHello(bytes)
        if (hello.kind === 'hello') {
          received.push(`TLS for ${hello.name}`)
          return void socket.destroy()
        }
        const [line = '', ...headers] = bytes.toString('latin1').split('\r\n')
        received.push(`${line} ${headers.find((one) => one.startsWith('host:')) ?? ''}`)
        answers += 1
        const head =
          answers === 1 && location !== null
            ? `HTTP/1.1 302 Found\r\nlocation: ${location}`
            : 'HTTP/1.1 200 OK'
        socket.end(`${head}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
      }),
    ),
  )
  const outbound = outboundOf({
    hosts: () => listed,
    resolve: async () => leads,
    connect: (address, port) => {
      dialled.push(`${address}:${port}`)
      return connect({ host: '127.0.0.1', port: server.port })
    },
  })
  const power = outbound.power({ permitted: [touch.value], signal: new AbortController().signal })
  const request = {
    method: 'GET',
    url: text,
    headers: {},
    body: null,
    timeoutMs: 20_000,
    maxBytes: 1_000,
    maxRedirects: 3,
    credential: null,
  } as const
  const answer = await power.fetch(request)
  const finalUrl = answer.ok ? answer.value.finalUrl : touch.value.url
  return {
    end: answer.ok ? `status ${answer.value.status}` : answer.error.code,
    finalUrl,
    dialled,
    received,
  }
}

const isAddress = (host: string): boolean => host.startsWith('[') || /^[\d.]+$/.test(host)

/**
 * What the server has to hear when exactly this URL is opened, and how the request then ends here.
 */
function opening(url: string): Pick<EvaluatedCall, 'end' | 'received'> {
  const { protocol, host, hostname, pathname, search } = new URL(url)
  const path = pathname + (search === '' && url.endsWith('?') ? '' : search)
  if (protocol === 'http:')
    return { end: 'status 200', received: [`GET ${path} HTTP/1.1 host: ${host}`] }
  // The server of the test hangs up on TLS; that it was asked for the right name is what counts.
  return { end: 'net.connect', received: [`TLS for ${isAddress(hostname) ? null : hostname}`] }
}

const titled = <T extends { readonly text: string; readonly leads?: readonly string[] }>(
  rows: readonly T[],
): [string, T][] =>
  rows.map((row) => [
    `${row.text.slice(0, 70)}${row.leads === undefined ? '' : ` (${row.leads.slice(0, 3).join(', ')})`}`,
    row,
  ])

describe('a harmless address', () => {
  it.each(titled(harmless))(
    '%j is opened, where it was checked',
    async (_, { text, opens, dials, leads }) => {
      expect(await evaluate(text, leads)).toEqual({
        ...opening(opens),
        finalUrl: opens,
        dialled: [dials],
      })
    },
  )
})

describe('a hostile address', () => {
  it.each(titled(hostile))(
    '%j is refused before anything is dialled',
    async (_, { text, code, leads }) => {
      expect(await evaluate(text, leads)).toMatchObject({ end: code, dialled: [], received: [] })
    },
  )
})

describe('a redirect', () => {
  const start = 'http://start.example.com/'

  it.each(titled(redirects))('to %j is followed', async (_, { text, opens, dials }) => {
    const { end, received } = opening(opens)
    const secure = opens.startsWith('https:')
    expect(await evaluate(start, undefined, text)).toEqual({
      end,
      // A failure does not say how far it came.
      finalUrl: secure ? start : opens,
      dialled: [`${PUBLIC}:80`, dials],
      received: ['GET / HTTP/1.1 host: start.example.com', ...received],
    })
  })

  it.each(titled(badRedirects))(
    'to %j is refused before it is dialled',
    async (_, { text, code }) => {
      expect(await evaluate(start, undefined, text)).toMatchObject({
        end: code,
        dialled: [`${PUBLIC}:80`],
        received: ['GET / HTTP/1.1 host: start.example.com'],
      })
    },
  )
})

describe('the table', () => {
  it('has enough rows of both kinds, and none twice', () => {
    const good = [...harmless, ...redirects]
    const evil = [...hostile, ...badRedirects]
    expect(good.length).toBeGreaterThanOrEqual(70)
    expect(evil.length).toBeGreaterThanOrEqual(130)
    for (const rows of [harmless, hostile, redirects, badRedirects]) {
      const keys = rows.map((row) => JSON.stringify([row.text, row.leads ?? null]))
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    }
  })
})
