// What a real Chromium makes of a server that goes wrong, and of a name that leads to this machine
// once the page is there.
import { connect as connectTcp } from 'node:net'
import { expect, it } from 'vitest'
import { MISHAPS, httpService } from '../fakes/services/http-service.ts'
import type { Mishap } from '../fakes/services/http-service.ts'
import { directBrowser } from './direct.ts'

const browse = directBrowser()
const page = (body: string) => ({
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><title>Page</title>${body}`,
})

/** As the page shows it, or as what the step ends. */
const usual: Readonly<Record<Mishap, string | number>> = {
  '401': 401,
  '403': 403,
  '404': 404,
  '409': 409,
  '422': 422,
  '429': 429,
  '500': 500,
  html: 200,
  '50 MB': 'browser.too-large',
  'half a body': 'net.closed',
  nothing: 200,
  'wrong JSON': 200,
  'no answer': 'browser.closed',
}

it('shows a page of any status with it, and says why one did not come @whole', async () => {
  for (const mishap of MISHAPS) {
    const site = await httpService(() => page('<p>Fine</p>'))
    site.goWrong(mishap)
    const stop = new AbortController()
    const url = `${site.url}/`
    const asked = browse({ kind: 'open', url }, { hosts: () => site.hosts }, stop.signal)
    const isAsked = (): boolean => mishap !== 'no answer' || site.asked.length > 0
    await expect.poll(isAsked).toBe(true)
    if (mishap === 'no answer') stop.abort()
    const seen = await asked
    const ended = seen.ok ? seen.value.status : seen.error.code
    expect([mishap, ended]).toEqual([mishap, usual[mishap]])
    expect([mishap, seen.ok || (seen.error.hint ?? '') !== '' || seen.error.text]).toEqual([
      mishap,
      true,
    ])
    const waiting = (): boolean => mishap === 'no answer' && site.abandoned.length === 0
    await expect.poll(waiting).toBe(false)
  }
}, 600_000)

it('does not follow a name that leads to this machine only once the page is there', async () => {
  const inner = await httpService(() => page('secret of this machine'))
  const outer = await httpService(({ path }) =>
    page(
      path === '/'
        ? `<p>Hello</p><script>fetch('/inner').then((a) => a.text()).then((t) => {
      document.body.append(t) }, () => document.body.append('refused'))</script>`
        : 'outer',
    ),
  )
  const port = Number(new URL(inner.url).port)
  let lookups = 0
  const deps = {
    hosts: () => [],
    // The first answer is a public address, every later one is this machine.
    resolve: async () => (lookups++ === 0 ? ['93.184.216.34'] : ['127.0.0.1']),
    connect: (host: string, asked: number) =>
      connectTcp(
        host === '93.184.216.34'
          ? { host: '127.0.0.1', port: Number(new URL(outer.url).port) }
          : { host, port: asked },
      ),
  }
  const seen = await browse({ kind: 'open', url: `http://rebind.example:${port}/` }, deps)
  expect(seen).toMatchObject({ ok: true, value: { status: 200, title: 'Page' } })
  await browse({ kind: 'wait', ms: 500 }, deps)
  const text = await browse({ kind: 'get', what: 'text', element: null }, deps)
  expect(text).toMatchObject({ ok: true, value: { value: expect.stringContaining('refused') } })
  const moved = await browse({ kind: 'open', url: `http://rebind.example:${port}/again` }, deps)
  expect(moved).toMatchObject({ ok: false, error: { code: 'net.address-refused' } })
  expect(lookups).toBeGreaterThan(2)
  expect([outer.asked.map(({ path }) => path), inner.asked]).toEqual([['/'], []])
}, 600_000)

it.each([
  ['this machine in another spelling', ['::ffff:127.0.0.1']],
  ['a public address and this machine', ['93.184.216.34', '127.0.0.1']],
  ['what clouds tell of themselves', ['169.254.169.254']],
])(
  'no way of a page reaches a name that leads to %s by then @whole',
  async (_what, later) => {
    const inner = await httpService(() => page('secret of this machine'))
    const ways = `
    const at = location.origin, ended = [], done = (name) => ended.push(name)
    const add = (tag, more) => document.body.append(Object.assign(document.createElement(tag), more))
    add('img', { src: at + '/img', onerror: () => done('img'), onload: () => done('IMG') })
    add('iframe', { src: at + '/frame' })
    add('object', { data: at + '/object' })
    add('link', { rel: 'stylesheet', href: at + '/css' })
    add('link', { rel: 'preconnect', href: at })
    add('link', { rel: 'prefetch', href: at + '/prefetch' })
    add('video', { src: at + '/video' })
    add('script', { src: at + '/script', onload: () => done('SCRIPT') })
    navigator.sendBeacon(at + '/beacon', 'x')
    fetch(at + '/fetch', { keepalive: true }).then(() => done('FETCH'), () => done('fetch'))
    fetch(at + '/cors', { mode: 'no-cors' }).then(() => done('CORS'), () => done('cors'))
    const xhr = new XMLHttpRequest(); xhr.open('GET', at + '/xhr'); xhr.onload = () => done('XHR'); xhr.send()
    new EventSource(at + '/events').onopen = () => done('EVENTS')
    new WebSocket(at.replace('http', 'ws') + '/socket').onopen = () => done('SOCKET')
    setTimeout(() => document.body.append(ended.join(' ') || 'nothing'), 1_500)`
    const outer = await httpService(() => page(`<p>Hello</p><script>${ways}</script>`))
    const port = Number(new URL(inner.url).port)
    let lookups = 0
    const dialled: string[] = []
    const deps = {
      hosts: () => [],
      resolve: async () => (lookups++ === 0 ? ['93.184.216.34'] : [...later]),
      connect: (host: string, asked: number) => {
        dialled.push(host)
        return connectTcp(
          host === '93.184.216.34' && dialled.length === 1
            ? { host: '127.0.0.1', port: Number(new URL(outer.url).port) }
            : { host: '127.0.0.1', port: asked },
        )
      },
    }
    const seen = await browse({ kind: 'open', url: `http://rebind.example:${port}/` }, deps)
    expect(seen).toMatchObject({ ok: true, value: { status: 200 } })
    const read = () => browse({ kind: 'get', what: 'text', element: null }, deps)
    await expect.poll(read, { interval: 500 }).toMatchObject({
      ok: true,
      value: { value: expect.stringMatching(/fetch|nothing/) },
    })
    const text = await read()
    expect(JSON.stringify(text)).not.toMatch(/IMG|SCRIPT|FETCH|CORS|XHR|EVENTS|SOCKET|secret/)
    expect([dialled, inner.asked]).toEqual([['93.184.216.34'], []])
  },
  600_000,
)
