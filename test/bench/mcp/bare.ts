// What a gateway over HTTP costs on this machine when it does nothing but pass calls on and write
// each down, on the disk, before it runs: no gate, no sessions, no checks. Those in flight share a
// write. Whatever judges calls cannot be faster than this.
//
//   node test/bench/mcp/bare.ts PORT FILE -- COMMAND ARGS…
import { spawn } from 'node:child_process'
import { fdatasync, openSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'

const [port = '', file = '', , command = '', ...args] = process.argv.slice(2)
/** As many bytes as Gatehouse writes for a small call. */
const ROW = Buffer.alloc(1_700, 'x')
const LENGTH = 4 * 1_024 * 1_024

const fd = openSync(file, 'w+')
for (let at = 0; at < LENGTH; at += ROW.length) writeSync(fd, ROW, 0, ROW.length, at)
let place = 0
let waiting: (() => void)[] = []
let writing = false

/** Always the same file again, so that it never grows: the quickest there is. */
function durable(then: () => void): void {
  waiting.push(then)
  if (!writing) setImmediate(flush)
  writing = true
}
function flush(): void {
  const group = waiting
  waiting = []
  for (const _ of group) {
    place = place + ROW.length > LENGTH ? 0 : place
    writeSync(fd, ROW, 0, ROW.length, place)
    place += ROW.length
  }
  fdatasync(fd, () => {
    for (const then of group) then()
    if (waiting.length > 0) flush()
    else writing = false
  })
}

const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
const open = new Map<number, { readonly id: unknown; readonly response: ServerResponse }>()
let next = 1
let rest = ''
server.stdout.setEncoding('utf8').on('data', (piece: string) => {
  const lines = (rest + piece).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    const message = JSON.parse(line) as { id: number }
    const one = open.get(message.id)
    open.delete(message.id)
    const text = JSON.stringify({ ...message, id: one?.id })
    one?.response
      .writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      })
      .end(text)
  }
})

createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const message = JSON.parse(Buffer.concat(parts).toString()) as { id?: number; method: string }
    if (message.id === undefined) {
      server.stdin.write(`${JSON.stringify(message)}\n`)
      return void response.writeHead(202).end()
    }
    const own = next++
    open.set(own, { id: message.id, response })
    const pass = (): void => void server.stdin.write(`${JSON.stringify({ ...message, id: own })}\n`)
    if (message.method === 'tools/call') durable(pass)
    else pass()
  })
}).listen(Number(port), '127.0.0.1')
server.on('exit', () => process.exit(0))
