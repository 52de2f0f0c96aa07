// A connection that breaks before anybody uses it. Without a listener for it, it would end Gatehouse.
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { expect, it } from 'vitest'
import { openDialler, systemConnect } from '../../main/egress/dial.ts'

it.each(['http:', 'https:'])(
  'a connection for %s that the other side resets before it is used is closed, and no more',
  async (protocol) => {
    const given: Socket[] = []
    const server = createServer((socket) => void given.push(socket))
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const dial = openDialler(
      {
        resolve: async () => [],
        connect: systemConnect,
        limits: { dnsMs: 10_000, connectMs: 10_000 },
        trust: [],
        pins: () => [],
      },
      () => true,
      'not-ours',
    )
    const opened = await dial({ protocol, host: '127.0.0.1', port }, new AbortController().signal)
    if (!opened.ok) throw new Error(opened.error.text)
    const closed = new Promise<boolean>((done) => void opened.value.on('close', done))
    // Its side of the connection may come a moment later.
    await expect.poll(() => given.length).toBe(1)
    given[0]?.resetAndDestroy()
    expect(await closed).toBe(true)
    server.close()
  },
)
