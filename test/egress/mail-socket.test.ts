// The connection to the person's mail server: encrypted and proved wherever its address says so, to
// an address that was checked, and without a word of HTTP.
import { createServer } from 'node:tls'
import type { AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keep, outboundOf } from './fixtures/ask.ts'
import { testCertificate } from './fixtures/servers.ts'

const key = readFileSync(new URL('fixtures/server-key.pem', import.meta.url), 'utf8')

/** Speaks `imap` and nothing else: a client that asks for HTTP alone is turned away. */
const serveMail = (protocols?: string[]) =>
  keep(
    (async () => {
      const server = createServer(
        { key, cert: testCertificate, ...(protocols && { ALPNProtocols: protocols }) },
        (socket) => {
          socket.on('error', () => undefined)
          socket.write('* OK ready\r\n')
        },
      )
      server.on('tlsClientError', () => undefined)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      return { port, close: async () => void server.close() }
    })(),
  )

const said = async (url: string, deps: Parameters<typeof outboundOf>[0]): Promise<string> => {
  const socket = await outboundOf(deps).mailSocket(url, new AbortController().signal)
  if (!socket.ok) return socket.error.code
  const [line] = await new Promise<readonly string[]>((resolve) =>
    socket.value.once('data', (data: Buffer) => resolve([data.toString()])),
  )
  socket.value.destroy()
  return line ?? ''
}
const hosts = (): readonly string[] => []
const trusted = { hosts, trust: [testCertificate] }

describe('the connection to a mail server', () => {
  it.each([undefined, ['imap']])('is encrypted, and asks for no HTTP (%j)', async (protocols) => {
    const { port } = await serveMail(protocols)
    expect(await said(`https://127.0.0.1:${port}`, trusted)).toBe('* OK ready\r\n')
  })

  it('is not opened where the certificate is not good', async () => {
    const { port } = await serveMail()
    expect(await said(`https://127.0.0.1:${port}`, { hosts })).toBe('net.tls')
  })

  it.each(['127.0.0.1', '169.254.169.254', '::1'])(
    'is not opened to a public name that leads to %s',
    async (address) => {
      const resolve = async (): Promise<string[]> => [address]
      const code = await said('https://mail.example.org:993', { ...trusted, resolve })
      expect(code).toBe('net.address-refused')
    },
  )
})
