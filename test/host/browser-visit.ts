// A browser host on a page folder of its own, and a visitor who sends exactly what a test says, as
// raw HTTP: `fetch` would tidy up the very paths and headers that matter here.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClientOptions, WebSocket } from 'ws'
import { type BrowserOptions, openBrowserHost } from '../../main/host/browser/server.ts'
import { type FakeApp, fakeApp } from '../fakes/app.ts'
import { type FakePages, fakePages } from '../fakes/returning-pages.ts'

/** As it is built: the host puts a nonce in. */
export const PAGE = '<!doctype html><title>Gatehouse</title><meta nonce="{style-nonce}">'

export type Reply = {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}

export async function openVisit(
  answers: Parameters<typeof fakeApp>[0] = {},
  peer?: BrowserOptions['peer'],
  home: FakePages = fakePages(),
  port: BrowserOptions['port'] = 0,
) {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-page-'))
  const page = join(folder, 'renderer')
  await mkdir(join(page, 'assets'), { recursive: true })
  await writeFile(join(page, 'index.html'), PAGE)
  await writeFile(join(page, 'assets', 'index-Ab12_Cd9.js'), 'export {}')
  await writeFile(join(page, '.env'), 'SECRET=1')
  await writeFile(join(page, 'notes.md'), 'not a type we serve')
  await writeFile(join(folder, 'outside.txt'), 'outside')
  await symlink(join(folder, 'outside.txt'), join(page, 'link.txt'))
  await symlink(folder, join(page, 'up'))
  const clock = { ms: 0 }
  const app: FakeApp = fakeApp(answers)
  const opened = await openBrowserHost({
    app,
    pages: home.open(),
    pageFolder: page,
    port,
    now: () => clock.ms,
    today: home.now,
    ...(peer === undefined ? {} : { peer }),
  })
  if (!opened.ok) throw new Error(opened.error.text)
  const host = opened.value
  const origin = `http://127.0.0.1:${host.port}`
  const sockets: WebSocket[] = []

  const ask = (
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: host.port, path, method, headers, agent: false },
        (reply) => {
          let body = ''
          reply.setEncoding('utf8').on('data', (piece: string) => (body += piece))
          reply.on('end', () =>
            resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }),
          )
        },
      )
      sent.on('error', reject).end()
    })

  const linkPath = (): string => host.newLink().slice(origin.length)
  const enter = async (): Promise<string> =>
    String((await ask(linkPath())).headers['set-cookie']).split(';')[0] ?? ''
  /** Where a link leads: the secret path of the window. */
  const base = String((await ask(linkPath())).headers.location)
  /** A path inside the window: `/` is the window itself. */
  const inside = (path: string): string => base + path.slice(1)

  /** The open socket, or the status of the refusal. */
  const dial = (options: ClientOptions, path = inside('/ws')): Promise<WebSocket | number> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${host.port}${path}`, options)
      sockets.push(socket)
      socket.on('open', () => resolve(socket))
      socket.on('unexpected-response', (_request, reply) => resolve(reply.statusCode ?? 0))
      socket.on('error', reject)
    })

  const connected = async (): Promise<WebSocket> => {
    const socket = await dial({ origin, headers: { cookie: await enter() } })
    if (typeof socket === 'number') throw new Error(`refused with ${socket}`)
    return socket
  }

  return {
    page,
    app,
    home,
    host,
    clock,
    origin,
    base,
    inside,
    ask,
    linkPath,
    enter,
    dial,
    connected,
    async dispose() {
      for (const socket of sockets) socket.terminate()
      await host.dispose()
      await rm(folder, { recursive: true })
    },
  }
}

export type Visit = Awaited<ReturnType<typeof openVisit>>
