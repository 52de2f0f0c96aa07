// Signing in from the command line: the real program on a machine without a browser, and services that
// follow the published wire formats.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CLIENT, fakeGoogle } from '../fakes/services/google.ts'
import type { FakeGoogle } from '../fakes/services/google.ts'
import { REDDIT_CLIENT, redditService } from '../fakes/services/reddit-service.ts'
import { makeHome } from './gatehouse.ts'
import type { Home, Running } from './gatehouse.ts'

let home: Home
let google: FakeGoogle
beforeEach(async () => {
  home = makeHome()
  google = await fakeGoogle()
  mkdirSync(home.folder, { mode: 0o700 })
  const addresses = [
    ...[`mail: ${google.url}`, `calendar: ${google.url}/calendar/v3`],
    ...[`signIn: ${google.url}/auth`, `token: ${google.url}/token`],
  ].map((line) => `    ${line}\n`)
  writeFileSync(join(home.folder, 'config.yaml'), `services:\n  google:\n${addresses.join('')}`)
  home.env['PATH'] = `${home.folder}-nothing`
  home.env['GATEHOUSE_PASSPHRASE'] = 'correct horse battery'
})
afterEach(() => home.remove())

const connect = (...more: string[]): Running => {
  const running = home.start('accounts', 'connect', 'google', '--client-id', CLIENT.id, ...more)
  running.child.stdin?.end(`${CLIENT.secret}\n`)
  return running
}
const page = /http:\/\/127\.0\.0\.1:\d+\/auth\?\S+/
const accounts = async () => (await home.json('accounts', 'list')).value

describe('accounts connect', () => {
  it(
    'says the address, waits for the person there, and keeps the tokens sealed @whole',
    { timeout: 600_000 },
    async () => {
      expect(await accounts()).toEqual({
        accounts: ['google', 'reddit'].map((account) => ({ account, signedIn: false, page: null })),
      })
      const running = connect()
      const said = page.exec(await running.until(page))?.[0] ?? ''
      expect(new URL(said).searchParams.get('code_challenge_method')).toBe('S256')
      await google.visit(said)
      expect(await running.ended).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Signed in to google'),
      })
      expect(await accounts()).toMatchObject({
        accounts: [{ signedIn: true }, { signedIn: false }],
      })
      const saved = readFileSync(join(home.folder, 'secrets.json'), 'utf8')
      expect([saved.includes('ya29'), saved.includes(CLIENT.secret)]).toEqual([false, false])

      expect(await home.run('accounts', 'disconnect', 'google')).toMatchObject({ code: 0 })
      expect(await accounts()).toMatchObject({
        accounts: [{ signedIn: false }, { signedIn: false }],
      })
    },
  )

  it(
    'says that nobody was let in where the person does not allow it @whole',
    { timeout: 600_000 },
    async () => {
      const running = connect('--json')
      const said = page.exec(await running.until(page))?.[0] ?? ''
      await google.visit(said, false)
      const { code, stdout } = await running.ended
      expect([code, JSON.parse(stdout)]).toMatchObject([1, { error: { code: 'account.sign-in' } }])
      expect(await accounts()).toMatchObject({
        accounts: [{ signedIn: false }, { signedIn: false }],
      })
    },
  )

  it('signs in to Reddit with the app alone, and no page', { timeout: 600_000 }, async () => {
    const { url } = await redditService()
    writeFileSync(
      join(home.folder, 'config.yaml'),
      `services: { reddit: { api: '${url}', token: '${url}/api/v1/access_token' } }\n`,
    )
    const running = home.start('accounts', 'connect', 'reddit', '--client-id', REDDIT_CLIENT.id)
    running.child.stdin?.end(`${REDDIT_CLIENT.secret}\n`)
    expect(await running.ended).toMatchObject({
      code: 0,
      stdout: 'Signed in to reddit. Tools that can be used now: reddit.\n',
    })
    expect(readFileSync(join(home.folder, 'secrets.json'), 'utf8')).not.toContain(
      REDDIT_CLIENT.secret,
    )
  })

  it.each<[string, readonly string[], string]>([
    ['an account that there is not', ['accounts', 'connect', 'yahoo'], 'usage'],
    ['no id of a client', ['accounts', 'connect', 'google'], 'usage'],
    ['an id with a space', ['accounts', 'connect', 'google', '--client-id', 'a b'], 'usage'],
    ['signing out of none', ['accounts', 'disconnect', 'yahoo'], 'usage'],
  ])('refuses %s before anything is typed', async (_, words, code) => {
    expect(await home.json(...words)).toMatchObject({ code: 2, value: { error: { code } } })
  })

  it('needs the secret', async () => {
    expect(
      await home.json('accounts', 'connect', 'google', '--client-id', CLIENT.id),
    ).toMatchObject({ code: 4, value: { error: { code: 'secrets.no-value' } } })
  })
})
