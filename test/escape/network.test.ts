// Real attempts to reach the network and sockets of the host. Each is first made outside, where it
// has to succeed.
import { execFileSync, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFixture, perl, soon, stations, type Fixture } from './fixture.ts'
import { fewWords } from '../whole.ts'

const linux = process.platform === 'linux'
/** In the name, so that a report says why. */
const why = linux
  ? ''
  : ` (skipped on ${process.platform}: its sandbox is not built yet, every command is refused)`
const SECRET = 'SECRET-OF-HOST'

describe.runIf(linux).each(fewWords(stations, 1))(`the network as %s${why}`, (_name, identity) => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await openFixture(identity)
  })
  afterAll(() => fixture.close())

  it('cannot reach a host service by TCP or UDP, on loopback or any other address of the host', async () => {
    let received = 0
    const tcp = createServer((socket) => {
      received += 1
      socket.end(SECRET)
    }).listen(0, '0.0.0.0')
    const udp = createSocket('udp4')
      .on('message', () => (received += 1))
      .bind(0, '0.0.0.0')
    await Promise.all([once(tcp, 'listening'), once(udp, 'listening')])
    try {
      const port = (tcp.address() as { port: number }).port
      const addresses = execFileSync('hostname', ['-I'], { encoding: 'utf8' })
        .split(/\s+/)
        .filter((each) => /^[\d.]+$/.test(each))
      const connect = (address: string) =>
        perl(
          `socket(S,PF_INET,SOCK_STREAM,0) or die "no socket"; connect(S,sockaddr_in(${port},inet_aton("${address}"))) or die "refused"; print <S>`,
        )
      const send = (address: string) =>
        perl(
          `socket(S,PF_INET,SOCK_DGRAM,0) or die; send(S,"x",0,sockaddr_in(${udp.address().port},inet_aton("${address}"))) or die "refused"`,
        )
      expect(await shell(connect('127.0.0.1'))).toBe(SECRET)
      await shell(send('127.0.0.1'))
      expect(await soon(() => received === 2)).toBe(true)
      for (const address of ['127.0.0.1', ...addresses, '169.254.169.254', '8.8.8.8']) {
        expect((await fixture.run(connect(address))).stdout).toBe('')
        await fixture.run(send(address))
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(received).toBe(2)
    } finally {
      tcp.close()
      udp.close()
    }
  })

  it('cannot ask for a name', async () => {
    expect((await fixture.run('getent hosts example.com')).end).not.toEqual({
      kind: 'exited',
      code: 0,
    })
    expect((await fixture.run('getent hosts localhost')).stdout).toContain('localhost')
  })

  it('cannot reach a unix socket, be it a file in the workspace, abstract, or by a datagram from a socket pair', async () => {
    let received = 0
    const listener = () =>
      createServer((socket) => {
        received += 1
        socket.end(SECRET)
      })
    const file = join(fixture.workspace, 'host.sock')
    const [named, hidden] = [
      listener().listen(file),
      listener().listen(`\0gatehouse-${process.pid}`),
    ]
    await Promise.all([once(named, 'listening'), once(hidden, 'listening')])
    chmodSync(file, 0o777)
    const datagrams = join(fixture.workspace, 'datagram.sock')
    const receiver = spawn('perl', [
      '-MSocket',
      '-e',
      `socket(S,PF_UNIX,SOCK_DGRAM,0) or die; bind(S,sockaddr_un("${datagrams}")) or die; chmod 0777, "${datagrams}"; $|=1; print "ready\n"; while (defined recv(S,$m,9,0)) { print "got\n" }`,
    ])
    let got = ''
    receiver.stdout.on('data', (data: Buffer) => (got += data.toString()))
    try {
      expect(await soon(() => got === 'ready\n')).toBe(true)
      const stream = (address: string) =>
        perl(
          `socket(S,PF_UNIX,SOCK_STREAM,0) or die "no socket"; connect(S,sockaddr_un(${address})) or die "refused"; print <S>`,
        )
      const pair = perl(
        `socketpair(A,B,PF_UNIX,SOCK_DGRAM,0) or die "no pair"; send(A,"x",0,sockaddr_un("${datagrams}")) or die "refused"; print "sent"`,
      )
      const abstract = `"\\0gatehouse-${process.pid}"`
      expect(await shell(stream(`"${file}"`))).toBe(SECRET)
      expect(await shell(stream(abstract))).toBe(SECRET)
      expect(await shell(pair)).toBe('sent')
      expect(await soon(() => received === 2 && got === 'ready\ngot\n')).toBe(true)
      expect((await fixture.run(stream(`"${file}"`))).stderr).toContain('no socket')
      expect((await fixture.run(stream(abstract))).stderr).toContain('no socket')
      expect((await fixture.run(pair)).stderr).toContain('no pair')
      // What Node and shells need still works, and cannot be turned round to another address.
      const turned = perl(
        `socketpair(A,B,PF_UNIX,SOCK_STREAM,0) or die "no pair"; connect(A,sockaddr_un("${file}")) and print "turned"; print "pair"`,
      )
      expect((await fixture.run(turned)).stdout).toBe('pair')
      // Our own end of its output is such a pair too.
      expect(
        (
          await fixture.run(
            perl(`connect(STDOUT,sockaddr_un("${file}")) and print STDERR "turned"`),
          )
        ).stderr,
      ).toBe('')
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect([received, got]).toEqual([2, 'ready\ngot\n'])
    } finally {
      named.close()
      hidden.close()
      receiver.kill('SIGKILL')
      await once(receiver, 'close')
    }
  })
})

/** The same on the plain host: an attempt that fails here too would prove nothing. */
async function shell(command: string): Promise<string> {
  const child = spawn('sh', ['-c', command], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (data: Buffer) => (text += data.toString()))
  await once(child, 'close')
  return text
}
