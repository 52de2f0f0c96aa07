// Runs inside the network of a sandbox, but outside of the sandbox itself: listens on its loopback,
// and carries each connection to the socket of the proxy outside. Then starts the program it was
// given, and ends as that ends. Arguments: port, socket, the descriptors that go to the program (such
// as 3,4), the program and its arguments.
import { spawn } from 'node:child_process'
import { createServer, connect } from 'node:net'
import { constants } from 'node:os'

const [port = '', socket = '', given = '', file = '', ...args] = process.argv.slice(2)
const descriptors = given.split(',').map(Number)

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
server.once('error', (error) => {
  process.stderr.write(`bwrap: no way to the proxy (${String(error)})\n`)
  process.exit(1)
})
server.listen(Number(port), '127.0.0.1', () => {
  const stdio = ['inherit', 'inherit', 'inherit', ...descriptors] as const
  const child = spawn(file, args, { stdio: [...stdio], env: {} })
  child.once('error', (error) => {
    process.stderr.write(`bwrap: ${String(error)}\n`)
    process.exit(1)
  })
  child.once('exit', (code, signal) =>
    process.exit(signal === null ? (code ?? 1) : 128 + constants.signals[signal]),
  )
})
