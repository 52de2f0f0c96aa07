// What the address on loopback takes as the answer to a sign-in, and what it does not.
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { listenForSignIn } from '../../main/host/sign-in-callback.ts'
import { peerUser } from '../../main/host/peer-user.ts'
import { isSignInPage } from '../../main/wiring/execution/sign-in/sign-in-browser.ts'

const ask = (
  address: string,
  { method = 'GET', host = new URL(address).host } = {},
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const asking = request(address, { method, headers: { host } }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    asking.on('error', reject).end()
  })

async function listening(signal = new AbortController().signal, limitMs = 60_000, peer = peerUser) {
  const opened = await listenForSignIn(signal, (state) => state === 'mine', { limitMs, peer })
  if (!opened.ok) throw new Error(opened.error.text)
  return opened.value
}
const isThere = (address: string): Promise<boolean> =>
  ask(address).then(
    () => true,
    () => false,
  )

describe('the way back from a sign-in', () => {
  it('turns away everything but one answer at one path under its own name, then hands over the first', async () => {
    const { redirectUrl, answered, dispose } = await listening()
    expect(redirectUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/signed-in$/)
    const good = `${redirectUrl}?code=one&state=mine`
    const cases: readonly [string, { method?: string; host?: string }, number][] = [
      [new URL('/', redirectUrl).href, {}, 404],
      [new URL('/signed-in/?code=c&state=s', redirectUrl).href, {}, 404],
      [good, { host: 'rebound.example' }, 421],
      [good, { method: 'POST' }, 405],
      [redirectUrl, {}, 400],
      [`${redirectUrl}?code=one`, {}, 400],
      [`${redirectUrl}?state=mine`, {}, 400],
      [`${redirectUrl}?code=two&state=theirs`, {}, 400],
      [`${redirectUrl}?error=access_denied&state=theirs`, {}, 400],
      [`${redirectUrl}?code=two&state=theirs&state=mine`, {}, 400],
    ]
    for (const [address, how, status] of cases)
      expect([address, how, (await ask(address, how)).status]).toEqual([address, how, status])
    expect(await Promise.race([answered.then(() => 'taken'), Promise.resolve('waiting')])).toBe(
      'waiting',
    )
    const page = await ask(good)
    expect([page.status, page.text.includes('one'), page.text.includes('close this page')]).toEqual(
      [200, false, true],
    )
    await ask(`${redirectUrl}?code=two&state=theirs`)
    expect(Object.fromEntries(await answered)).toEqual({ code: 'one', state: 'mine' })
    await dispose()
    expect(await isThere(redirectUrl)).toBe(false)
  })

  it('takes no answer from another user of the machine, and goes on waiting', async () => {
    let user: 'own' | 'other' = 'other'
    const { redirectUrl, answered, dispose } = await listening(
      undefined,
      undefined,
      async () => user,
    )
    expect((await ask(`${redirectUrl}?code=stolen&state=mine`)).status).toBe(403)
    user = 'own'
    expect((await ask(`${redirectUrl}?code=one&state=mine`)).status).toBe(200)
    expect(Object.fromEntries(await answered)).toEqual({ code: 'one', state: 'mine' })
    await dispose()
  })

  it('ends with its signal, and after its time', async () => {
    const ending = new AbortController()
    const one = await listening(ending.signal)
    ending.abort()
    await expect.poll(() => isThere(one.redirectUrl)).toBe(false)
    const other = await listening(undefined, 50)
    await expect.poll(() => isThere(other.redirectUrl)).toBe(false)
    await Promise.all([one.dispose(), other.dispose()])
  })

  it('opens a browser only for https, or for this machine where the server is there too', () => {
    const far = 'https://forge.example/mcp'
    const near = 'http://127.0.0.1:3000/mcp'
    const pages: readonly [string, string, boolean][] = [
      ['https://login.example/authorize?x=1', far, true],
      ['https://login.example/authorize', near, true],
      ['http://127.0.0.1:3000/authorize', near, true],
      ['http://127.0.0.1:3000/authorize', far, false],
      ['http://login.example/authorize', near, false],
      ['https://name:word@login.example/', far, false],
      ['file:///etc/passwd', far, false],
      ['javascript:alert(1)', near, false],
      ['--version', far, false],
    ]
    for (const [page, server, fits] of pages)
      expect([page, server, isSignInPage(page, server)]).toEqual([page, server, fits])
  })
})
