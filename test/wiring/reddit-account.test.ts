// Reddit as an app of the person in a whole Gatehouse: the tool lacks a sign-in until there is one, a token
// is got with the id and secret of the app and got again once where it has ended, and nobody sees any.
// @module-tag whole
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { REDDIT_CLIENT, redditService } from '../fakes/services/reddit-service.ts'
import {
  ask,
  inHome,
  journal,
  runApproved,
  startServices,
  tryTo,
  wholeApp,
} from '../fakes/services/whole-app.ts'

wholeApp()

const posts = { subreddit: 'news' }
const row = async () => (await ask('tools.list', {})).find(({ name }) => name === 'reddit')
const signInWith = (client: { readonly id: string; readonly secret: string }) =>
  tryTo('accounts.sign-in', {
    account: 'reddit',
    clientId: client.id,
    clientSecret: client.secret,
  })

async function start() {
  const reddit = await redditService({ closed: true })
  const { url } = reddit
  await startServices({
    extra: `  reddit: { access: app, url: '${url}', api: '${url}', token: '${url}/api/v1/access_token' }\n`,
  })
  return reddit
}
const tokenRequests = (reddit: Awaited<ReturnType<typeof start>>): number =>
  reddit.asked.filter(({ path }) => path === '/api/v1/access_token').length

describe('the app of the person at Reddit', () => {
  it('is what the tool lacks until somebody has signed in, and then it runs unasked', async () => {
    const reddit = await start()
    expect(await row()).toMatchObject({
      available: false,
      missing: [
        {
          what: 'Nobody is signed in to Reddit.',
          how: 'Sign in under Capabilities, or run: gatehouse accounts connect reddit',
        },
      ],
    })
    expect((await runApproved('reddit', posts)).result.status).toBe('denied')
    expect(reddit.asked).toEqual([])
    expect(await signInWith(REDDIT_CLIENT)).toEqual({ ok: true, value: null })
    expect(await row()).toMatchObject({ available: true, missing: [] })
    const { result, held } = await runApproved('reddit', posts)
    expect([result.status, held]).toEqual(['done', null])
    expect(await ask('accounts.list', {})).toContainEqual({
      account: 'reddit',
      signedIn: true,
      page: null,
    })
  })

  it('is not signed in with a wrong secret, and the answer says what to copy @whole', async () => {
    await start()
    expect(await signInWith({ ...REDDIT_CLIENT, secret: 'wrong' })).toMatchObject({
      ok: false,
      error: {
        code: 'account.refused',
        hint: expect.stringContaining('reddit.com/prefs/apps'),
      },
    })
    expect(await row()).toMatchObject({ available: false })
  })

  it('gets another token where one has ended, once @whole', async () => {
    const reddit = await start()
    await signInWith(REDDIT_CLIENT)
    reddit.expire()
    expect((await runApproved('reddit', posts)).result.status).toBe('done')
    expect(tokenRequests(reddit)).toBe(2)
  })

  it('has to be signed in again where the app was deleted @whole', async () => {
    const reddit = await start()
    await signInWith(REDDIT_CLIENT)
    reddit.deleteApp()
    const { result } = await runApproved('reddit', posts)
    expect(result).toMatchObject({ status: 'failed', error: { code: 'service.credential' } })
    expect(result.error?.hint).toContain('sign in to Reddit again')
    expect(await row()).toMatchObject({ available: false })
  })

  it('leaves no token and no secret anywhere in the clear, and goes to nobody else', async () => {
    const reddit = await start()
    await signInWith(REDDIT_CLIENT)
    const { result } = await runApproved('reddit', posts)
    const shown = JSON.stringify([result, await journal(), await ask('secrets.list', {})])
    for (const text of [shown, readFileSync(inHome('secrets.json'), 'utf8')]) {
      expect(text).not.toContain('reddit-token')
      expect(text).not.toContain(REDDIT_CLIENT.secret)
    }
    const elsewhere = { url: `${reddit.url}/x`, credential: 'reddit-account' }
    expect((await runApproved('http', elsewhere)).result.status).toBe('denied')
  })

  it('ends with signing out', async () => {
    await start()
    await signInWith(REDDIT_CLIENT)
    await ask('accounts.sign-out', { account: 'reddit' })
    expect(await row()).toMatchObject({ available: false })
  })
})
