// A page comes back after a restart, and nobody else does: the page's own code against the real host,
// over real sockets, with what an attacker would try.
import { randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { type WebSocket as Socket, WebSocketServer } from 'ws'
import { type KeepAnswer, type ReturnFacts } from '../../contract/ipc/page-return.ts'
import { IDLE_MS, MOST_PAGES, WHOLE_MS } from '../../main/pages/returning-pages.ts'
import { askReturn, type ReturnEnd } from '../../renderer/bridge/ask-return.ts'
import { leaveKey } from '../../renderer/bridge/leave-key.ts'
import { makePagePair, type PagePair } from '../../renderer/bridge/page-pair.ts'
import { fakePages } from '../fakes/returning-pages.ts'
import { openVisit, type Visit } from './browser-visit.ts'
import { dial, disposeAll, open, restart, start } from './restarts.ts'

afterEach(disposeAll)

type Page = { readonly pair: PagePair; readonly home: KeepAnswer; readonly port: number }
/** A page that is in, and has left its key. */
async function pageOf(visit: Visit, cookie?: string): Promise<Page> {
  const pair = await makePagePair(crypto.subtle)
  const socket = dial(visit.host.port, visit.inside('/keep'), {
    cookie: cookie ?? (await visit.enter()),
  })
  const home = await leaveKey(socket, pair.publicKey)
  if (home === null) throw new Error('The key was not taken.')
  return { pair, home, port: visit.host.port }
}
/** What a page signed in one try, beside how the try ended. */
async function come(
  page: Page,
  at = page.port,
): Promise<{ readonly end: ReturnEnd; readonly signed: readonly ReturnFacts[] }> {
  const signed: ReturnFacts[] = []
  const pair: PagePair = {
    ...page.pair,
    sign(facts) {
      signed.push(facts)
      return page.pair.sign(facts)
    },
  }
  const socket = dial(at, '/return')
  const mayLeave = async (): Promise<boolean> => true
  return {
    end: await askReturn({ pair, home: page.home, port: page.port, socket, mayLeave }),
    signed,
  }
}
const kind = async (page: Page, at?: number): Promise<string> => (await come(page, at)).end.kind

/** Says these things to the public path one after another, and hears each answer. */
async function talk(port: number, ...messages: readonly unknown[]): Promise<readonly unknown[]> {
  const socket = dial(port, '/return') as unknown as Socket
  const replies: unknown[] = []
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const next = (): Promise<unknown> =>
    Promise.race([
      new Promise((resolve) =>
        socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()))),
      ),
      closed.then(() => 'closed'),
    ])
  await Promise.race([new Promise((resolve) => socket.once('open', resolve)), closed])
  for (const message of messages) {
    const answer = next()
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    replies.push(await answer)
  }
  socket.close()
  await closed
  return replies
}
const nonce = (): string => randomBytes(32).toString('base64url')
const hello = (page: Page) => ({ kind: 'hello', id: page.home.id, nonce: nonce() })

describe('a page that was open before a restart', () => {
  it('gets a link for one use, comes in by it, and is in the journal', async () => {
    const before = await start()
    const page = await pageOf(before)
    const after = await restart(before)
    const { end } = await come(page)
    if (end.kind !== 'link') throw new Error(end.kind)
    const path = end.url.slice(after.origin.length)
    const entered = await after.ask(path)
    expect([entered.status, entered.headers.location, (await after.ask(path)).status]).toEqual([
      303,
      after.base,
      403,
    ])
    expect(after.home.journal).toEqual([
      { kind: 'page', change: 'returned', port: page.port, pages: 1, surface: 'browser' },
    ])
  })

  it('gets a link that is soon worth nothing', async () => {
    const before = await start()
    const page = await pageOf(before)
    const after = await restart(before)
    const { end } = await come(page)
    if (end.kind !== 'link') throw new Error(end.kind)
    after.clock.ms = 30_000
    expect((await after.ask(end.url.slice(after.origin.length))).status).toBe(403)
  })

  it('comes back once by one key, and each tab by its own', async () => {
    const before = await start()
    const cookie = await before.enter()
    const [one, two] = [await pageOf(before, cookie), await pageOf(before, cookie)]
    await restart(before)
    expect([await kind(one), await kind(one), await kind(two)]).toEqual(['link', 'unknown', 'link'])
  })

  it('comes back after every restart, while its person came in within a week @whole', async () => {
    let visit = await start()
    let page = await pageOf(visit)
    const startedAt = visit.home.clock.ms
    while (visit.home.clock.ms + IDLE_MS / 2 < startedAt + WHOLE_MS) {
      visit.home.clock.ms += IDLE_MS / 2
      visit = await restart(visit)
      const { end } = await come(page)
      if (end.kind !== 'link') throw new Error(end.kind)
      const reply = await visit.ask(end.url.slice(visit.origin.length))
      page = await pageOf(visit, String(reply.headers['set-cookie']).split(';')[0])
    }
    visit.home.clock.ms = startedAt + WHOLE_MS
    await restart(visit)
    expect(await kind(page)).toBe('unknown')
  })

  it('stays where Gatehouse never ended: its own connection comes back', async () => {
    const visit = await start()
    const page = await pageOf(visit)
    expect(await come(page)).toEqual({ end: { kind: 'same-start' }, signed: [] })
  })

  it('finds the port again where no other was asked for, also an unusual one', async () => {
    const home = fakePages()
    const before = await start(home)
    await pageOf(before)
    await before.dispose()
    open.splice(open.indexOf(before), 1)
    const after = await openVisit({}, undefined, home, null)
    open.push(after)
    expect(after.host.port).toBe(before.host.port)
  })
})

describe('nobody else comes in', () => {
  const hours = (n: number) => (visit: Visit) => void (visit.home.clock.ms += n * 3_600_000)
  it.each<readonly [string, (visit: Visit, page: Page) => unknown]>([
    ['after twelve hours', hours(12)],
    ['once all pages were closed', (visit) => visit.host.closePages()],
    ['whose row is gone', (visit) => visit.home.rows.clear()],
    [
      'that was open at another port',
      ({ home }, { home: { id } }) => {
        const row = home.rows.get(id)
        if (row !== undefined) home.rows.set(id, { ...row, port: row.port + 1 })
      },
    ],
  ])('no page %s', async (_name, change) => {
    const before = await start()
    const page = await pageOf(before)
    await change(before, page)
    await restart(before)
    expect(await come(page)).toEqual({ end: { kind: 'unknown' }, signed: [] })
  })

  it('no page of another home at the same port', async () => {
    const before = await start()
    const page = await pageOf(before)
    await before.dispose()
    open.splice(open.indexOf(before), 1)
    await start(fakePages(), page.port)
    expect(await come(page)).toEqual({ end: { kind: 'unknown' }, signed: [] })
  })

  it('nobody who holds the port without the key of the home: the page signs nothing for it', async () => {
    const before = await start()
    const page = await pageOf(before)
    const stranger = await makePagePair(crypto.subtle)
    const { port } = before.host
    await before.dispose()
    open.splice(open.indexOf(before), 1)
    const seen: string[] = []
    const answers: readonly ((hello: { id: string; nonce: string }) => Promise<unknown>)[] = [
      async ({ id, nonce: pageNonce }) => {
        const homeNonce = nonce()
        const facts = { id, port, pageNonce, homeNonce }
        return { kind: 'proof', nonce: homeNonce, signature: await stranger.sign(facts) }
      },
      async ({ nonce: own }) => ({ kind: 'proof', nonce: own, signature: `${'A'.repeat(86)}==` }),
      async () => ({ kind: 'link', url: `http://127.0.0.1:${port}/enter?token=x` }),
      async () => ({ kind: 'proof' }),
      async () => 'nonsense',
    ]
    for (const answer of answers) {
      const squatter = new WebSocketServer({ port, host: '127.0.0.1' })
      squatter.on('connection', (socket) =>
        socket.on('message', (data: Buffer) => {
          seen.push((JSON.parse(data.toString()) as { kind: string }).kind)
          void answer(JSON.parse(data.toString()) as { id: string; nonce: string }).then((said) =>
            socket.send(JSON.stringify(said)),
          )
        }),
      )
      const { end, signed } = await come(page)
      expect([['false', 'none'].includes(end.kind), signed]).toEqual([true, []])
      for (const socket of squatter.clients) socket.terminate()
      await new Promise((resolve) => squatter.close(resolve))
    }
    expect(new Set(seen)).toEqual(new Set(['hello']))
  })

  it('nobody in between: a proof for one port is not valid at another', async () => {
    const before = await start()
    const page = await pageOf(before)
    await before.dispose()
    open.splice(open.indexOf(before), 1)
    const moved = await start(before.home)
    // The real home elsewhere knows no page of the old port, so there is nothing to pass on …
    expect(await talk(moved.host.port, hello(page))).toEqual([{ kind: 'unknown' }])
    // … and if its row were changed, its proof would name its own port.
    const row = moved.home.rows.get(page.home.id)
    if (row === undefined) throw new Error('no row')
    moved.home.rows.set(row.id, { ...row, port: moved.host.port })
    expect(await come(page, moved.host.port)).toEqual({ end: { kind: 'false' }, signed: [] })
    // A page that signed for the old port all the same gets nothing.
    const message = hello(page)
    const socket = dial(moved.host.port, '/return') as unknown as Socket
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify(message))
    const proof = await new Promise<{ nonce: string }>((resolve) =>
      socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()))),
    )
    const facts = {
      id: page.home.id,
      port: page.port,
      pageNonce: message.nonce,
      homeNonce: proof.nonce,
    }
    socket.send(JSON.stringify({ kind: 'proof', signature: await page.pair.sign(facts) }))
    expect(
      await new Promise((resolve) =>
        socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()))),
      ),
    ).toEqual({ kind: 'unknown' })
    expect(moved.home.journal).toEqual([
      { kind: 'page', change: 'refused', port: moved.host.port, pages: 1, surface: 'browser' },
    ])
  })

  it('nobody with a proof that was replies before, or with none, or of another page', async () => {
    const before = await start()
    const cookie = await before.enter()
    const victim = await pageOf(before, cookie)
    const other = await pageOf(before, cookie)
    const after = await restart(before)
    const { port } = after.host
    // Before any hello there is no nonce that it could be over.
    expect(await talk(port, { kind: 'proof', signature: `${'A'.repeat(86)}==` })).toEqual([
      'closed',
    ])
    // A second hello would choose again.
    expect(await talk(port, hello(victim), hello(victim))).toMatchObject([
      { kind: 'proof' },
      'closed',
    ])
    // The other tab's key does not speak for this one; after that the key is over.
    expect(await kind({ ...victim, pair: other.pair })).toBe('unknown')
    expect(await kind(victim)).toBe('unknown')
    // What the other page signed in one conversation is none of the next.
    const replies: string[] = []
    const pair: PagePair = {
      ...other.pair,
      async sign(facts) {
        replies.push(await other.pair.sign(facts))
        throw new Error('The page was closed before it sent this.')
      },
    }
    expect(await kind({ ...other, pair })).toBe('none')
    expect(await talk(port, hello(other), { kind: 'proof', signature: replies[0] })).toMatchObject([
      { kind: 'proof' },
      { kind: 'unknown' },
    ])
    expect(after.home.journal.map((entry) => 'change' in entry && entry.change)).toEqual([
      'refused',
      'refused',
    ])
  })

  it('nobody with the cookie, the path or the key pair of the old start', async () => {
    const before = await start()
    const cookie = await before.enter()
    const old = before.inside('/')
    const after = await restart(before)
    expect([
      (await after.ask(old, { cookie })).status,
      (await after.ask(after.base, { cookie })).status,
      await after.dial({ origin: after.origin, headers: { cookie } }),
      await after.dial({ origin: after.origin, headers: { cookie } }, after.inside('/keep')),
      await after.dial({ origin: after.origin }, after.inside('/keep')),
    ]).toEqual([403, 403, 403, 403, 403])
  })

  it('nobody from another page, by another name, or of another user', async () => {
    const visit = await start()
    const { port } = visit.host
    const tries = [
      {},
      { origin: 'https://evil.example' },
      { origin: 'http://127.0.0.1:1' },
      { origin: 'null' },
      { origin: visit.origin, headers: { host: `evil.example:${port}` } },
    ]
    for (const options of tries) expect(await visit.dial(options, '/return')).toBe(403)
    for (const path of ['/return/', '/return?x', '//return', '/RETURN', '/keep'])
      expect(await visit.dial({ origin: visit.origin }, path)).toBe(403)
    const shared = await start(fakePages(), 0, async () => 'other')
    const page = {
      pair: await makePagePair(crypto.subtle),
      home: { id: 'A'.repeat(22), homeKey: '' },
    }
    expect(await kind({ ...page, port: shared.host.port })).toBe('none')
  })

  it.each([
    ['nonsense', 'nonsense'],
    ['a call', { id: 1, channel: 'app.state', input: {} }],
    ['too much', { kind: 'hello', id: 'A'.repeat(22), nonce: 'A'.repeat(5_000) }],
    ['more than it is asked', { kind: 'hello', id: 'A'.repeat(22), nonce: nonce(), port: 1 }],
    ['a nonce that is none', { kind: 'hello', id: 'A'.repeat(22), nonce: '' }],
  ])('nobody who says %s', async (_name, message) => {
    const visit = await start()
    expect(await talk(visit.host.port, message)).toEqual(['closed'])
    expect(visit.app.calls).toEqual([])
  })

  it('nobody by a thousand tries, and the page itself still comes in a minute later @whole', async () => {
    const before = await start()
    const page = await pageOf(before)
    const after = await restart(before)
    const answers = new Map<string, number>()
    for (let at = 0; at < 1_000; at += 1) {
      const guess = randomBytes(16).toString('base64url')
      const [answer] = await talk(after.host.port, { kind: 'hello', id: guess, nonce: nonce() })
        // One that is turned away is closed before it says anything.
        .catch(() => ['closed'])
      const said = JSON.stringify(answer)
      answers.set(said, (answers.get(said) ?? 0) + 1)
    }
    expect([...answers]).toEqual([
      ['{"kind":"unknown"}', 450],
      ['"closed"', 550],
    ])
    expect(await kind(page)).toBe('none')
    after.clock.ms = 60_000
    expect(await kind(page)).toBe('link')
  })

  it('keeps no more than so many pages: the one not seen for longest goes @whole', async () => {
    const visit = await start()
    const cookie = await visit.enter()
    const pages: Page[] = []
    for (let at = 0; at <= MOST_PAGES; at += 1) {
      visit.home.clock.ms += 1
      pages.push(await pageOf(visit, cookie))
    }
    expect(visit.home.rows.size).toBe(MOST_PAGES)
    await restart(visit)
    expect([await kind(pages[0] as Page), await kind(pages[1] as Page)]).toEqual([
      'unknown',
      'link',
    ])
  })

  it('takes no key that is none, and only one of P-256', async () => {
    const visit = await start()
    const cookie = await visit.enter()
    const p384 = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, true, [
      'sign',
    ])
    const wrong = Buffer.from(await crypto.subtle.exportKey('spki', p384.publicKey))
    for (const key of ['', 'A'.repeat(120), wrong.toString('base64')]) {
      const socket = dial(visit.host.port, visit.inside('/keep'), { cookie })
      expect(await leaveKey(socket, key)).toBe(null)
    }
    expect(visit.home.rows.size).toBe(0)
  })
})

describe('the page', () => {
  it('has a key that nobody can take out of it', async () => {
    const subtle = crypto.subtle
    const created: CryptoKeyPair[] = []
    await makePagePair({
      generateKey: async (...given: Parameters<SubtleCrypto['generateKey']>) => {
        const pair = (await subtle.generateKey(...given)) as CryptoKeyPair
        created.push(pair)
        return pair
      },
      exportKey: subtle.exportKey.bind(subtle),
    } as unknown as SubtleCrypto)
    const key = created[0]?.privateKey
    if (key === undefined) throw new Error('no key')
    expect(key.extractable).toBe(false)
    for (const format of ['pkcs8', 'jwk'] as const)
      await expect(subtle.exportKey(format, key)).rejects.toThrow(/extractable/)
  })

  it('signs nothing, even for the real Gatehouse, while it may not leave', async () => {
    const before = await start()
    const page = await pageOf(before)
    await restart(before)
    const socket = dial(page.port, '/return')
    const mayLeave = async (): Promise<boolean> => false
    expect(await askReturn({ ...page, socket, mayLeave })).toEqual({ kind: 'stays' })
    expect(await kind(page)).toBe('link')
  })

  it('goes to no other address than its own', async () => {
    const before = await start()
    const page = await pageOf(before)
    const { port } = page
    await before.dispose()
    open.splice(open.indexOf(before), 1)
    const home = before.home.open()
    for (const url of [
      'https://evil.example/',
      `http://127.0.0.1:${port}.evil.example/`,
      `http://127.0.0.1:${port + 1}/enter?token=x`,
      'javascript:alert(1)',
      `//127.0.0.1:${port}/`,
    ]) {
      const proven = new WebSocketServer({ port, host: '127.0.0.1' })
      proven.on('connection', (socket) =>
        socket.on('message', (data: Buffer) => {
          const said = JSON.parse(data.toString()) as { kind: string; nonce: string }
          const homeNonce = nonce()
          const facts = { id: page.home.id, port, pageNonce: said.nonce, homeNonce }
          const answer =
            said.kind === 'hello'
              ? { kind: 'proof', nonce: homeNonce, signature: home.prove(facts) }
              : { kind: 'link', url }
          socket.send(JSON.stringify(answer))
        }),
      )
      expect([url, await kind(page)]).toEqual([url, 'unknown'])
      for (const socket of proven.clients) socket.terminate()
      await new Promise((resolve) => proven.close(resolve))
    }
  })
})
