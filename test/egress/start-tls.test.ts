// A mail server that begins in the open, on the ports where servers do: encrypted and proved before
// anything of the person is said, or nothing is said at all.
import { createServer, connect as connectTcp } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openDialler } from '../../main/egress/dial.ts'
import { keep } from './fixtures/ask.ts'
import { testCertificate } from './fixtures/servers.ts'

const key = readFileSync(new URL('fixtures/server-key.pem', import.meta.url), 'utf8')

type Way = {
  readonly by: 'smtp' | 'imap'
  /** What it answers to each line, and whether TLS begins after it. */
  readonly answers: (line: string) => string | null
  readonly greets?: string
}
const smtp = (offers: string, goesOn = '220 go on\r\n'): Way => ({
  by: 'smtp',
  greets: '220-mail.example\r\n220 ready\r\n',
  answers: (line) => (line === 'STARTTLS' ? goesOn : `250-mail.example\r\n${offers}`),
})
const imap = (answer: string): Way => ({
  by: 'imap',
  greets: '* OK ready\r\n',
  answers: () => answer,
})

async function serve({ answers, greets = '' }: Way) {
  const received: string[] = []
  const behind: string[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.write(greets)
    const take = (data: Buffer): void => {
      const line = data.toString().trim()
      received.push(line)
      const answer = answers(line)
      if (answer !== null) socket.write(answer)
      if (!/STARTTLS$/.test(line) || !/^(?:220|G0 OK)/m.test(answer ?? '')) return
      socket.removeListener('data', take)
      const secured = new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext({ key, cert: testCertificate }),
      })
      secured.on('error', () => undefined)
      secured.on('data', (chunk: Buffer) => {
        behind.push(chunk.toString())
        secured.write('behind\r\n')
      })
    }
    socket.on('data', take)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    behind,
    sockets,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** What the other side says behind TLS, or the code of why it came to nothing. */
async function dialled(way: Way, trust: readonly string[] = [testCertificate], connectMs = 5_000) {
  const server = await keep(serve(way))
  const dial = openDialler(
    {
      resolve: async () => ['127.0.0.1'],
      connect: () => connectTcp(server.port, '127.0.0.1'),
      limits: { dnsMs: 1_000, connectMs },
      trust,
      pins: () => [],
    },
    () => true,
  )
  const port = way.by === 'smtp' ? 587 : 143
  const { signal } = new AbortController()
  const opened = await dial(
    { protocol: 'https:', host: 'localhost', port, speaks: 'mail', upgrade: way.by },
    signal,
  )
  if (!opened.ok) return { ended: opened.error.code, ...server }
  opened.value.write('hello')
  const said = await new Promise<string>((resolve) =>
    opened.value.once('data', (data: Buffer) => resolve(data.toString().trim())),
  )
  opened.value.destroy()
  return { ended: said, ...server }
}

describe('a mail server that begins in the open', () => {
  it.each<[string, Way, readonly string[]]>([
    ['SMTP', smtp('250-PIPELINING\r\n250 STARTTLS\r\n'), ['EHLO gatehouse', 'STARTTLS']],
    ['IMAP', imap('* note\r\nG0 OK go on\r\n'), ['G0 STARTTLS']],
  ])('is spoken with behind TLS alone: %s', async (_name, way, received) => {
    const ended = await dialled(way)
    expect([ended.ended, ended.received, ended.behind]).toEqual(['behind', received, ['hello']])
  })

  it.each<[string, Way]>([
    ['does not offer it', smtp('250 PIPELINING\r\n')],
    ['offers something like it', smtp('250 STARTTLSX\r\n')],
    ['refuses it', smtp('250 STARTTLS\r\n', '454 not now\r\n')],
    ['greets with a fault', { ...smtp('250 STARTTLS\r\n'), greets: '554 go away\r\n' }],
    ['refuses it over IMAP', imap('G0 NO\r\n')],
    ['does not know it', imap('G0 BAD\r\n')],
    ['greets with a farewell', { ...imap('G0 OK\r\n'), greets: '* BYE\r\n' }],
    // As one between us and the server would put it in.
    ['says more before TLS begins', smtp('250 STARTTLS\r\n', '220 go on\r\n250 AUTH PLAIN\r\n')],
    ['says more before TLS begins, over IMAP', imap('G0 OK\r\n* OK [ALERT] x\r\n')],
    ['never ends a line', { ...smtp(''), greets: 'x'.repeat(40_000) }],
    ['says nothing but lines', { ...smtp(''), greets: '220-x\r\n'.repeat(1_000) }],
  ])('is told nothing where it %s', async (_how, way) => {
    const ended = await dialled(way)
    expect([ended.ended, ended.behind]).toEqual(['mail.no-encryption', []])
  })

  it('is told nothing where its certificate is not good', async () => {
    const ended = await dialled(smtp('250 STARTTLS\r\n'), [])
    expect([ended.ended, ended.behind]).toEqual(['net.tls', []])
  })

  it('ends by its limit where it never answers', async () => {
    const ended = await dialled({ ...smtp(''), greets: '' }, [testCertificate], 200)
    expect([ended.ended, ended.received]).toEqual(['net.connect', []])
  })
})
