import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openVisit, PAGE, type Visit } from './browser-visit.ts'

const nonceOf = (body: string): string => /nonce="([\w-]+)"/.exec(body)?.[1] ?? ''

let visit: Visit
beforeEach(async () => {
  visit = await openVisit()
})
afterEach(() => visit.dispose())

describe('the link', () => {
  it('is exchanged once for a cookie that scripts and other sites never see', async () => {
    const path = visit.linkPath()
    const reply = await visit.ask(path)
    expect({ status: reply.status, location: reply.headers.location }).toEqual({
      status: 303,
      location: visit.base,
    })
    expect(String(reply.headers['set-cookie'])).toMatch(
      new RegExp(
        `^gatehouse_${visit.host.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=${visit.base}$`,
      ),
    )
    expect(await visit.ask(path)).toMatchObject({
      status: 403,
      body: expect.stringMatching(/^This link was already used.*\.\n$/) as string,
    })
  })

  it('is spent for the browser that used it too, and its window goes on', async () => {
    const path = visit.linkPath()
    const cookie = String((await visit.ask(path)).headers['set-cookie']).split(';')[0] ?? ''
    // A browser does not send the cookie here; one that did would learn no more.
    for (const headers of [{}, { cookie }]) {
      const again = await visit.ask(path, headers)
      expect([
        again.status,
        again.body,
        again.headers.location,
        again.headers['set-cookie'],
      ]).toEqual([
        403,
        'This link was already used or is older than 10 minutes. A window it opened still works. For a new link, press Enter where Gatehouse runs, or restart it.\n',
        undefined,
        undefined,
      ])
    }
    expect((await visit.ask(visit.base, { cookie })).status).toBe(200)
  })

  it('is valid for ten minutes', async () => {
    const [early, late] = [visit.linkPath(), visit.linkPath()]
    visit.clock.ms = 10 * 60_000 - 1
    expect((await visit.ask(early)).status).toBe(303)
    visit.clock.ms = 10 * 60_000
    expect((await visit.ask(late)).status).toBe(403)
  })

  it('differs every time and holds 256 bits', () => {
    const tokens = Array.from(
      { length: 50 },
      () => new URL(visit.host.newLink()).searchParams.get('token') ?? '',
    )
    expect(new Set(tokens).size).toBe(50)
    expect(tokens.every((token) => Buffer.from(token, 'base64url').length === 32)).toBe(true)
  })

  it('opened from another page leads on by a step of its own, so that the browser sends the new cookie', async () => {
    const headers = {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    }
    const reply = await visit.ask(visit.linkPath(), headers)
    expect([reply.status, reply.headers.refresh, reply.body.includes(visit.base)]).toEqual([
      200,
      `0;url=${visit.base}`,
      false,
    ])
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
    expect((await visit.ask(visit.base, { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(
      200,
    )
  })

  it('is of no use to another user of the machine, and stays good for its owner', async () => {
    let user: 'own' | 'other' = 'own'
    const shared = await openVisit({}, async () => user)
    const path = shared.linkPath()
    user = 'other'
    const refused = await shared.ask(path)
    user = 'own'
    const entered = await shared.ask(path)
    await shared.dispose()
    expect([refused.status, refused.body, refused.headers['set-cookie'], entered.status]).toEqual([
      403,
      'This link belongs to another user of this machine.\n',
      undefined,
      303,
    ])
  })

  it('stays closed to a token that is wrong, empty or missing', async () => {
    visit.linkPath()
    for (const path of ['/enter?token=AAAA', '/enter?token=', '/enter'])
      expect((await visit.ask(path)).status).toBe(403)
  })
})

describe('the page', () => {
  it('is shown to nobody without the cookie, with one plain sentence', async () => {
    for (const headers of [
      {},
      { cookie: `gatehouse_${visit.host.port}=guess` },
      { cookie: 'other=1' },
    ]) {
      const reply = await visit.ask(visit.inside('/'), headers)
      expect({
        status: reply.status,
        body: reply.body,
        type: reply.headers['content-type'],
      }).toEqual({
        status: 403,
        body: 'To open Gatehouse here, use the link that it printed when it started.\n',
        type: 'text/plain; charset=utf-8',
      })
    }
  })

  it('comes with the headers that hold it together', async () => {
    const reply = await visit.ask(visit.inside('/'), { cookie: await visit.enter() })
    const { date: _date, connection: _connection, ...headers } = reply.headers
    const nonce = nonceOf(reply.body)
    const body = PAGE.replace('{style-nonce}', nonce)
    expect({ status: reply.status, body: reply.body, headers }).toEqual({
      status: 200,
      body,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-length': String(body.length),
        'cache-control': 'no-cache',
        'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; font-src 'self'; connect-src 'self' ws://127.0.0.1:${visit.host.port} ws://localhost:${visit.host.port}; worker-src 'none'; frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy':
          'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), midi=(), payment=(), clipboard-read=()',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-dns-prefetch-control': 'off',
        'x-frame-options': 'DENY',
      },
    })
  })

  it('has a nonce for style sheets that differs each time, and other files have none', async () => {
    const cookie = await visit.enter()
    const nonces: string[] = []
    for (let n = 0; n < 5; n += 1)
      nonces.push(nonceOf((await visit.ask(visit.inside('/'), { cookie })).body))
    expect(new Set(nonces).size).toBe(5)
    expect(nonces.every((nonce) => Buffer.from(nonce, 'base64url').length === 18)).toBe(true)
    const file = await visit.ask(visit.inside('/assets/index-Ab12_Cd9.js'), { cookie })
    expect(file.headers['content-security-policy']).toContain("style-src 'self';")
  })

  it('lets files be kept for good when their name carries a hash', async () => {
    const reply = await visit.ask(visit.inside('/assets/index-Ab12_Cd9.js'), {
      cookie: await visit.enter(),
    })
    expect([reply.status, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'private, max-age=31536000, immutable',
    ])
  })

  it('is the same page at every place inside the window', async () => {
    expect(
      await visit.ask(visit.inside('/approvals/apr_12345678'), { cookie: await visit.enter() }),
    ).toMatchObject({
      status: 200,
      body: expect.stringContaining('<title>') as string,
    })
  })

  const nowhere = [
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/%2e%2e%2foutside.txt',
    '/assets/../../outside.txt',
    '/assets/..\\..\\outside.txt',
    '/assets/%2e%2e/%2e%2e/outside.txt',
    '/assets/%252e%252e/outside.txt',
    '//outside.txt',
    '/./index.html',
    '/index.html%00.js',
    '/index.html::$DATA',
    '/C:/windows/win.ini',
    '/link.txt',
    '/up/outside.txt',
    '/up/renderer/index.html',
    '/.env',
    '/notes.md',
    '/assets/',
    '/missing.js',
  ]
  it.each(nowhere)('finds nothing at %s', async (path) => {
    const reply = await visit.ask(visit.inside(path), { cookie: await visit.enter() })
    expect([reply.status, reply.body]).toEqual([404, 'Gatehouse has no such page.\n'])
  })
})

describe('the base', () => {
  const refusal = 'To open Gatehouse here, use the link that it printed when it started.\n'
  const elsewhere = (): readonly string[] => {
    const { base } = visit
    const changed = base.replace(/.\/$/, (end) => (end === 'A/' ? 'B/' : 'A/'))
    const guesses = [
      changed,
      base.slice(0, -1),
      base.toUpperCase(),
      `/${base}`,
      `/.${base}`,
      `/x/..${base}`,
      `/%77${base.slice(2)}`,
      `${base.slice(0, -1)}%2f`,
    ]
    return [
      '/',
      '/index.html',
      '/ws',
      '/w-/',
      `/w-${'A'.repeat(22)}/`,
      '/assets/index-Ab12_Cd9.js',
      `${visit.origin}${base}`,
      ...guesses,
    ]
  }

  it('holds 128 random bits, differs at every start and stays while it runs', async () => {
    const others = await Promise.all(Array.from({ length: 8 }, () => openVisit()))
    const bases = [visit.base, ...others.map(({ base }) => base)]
    await Promise.all(others.map((other) => other.dispose()))
    expect(new Set(bases).size).toBe(9)
    for (const base of bases) expect(base).toMatch(/^\/w-[A-Za-z0-9_-]{22}\/$/)
    expect(bases.map((base) => Buffer.from(base.slice(3, -1), 'base64url').length)).toEqual(
      bases.map(() => 16),
    )
    expect((await visit.ask(visit.linkPath())).headers.location).toBe(visit.base)
  })

  it('is all there is: with the cookie, every other path is nothing', async () => {
    const cookie = await visit.enter()
    for (const path of elsewhere()) {
      const reply = await visit.ask(path, { cookie })
      expect([path, reply.status, reply.body]).toEqual([path, 404, ''])
    }
    expect((await visit.ask(visit.base, { cookie })).status).toBe(200)
  })

  it('cannot be told from a wrong one without the cookie', async () => {
    const seen = async (path: string) => {
      const { status, headers, body } = await visit.ask(path)
      return { status, headers: { ...headers, date: '' }, body }
    }
    const right = await seen(visit.base)
    expect([right.status, right.body]).toEqual([403, refusal])
    for (const path of [
      ...elsewhere(),
      visit.inside('/assets/index-Ab12_Cd9.js'),
      visit.inside('/ws'),
      visit.inside('/missing.js'),
    ])
      expect([path, await seen(path)]).toEqual([path, right])
  })

  it('is said by no answer but that to a good link', async () => {
    const cookie = await visit.enter()
    const own = visit.origin
    const secret = visit.base.slice(1, -1)
    const asked: readonly (readonly [
      path: string,
      headers?: Record<string, string>,
      method?: string,
    ])[] = [
      ...['/', '/enter', '/enter?token=AAAA', '/ws', '/w-', visit.base].map(
        (path) => [path] as const,
      ),
      ...['/', '/enter', '/ws', visit.base, visit.inside('/missing.js'), visit.inside('/ws')].map(
        (path) => [path, { cookie }] as const,
      ),
      ['/', { host: 'evil.example', cookie }],
      ['/', { cookie }, 'POST'],
      ['/', { cookie, origin: own }, 'POST'],
      [
        '/',
        {
          cookie,
          'sec-fetch-site': 'same-site',
          'sec-fetch-mode': 'cors',
          'sec-fetch-dest': 'empty',
        },
      ],
    ]
    for (const [path, headers, method] of asked) {
      const reply = await visit.ask(path, headers, method)
      expect([path, JSON.stringify(reply).includes(secret)]).toEqual([path, false])
      expect(reply.headers['referrer-policy']).toBe('no-referrer')
    }
  })
})

describe('requests of others', () => {
  it('are refused by the name they used for this machine', async () => {
    const cookie = await visit.enter()
    for (const name of [
      'evil.example',
      `evil.example:${visit.host.port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      `[::1]:${visit.host.port}`,
      `0.0.0.0:${visit.host.port}`,
      `localhost.:${visit.host.port}`,
    ]) {
      expect([name, (await visit.ask(visit.inside('/'), { host: name, cookie })).status]).toEqual([
        name,
        403,
      ])
    }
    expect(
      (await visit.ask(visit.inside('/'), { host: `localhost:${visit.host.port}`, cookie })).status,
    ).toBe(200)
  })

  it('cannot spend a link under another name', async () => {
    const path = visit.linkPath()
    expect((await visit.ask(path, { host: 'evil.example' })).status).toBe(403)
    expect((await visit.ask(path)).status).toBe(303)
  })

  it('may not send anything but GET', async () => {
    const cookie = await visit.enter()
    const own = `http://127.0.0.1:${visit.host.port}`
    expect((await visit.ask(visit.inside('/'), { cookie }, 'POST')).status).toBe(403)
    expect(
      (await visit.ask(visit.inside('/'), { cookie, origin: 'https://evil.example' }, 'POST'))
        .status,
    ).toBe(403)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
      const reply = await visit.ask(visit.inside('/'), { cookie, origin: own }, method)
      expect([
        method,
        reply.status,
        reply.headers.allow,
        reply.headers['access-control-allow-origin'],
      ]).toEqual([method, 405, 'GET', undefined])
    }
  })

  it('cannot load our files into their page', async () => {
    const cookie = await visit.enter()
    const from = (site: string, mode: string, dest: string) => ({
      cookie,
      'sec-fetch-site': site,
      'sec-fetch-mode': mode,
      'sec-fetch-dest': dest,
    })
    expect(
      (
        await visit.ask(
          visit.inside('/assets/index-Ab12_Cd9.js'),
          from('same-site', 'no-cors', 'script'),
        )
      ).status,
    ).toBe(403)
    expect(
      (await visit.ask(visit.inside('/'), from('cross-site', 'navigate', 'iframe'))).status,
    ).toBe(403)
    expect(
      (await visit.ask(visit.inside('/'), from('cross-site', 'navigate', 'document'))).status,
    ).toBe(200)
    expect(
      (
        await visit.ask(
          visit.inside('/assets/index-Ab12_Cd9.js'),
          from('same-origin', 'cors', 'script'),
        )
      ).status,
    ).toBe(200)
  })
})
