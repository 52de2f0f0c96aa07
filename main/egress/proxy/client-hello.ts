// Reads the first message of a TLS client, as far as needed to know which name it asks for. Pure;
// decrypts nothing. RFC 8446 (records, ClientHello), RFC 6066 (server_name), RFC 9849
// (encrypted_client_hello).

export type ClientHello =
  /** Not all of it is there yet. */
  | { readonly kind: 'more' }
  | { readonly kind: 'not-tls'; readonly why: string }
  /** `name` lower-case; null where none is sent. `encrypted`: an inner message may say another. */
  | { readonly kind: 'hello'; readonly name: string | null; readonly encrypted: boolean }

/** Larger than any real client's, post-quantum keys included. */
export const MAX_HELLO = 64 * 1024

const HANDSHAKE = 22
const CLIENT_HELLO = 1
const MAX_RECORD = 2 ** 14
const SERVER_NAME = 0
const ENCRYPTED_CLIENT_HELLO = 0xfe0d

/** @param bytes everything the client has sent so far. Never throws. */
export function readClientHello(bytes: Buffer): ClientHello {
  const message = handshakeIn(bytes)
  return Buffer.isBuffer(message) ? readMessage(message) : message
}

/** The handshake message, put together from its records: a client may cut it anywhere. */
function handshakeIn(bytes: Buffer): Buffer | ClientHello {
  const parts: Buffer[] = []
  let have = 0
  for (let at = 0; ;) {
    if (bytes.length > at && bytes[at] !== HANDSHAKE)
      return notTls('it does not begin a TLS handshake')
    if (bytes.length > at + 1 && bytes[at + 1] !== 3)
      return notTls('it speaks a version of TLS that is not known')
    if (bytes.length < at + 5)
      return bytes.length > MAX_HELLO ? notTls('its first message is incomplete') : { kind: 'more' }
    const length = bytes.readUInt16BE(at + 3)
    if (length === 0 || length > MAX_RECORD) return notTls('it sends a TLS record of a wrong size')
    const part = bytes.subarray(at + 5, at + 5 + length)
    parts.push(part)
    have += part.length
    const message = have < 4 ? null : Buffer.concat(parts)
    if (message !== null) {
      if (message[0] !== CLIENT_HELLO) return notTls('its first message is not a ClientHello')
      const size = 4 + message.readUIntBE(1, 3)
      if (size > MAX_HELLO) return notTls('its first message is too large')
      // What follows in the same record would be a second message, which no client sends before it
      // is answered.
      if (message.length > size) return notTls('it sends more than a ClientHello')
      if (message.length === size && part.length === length) return message.subarray(4)
    }
    if (part.length < length)
      return bytes.length > MAX_HELLO ? notTls('its first message is too large') : { kind: 'more' }
    at += 5 + length
  }
}

function readMessage(body: Buffer): ClientHello {
  const reader = new Reader(body)
  reader.take(2 + 32)
  reader.block(1)
  reader.block(2)
  reader.block(1)
  const extensions = reader.left === 0 ? Buffer.alloc(0) : reader.block(2)
  if (extensions === null || reader.broken || reader.left > 0)
    return notTls('its ClientHello cannot be read')
  const found = new Map<number, Buffer>()
  const each = new Reader(extensions)
  while (each.left > 0) {
    const type = each.number(2)
    const value = each.block(2)
    if (type === null || value === null) return notTls('its ClientHello cannot be read')
    if (found.has(type)) return notTls('its ClientHello says something twice')
    found.set(type, value)
  }
  const name = found.get(SERVER_NAME)
  const encrypted = found.has(ENCRYPTED_CLIENT_HELLO)
  if (name === undefined) return { kind: 'hello', name: null, encrypted }
  const read = readName(name)
  return read === null
    ? notTls('the requested name cannot be read')
    : { kind: 'hello', name: read, encrypted }
}

/** Exactly one name, of the only kind there is. */
function readName(value: Buffer): string | null {
  const reader = new Reader(value)
  const list = reader.block(2)
  if (list === null || reader.left > 0) return null
  const inner = new Reader(list)
  const kind = inner.number(1)
  const name = inner.block(2)
  if (kind !== 0 || name === null || inner.left > 0) return null
  const text = name.toString('latin1')
  return /^[\x21-\x7e]{1,253}$/.test(text) ? text.toLowerCase() : null
}

const notTls = (why: string): ClientHello => ({ kind: 'not-tls', why })

class Reader {
  broken = false
  private at = 0
  private readonly bytes: Buffer
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  get left(): number {
    return this.bytes.length - this.at
  }
  take(count: number): Buffer | null {
    if (this.broken || count > this.left) {
      this.broken = true
      return null
    }
    this.at += count
    return this.bytes.subarray(this.at - count, this.at)
  }
  number(width: number): number | null {
    return this.take(width)?.readUIntBE(0, width) ?? null
  }
  /** Bytes with their count before them, in `width` bytes. */
  block(width: number): Buffer | null {
    const count = this.number(width)
    return count === null ? null : this.take(count)
  }
}
