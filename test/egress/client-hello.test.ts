import { once } from 'node:events'
import { connect as connectTls } from 'node:tls'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_HELLO, readClientHello } from '../../main/egress/proxy/client-hello.ts'
import { keep } from './fixtures/ask.ts'
import { serveTcp } from './fixtures/servers.ts'
import { tries } from '../soak.ts'

const u8 = (n: number): Buffer => Buffer.from([n])
const u16 = (n: number): Buffer => Buffer.from([n >> 8, n & 255])
const u24 = (n: number): Buffer => Buffer.from([n >> 16, (n >> 8) & 255, n & 255])
const join = (...parts: readonly Buffer[]): Buffer => Buffer.concat(parts)
const block16 = (bytes: Buffer): Buffer => join(u16(bytes.length), bytes)

const extension = (type: number, value: Buffer): Buffer => join(u16(type), block16(value))
const serverName = (name: string, kind = 0): Buffer =>
  extension(0, block16(join(u8(kind), block16(Buffer.from(name, 'latin1')))))
const body = (...extensions: readonly Buffer[]): Buffer =>
  join(
    u16(0x0303),
    Buffer.alloc(32, 7),
    u8(0),
    block16(u16(0x1301)),
    join(u8(1), u8(0)),
    block16(join(...extensions)),
  )
const message = (inside: Buffer, type = 1): Buffer => join(u8(type), u24(inside.length), inside)
const record = (inside: Buffer, type = 22): Buffer => join(u8(type), u16(0x0301), block16(inside))

/** What Node's own client says first, whole. */
async function realHello(servername: string | null): Promise<Buffer> {
  let got: (bytes: Buffer) => void = () => undefined
  const bytes = new Promise<Buffer>((resolve) => {
    got = resolve
  })
  const server = await keep(
    serveTcp((socket) => void socket.once('data', (chunk: Buffer) => got(chunk))),
  )
  const client = connectTls({
    port: server.port,
    host: '127.0.0.1',
    ...(servername === null ? {} : { servername }),
  })
  client.on('error', () => undefined)
  const found = await bytes
  client.destroy()
  await once(client, 'close')
  return found
}

describe('readClientHello', () => {
  it('reads the name that a real client asks for, however its bytes arrive', async () => {
    const hello = await realHello('Shop.Example.org')
    const whole = { kind: 'hello', name: 'shop.example.org', encrypted: false }
    expect(readClientHello(hello)).toEqual(whole)
    for (let at = 0; at < hello.length; at += 1)
      expect([at, readClientHello(hello.subarray(0, at))]).toEqual([at, { kind: 'more' }])
    expect(readClientHello(await realHello(null))).toEqual({ ...whole, name: null })
  })

  it('puts a message together from any number of records', () => {
    const inside = message(body(serverName('example.org')))
    for (const size of [1, 2, 3, 5, 20, inside.length]) {
      const records = Array.from({ length: Math.ceil(inside.length / size) }, (_, n) =>
        record(inside.subarray(n * size, (n + 1) * size)),
      )
      expect(readClientHello(join(...records))).toEqual({
        kind: 'hello',
        name: 'example.org',
        encrypted: false,
      })
    }
  })

  it.each<[string, Buffer, string | null, boolean]>([
    ['a name', body(serverName('example.org')), 'example.org', false],
    ['no extensions', body(), null, false],
    ['a hidden name alone', body(extension(0xfe0d, Buffer.alloc(40))), null, true],
    [
      'a hidden name beside an open one',
      body(extension(0xfe0d, Buffer.alloc(40)), serverName('front.example')),
      'front.example',
      true,
    ],
  ])('reads %s', (_, inside, name, encrypted) => {
    expect(readClientHello(record(message(inside)))).toEqual({ kind: 'hello', name, encrypted })
  })

  const good = body(serverName('example.org'))
  it.each<[string, Buffer]>([
    ['text', Buffer.from('GET / HTTP/1.1\r\n')],
    ['SSH', Buffer.from('SSH-2.0-x\r\n')],
    ['the TLS of twenty years ago', Buffer.from('802e0103010015000000100100', 'hex')],
    ['another record first', record(message(good), 23)],
    ['another message first', record(message(good, 2))],
    ['an empty record', record(Buffer.alloc(0))],
    ['a record too large', join(u8(22), u16(0x0301), u16(20_000))],
    ['a message without end', record(join(u8(1), u24(MAX_HELLO + 1)))],
    ['more after the message', record(join(message(good), Buffer.from('x')))],
    [
      'two names',
      record(
        message(
          body(
            extension(
              0,
              block16(
                join(
                  u8(0),
                  block16(Buffer.from('a.example')),
                  u8(0),
                  block16(Buffer.from('b.example')),
                ),
              ),
            ),
          ),
        ),
      ),
    ],
    [
      'the name given twice',
      record(message(body(serverName('a.example'), serverName('b.example')))),
    ],
    ['a name of another kind', record(message(body(serverName('example.org', 1))))],
    ['a name with a zero in it', record(message(body(serverName('example.org\0.evil.test'))))],
    ['an empty name', record(message(body(serverName(''))))],
    ['a name that is too long', record(message(body(serverName('a'.repeat(300)))))],
    ['an extension that is cut', record(message(body(Buffer.from([0, 0, 0, 9, 1]))))],
    ['bytes after the extensions', record(message(join(good, Buffer.from('x'))))],
    ['a message of nothing', record(message(Buffer.alloc(0)))],
  ])('refuses %s', (_, bytes) => {
    expect(readClientHello(bytes)).toMatchObject({
      kind: 'not-tls',
      why: expect.stringMatching(/\S/),
    })
  })

  it('never throws, and finds no name in what is not a hello', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(3), (tail, how) => {
        const bytes = Buffer.from(tail)
        const framed =
          [
            bytes,
            record(bytes),
            record(message(bytes)),
            record(message(join(good.subarray(0, 41), bytes))),
          ][how] ?? bytes
        const read = readClientHello(framed)
        expect(how < 2 && read.kind === 'hello' && bytes[0] !== (how === 0 ? 22 : 1)).toBe(false)
        expect(['more', 'not-tls', 'hello']).toContain(read.kind)
      }),
      { numRuns: tries(3_000) },
    )
  })

  it('gives no other name after a byte changed, unless that name is in the bytes', () => {
    const bytes = record(message(good))
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const changed = Buffer.from(bytes)
        changed[at] = value
        const read = readClientHello(changed)
        const name = read.kind === 'hello' ? (read.name ?? '') : ''
        expect(changed.toString('latin1').toLowerCase()).toContain(name)
      }),
      { numRuns: tries(2_000) },
    )
  })
})
