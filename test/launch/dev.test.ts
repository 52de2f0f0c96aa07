// `npm run dev`, as a browser meets it: the page from its sources, and its WebSocket for that page
// only.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import WebSocket from 'ws'

const root = join(import.meta.dirname, '..', '..')

it('serves the window below a secret path, and its WebSocket to that page alone @whole', async () => {
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-dev-'))
  const child = spawn(
    process.execPath,
    [join(root, 'main/host/launch/dev-server.mjs'), '--mcp-port', '0'],
    {
      cwd: root,
      env: { ...process.env, GATEHOUSE_HOME: home, NO_COLOR: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = once(child, 'exit')
  try {
    const page = await addressOf(child.stderr)
    const html = await (await fetch(page)).text()
    expect(html).toContain('<div id="root">')
    expect(await (await fetch(new URL('/', page))).text()).not.toContain('<div id="root">')

    const address = Object.assign(new URL('ws', page), { protocol: 'ws:' })
    const socket = new WebSocket(address, { origin: page.origin })
    await once(socket, 'open')
    socket.send(JSON.stringify({ id: 1, channel: 'app.state', input: {} }))
    const [answer] = (await once(socket, 'message')) as [Buffer]
    expect(JSON.parse(answer.toString())).toMatchObject({ id: 1 })
    socket.close()

    const stranger = new WebSocket(address, { origin: 'http://127.0.0.1:1' })
    const [fault] = (await once(stranger, 'error')) as [Error]
    expect(fault.message).toContain('403')

    // Chromium opens no second socket while one hangs, so each of the page is answered.
    const beside = new WebSocket(new URL('keep', address), { origin: page.origin })
    const [refused] = (await once(beside, 'error')) as [Error]
    expect(refused.message).toContain('404')
  } finally {
    child.kill('SIGTERM')
    await ended
    await rm(home, { recursive: true, force: true })
  }
})

/** As the person is told it. */
async function addressOf(stream: NodeJS.ReadableStream): Promise<URL> {
  let said = ''
  for await (const piece of stream) {
    said += String(piece)
    const [, address] = /is at (http:\S+\/)\. /.exec(said) ?? []
    if (address !== undefined) return new URL(address)
  }
  throw new Error(`it ended with: ${said}`)
}
