// That an address opened in the browser is not in the process list, and whose connection a loopback
// one is.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPage } from '../../main/host/open-page.ts'
import { endpoint, peerUser, userIn } from '../../main/host/peer-user.ts'

const address = 'http://127.0.0.1:4747/enter?token=Zq8-one-time&x="\'<y>'

describe.runIf(process.platform === 'linux')('a page that is opened in the browser', () => {
  let folder: string
  let path: string | undefined
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'gatehouse-opener-'))
    mkdirSync(join(folder, 'bin'))
    // The opener waits, so that its line can be looked up in the process list.
    writeFileSync(
      join(folder, 'bin', 'xdg-open'),
      `#!/bin/sh\necho $$ > '${folder}/new' && mv '${folder}/new' '${folder}/pid'\nwhile [ -d '${folder}' ]; do sleep 0.05; done\n`,
    )
    chmodSync(join(folder, 'bin', 'xdg-open'), 0o755)
    path = process.env['PATH']
    process.env['PATH'] = `${join(folder, 'bin')}:${path}`
  })
  afterEach(() => {
    process.env['PATH'] = path
    rmSync(folder, { recursive: true, force: true })
  })

  /** The words and the variables of every process that can be read here. */
  const everyLine = (): string[] =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
      .flatMap((name) =>
        ['cmdline', 'environ'].flatMap((file) => {
          try {
            return [readFileSync(`/proc/${name}/${file}`, 'utf8')]
          } catch {
            return []
          }
        }),
      )

  it('has its address in a file for the owner alone, and in no line and no variable of any process', async () => {
    const page = await openPage(address)
    await expect.poll(() => existsSync(join(folder, 'pid'))).toBe(true)
    const pid = readFileSync(join(folder, 'pid'), 'utf8').trim()
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const file = fileURLToPath(words.find((word) => word.startsWith('file:')) ?? '')
    expect(everyLine().filter((line) => line.includes('Zq8-one-time'))).toEqual([])
    expect([statSync(file).mode & 0o777, statSync(join(file, '..')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
    expect(readFileSync(file, 'utf8')).toContain(
      'content="0;url=http://127.0.0.1:4747/enter?token=Zq8-one-time&amp;x=%22%27%3Cy%3E"',
    )
    await page.dispose()
    expect(existsSync(join(file, '..'))).toBe(false)
  })

  it('leaves no file behind after its time, nor where there is no opener or no web address', async () => {
    const left = (): string[] =>
      readdirSync(tmpdir()).filter((name) => name.startsWith('gatehouse-open-'))
    const before = left()
    await openPage(address, 50)
    await expect.poll(left).toEqual(before)
    await expect(openPage('file:///etc/passwd')).rejects.toThrow('web addresses')
    process.env['PATH'] = '/nowhere'
    await expect(openPage(address)).rejects.toThrow('ENOENT')
    expect(left()).toEqual(before)
  })
})

describe('the user of a loopback connection', () => {
  const ends = {
    server: endpoint('127.0.0.1', 4747) ?? '',
    client: endpoint('::ffff:127.0.0.1', 50_000) ?? '',
  }
  const line = (local: string, remote: string, state: string, uid: number): string =>
    `   1: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 123 1`
  const ours = line(ends.server, ends.client, '01', 1000)
  const v6 = '0000000000000000FFFF0000'
  it.each<[string, string[], string[], string]>([
    ['the same', [ours, line(ends.client, ends.server, '01', 1000)], [], 'own'],
    ['another', [ours, line(ends.client, ends.server, '01', 1001)], [], 'other'],
    ['root, which forwards ports', [ours, line(ends.client, ends.server, '01', 0)], [], 'own'],
    [
      'another one over a socket of IPv6',
      [ours],
      [line(v6 + ends.client, v6 + ends.server, '01', 1001)],
      'other',
    ],
    ['gone, and listed as root', [ours, line(ends.client, ends.server, '06', 0)], [], 'other'],
    ['not listed while we are', [ours], [], 'other'],
    ['not told by this system', [], [], 'unknown'],
  ])('is %s', (_, tcp, tcp6, want) => {
    expect(
      userIn(
        [
          [tcp.join('\n'), ''],
          [tcp6.join('\n'), v6],
        ],
        ends,
        1000,
      ),
    ).toBe(want)
  })

  it('is known of a real one', async () => {
    expect(endpoint('127.0.0.1', 4747)).toBe('0100007F:128B')
    const server = createServer()
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const socket = await accepted
    const stranger = process.getuid?.() === 0 ? 'own' : 'other'
    const linux = process.platform === 'linux'
    expect([await peerUser(socket), await peerUser(socket, 54_321)]).toEqual(
      linux ? ['own', stranger] : ['unknown', 'unknown'],
    )
    client.destroy()
    socket.destroy()
    server.close()
  })
})
