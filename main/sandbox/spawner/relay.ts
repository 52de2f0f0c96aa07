// Runs inside the network of a sandbox, but outside of the sandbox itself: listens on its loopback,
// and carries each connection to the socket of the proxy outside. Then starts the program it was
// given, and ends as that ends. What tries to reach out past it, it tells the proxy. Arguments: port, socket, which of our descriptors become 0, 1, 2 and
// so on of the program (such as 0,1,2,3,4), the program and its arguments.
//
// Where the program has an output of its own, a line of ours says how it ended: by then nothing holds
// that output any more, and nobody needs to wait until we are gone as well.
import { spawn } from 'node:child_process'
import { closeSync, writeSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import { constants } from 'node:os'
import { alone, watchDirect } from './direct-attempts.ts'

const [port = '', socket = '', given = '', file = '', ...args] = process.argv.slice(2)
const descriptors = given.split(',').map(Number)
const ownOutput = descriptors.slice(1, 3).filter((fd) => fd > 2)

const server = createServer({ allowHalfOpen: true }, (inside) => {
  const outside = connect({ path: socket, allowHalfOpen: true })
  inside.pipe(outside)
  outside.pipe(inside)
  for (const [one, other] of [
    [inside, outside],
    [outside, inside],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
})
const noWay = (error: unknown): never => {
  process.stderr.write(`bwrap: no way to the proxy (${String(error)})\n`)
  process.exit(1)
}
server.once('error', noWay)
const start = async (): Promise<void> => {
  const direct = await watchDirect(socket)
  const child = spawn(file, args, { stdio: descriptors, env: {} })
  for (const fd of ownOutput) closeSync(fd)
  child.once('error', (error) => {
    process.stderr.write(`bwrap: ${String(error)}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) => {
    const end = signal === null ? (code ?? 1) : 128 + constants.signals[signal]
    // With a sign: it was the sandbox itself that a signal ended.
    if (ownOutput.length > 0)
      writeSync(1, `${signal === null ? end : -constants.signals[signal]}\n`)
    alone(direct.last().finally(() => process.exit(end)))
  })
}
server.listen(Number(port), '127.0.0.1', () => void start().catch(noWay))
