import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { listenersOn, strangerOn } from '../../../main/mcp/gateway/http/port-owner.ts'

const head =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const row = (at: number, local: string, state: string, uid: number): string =>
  `   ${at}: ${local} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 12345 1 0000000000000000 100 0 0 10 0\n`

it('names the users whose programs listen on a port, and nobody who only uses it', () => {
  const tables: Record<string, string> = {
    '/proc/net/tcp': `${head}${row(0, '0100007F:128C', '0A', 1001)}${row(1, '0100007F:128C', '01', 1002)}${row(2, '0100007F:128D', '0A', 1003)}`,
    '/proc/net/tcp6': `${head}${row(0, '00000000000000000000000000000000:128C', '0A', 1004)}`,
  }
  expect(listenersOn(4748, (file) => tables[file] ?? '')).toEqual([1001, 1004])
  expect(
    listenersOn(4748, () => {
      throw new Error('there is no such file here')
    }),
  ).toEqual([])
})

it('takes no program of the same user for a stranger', () => {
  expect([strangerOn(4748, 1000, [1000]), strangerOn(4748, 1000, [1000, 33])]).toEqual([null, 33])
})

const linux = process.platform === 'linux'
it.runIf(linux)(
  `sees a program that listens here${linux ? '' : ` (skipped on ${process.platform}: it has no such table)`}`,
  async () => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as { readonly port: number }
    expect(listenersOn(port)).toEqual([process.getuid?.()])
    await new Promise((done) => server.close(done))
  },
)
