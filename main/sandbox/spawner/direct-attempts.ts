// Sees what a program in the network of a sandbox tries past the proxy, and opens nothing: a name
// server that knows no name hears which are looked up, and the kernel counts what found no route. Each
// is reported to the proxy once.
import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

const PORT = 53
const MOST_NAMES = 200
const EVERY_MS = 2_000
/** The end of the program does not wait longer for the last word about it. */
const LAST_MS = 200
const NAME = /^(?=.{3,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})+$/

export type DirectAttempts = {
  /** Tells what was not reported yet. Never rejects. */
  last(): Promise<void>
}

/** @param socket of the proxy. Resolves as soon as names are heard, or cannot be. */
export async function watchDirect(socket: string): Promise<DirectAttempts> {
  const names = new Set<string>()
  const before = noRoutes()
  let reported = false
  const report = (what: string): Promise<void> =>
    new Promise((resolve) => {
      const to = connect({ path: socket }, () =>
        to.end(`REPORT ${what} HTTP/1.1\r\nhost: relay\r\nconnection: close\r\n\r\n`),
      )
      to.on('error', () => resolve()).on('close', () => resolve())
      to.resume()
      setTimeout(() => {
        to.destroy()
        resolve()
      }, LAST_MS).unref()
    })
  const count = async (): Promise<void> => {
    if (reported || noRoutes() === before) return
    reported = true
    clearInterval(timer)
    await report('/address')
  }
  const timer = setInterval(() => alone(count()), EVERY_MS).unref()

  const server = createSocket('udp4')
  server.on('message', (query, from) => {
    const name = askedName(query)
    if (name === null) return
    if (NAME.test(name) && !names.has(name) && names.size < MOST_NAMES) {
      names.add(name)
      alone(report(`/name/${name}`))
    }
    server.send(unknownName(query), from.port, from.address, () => {})
  })
  await new Promise<void>((resolve) => {
    server.on('error', () => resolve())
    server.bind(PORT, '127.0.0.1', resolve)
  })
  server.unref()
  return { last: count }
}

/** Datagrams and connections of this network that led nowhere. */
function noRoutes(): number {
  const text = (file: string): string => {
    try {
      return readFileSync(file, 'latin1')
    } catch {
      return ''
    }
  }
  const [heads = '', values = ''] = text('/proc/net/snmp').split('\n')
  const four = values.split(' ')[heads.split(' ').indexOf('OutNoRoutes')]
  const six = /^Ip6OutNoRoutes\s+(\d+)/m.exec(text('/proc/net/snmp6'))?.[1]
  return Number(four ?? 0) + Number(six ?? 0)
}

const HEADER = 12

/** The name of the first question, in lower case; null: it asks nothing that can be read. */
export function askedName(query: Buffer): string | null {
  if (query.length <= HEADER || query.readUInt16BE(4) === 0) return null
  const labels: string[] = []
  for (let at = HEADER; at < query.length;) {
    const length = query[at] ?? 0
    if (length === 0) return labels.join('.').toLowerCase()
    if (length > 63 || at + 1 + length > query.length) return null
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return null
}

/** The same question, and that there is no such name. */
export function unknownName(query: Buffer): Buffer {
  let end = HEADER
  while (end < query.length && query[end] !== 0) end += 1 + (query[end] ?? 0)
  const answer = Buffer.from(query.subarray(0, Math.min(end + 5, query.length)))
  answer.writeUInt16BE(0x8183 | (answer.readUInt16BE(2) & 0x0100), 2)
  answer.writeUInt16BE(1, 4)
  answer.fill(0, 6, HEADER)
  return answer
}

/** Goes on by itself. Not `letGo`: what runs inside of a container is one file, and imports no other. */
export const alone = (work: Promise<void>): void => void work.catch(() => undefined)
