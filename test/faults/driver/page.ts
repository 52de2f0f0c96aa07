// The page of the browser host without a browser: its one-time link, its cookie, its WebSocket.
import { WebSocket } from 'ws'

type Said = {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: { readonly text: string }
}
export type Page = {
  call(channel: string, input: object): Promise<Said>
  /** As a page that is closed in the middle. */
  terminate(): void
  /** Another page with the same cookie, as after a reload. */
  again(): Promise<Page>
}

export async function openPage(url: string): Promise<Page> {
  const entered = await fetch(url, { redirect: 'manual' })
  const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const base = new URL(entered.headers.get('location') ?? '/', url)
  return openSocket(base, cookie)
}

async function openSocket(base: URL, cookie: string): Promise<Page> {
  const address = new URL('ws', base)
  address.protocol = 'ws:'
  const socket = new WebSocket(address, { origin: base.origin, headers: { cookie } })
  await new Promise<void>((done, fail) => {
    socket.once('open', () => done())
    socket.once('error', fail)
  })
  const waiting = new Map<number, (said: Said) => void>()
  let next = 1
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString('utf8')) as {
      readonly id?: number
      readonly result?: Said
    }
    if (message.id !== undefined && message.result !== undefined)
      waiting.get(message.id)?.(message.result)
  })
  return {
    call: (channel, input) =>
      new Promise((done) => {
        const id = next++
        waiting.set(id, done)
        socket.send(JSON.stringify({ id, channel, input }))
      }),
    terminate: () => socket.terminate(),
    again: () => openSocket(base, cookie),
  }
}

/** Of a list of approvals. */
export const idsOf = ({ value }: Said): readonly string[] =>
  Array.isArray(value) ? value.map(({ id }: { readonly id: string }) => id) : []
