// Signing in to Google in a whole Gatehouse: PKCE, the answer on loopback, tokens in the store,
// renewed once where one has ended.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fakeGoogle } from '../fakes/services/google.ts'
import {
  ask,
  inHome,
  journal,
  runApproved,
  signIn,
  startAll,
  startServices,
  tryTo,
  wholeApp,
} from '../fakes/services/whole-app.ts'

wholeApp()

const labels = { action: 'list_labels' }
const listed = async (name: string) =>
  (await ask('tools.list', {})).find((tool) => tool.name === name)

describe('the Google account', () => {
  it('is signed in to by the person, and opens both tools', async () => {
    await startServices()
    expect(await listed('google_mail')).toMatchObject({
      available: false,
      missing: [
        {
          what: 'Nobody is signed in to Gmail.',
          how: 'Sign in under Capabilities, or run: gatehouse accounts connect google',
        },
      ],
    })
    expect(await signIn()).toEqual({ ok: true, value: null })
    expect(await listed('google_mail')).toMatchObject({ available: true, missing: [] })
    expect(await listed('google_calendar')).toMatchObject({ available: true, missing: [] })
    expect((await runApproved('google_mail', labels)).result).toMatchObject({ status: 'done' })
  })

  it('stays out where the person does not allow it @whole', async () => {
    await startServices({ allow: false })
    expect(await signIn()).toMatchObject({ ok: false, error: { code: 'account.sign-in' } })
    expect(await listed('google_mail')).toMatchObject({ available: false })
  })

  it('renews a token that has ended, once, also for what changes something @whole', async () => {
    const { google } = await startAll()
    google.expire()
    const { result } = await runApproved('google_mail', {
      action: 'send',
      to: ['ada@example.org'],
      subject: 'Hi',
      body: 'There.',
    })
    expect(result).toMatchObject({ status: 'done' })
    expect(google.sent.length).toBe(1)
    expect(google.asked.filter(({ path }) => path === '/token').length).toBe(2)
  })

  it('says that a person has to sign in again where the permission was taken back @whole', async () => {
    const { google } = await startAll()
    google.revoke()
    const { result } = await runApproved('google_mail', labels)
    expect(result).toMatchObject({ status: 'failed', error: { code: 'service.credential' } })
    expect(result.error?.hint).toContain('sign in again')
    expect(await listed('google_mail')).toMatchObject({ available: false })
  })

  it('leaves no token in a result, the journal or the listed credentials, and none in the clear @whole', async () => {
    const google = await fakeGoogle()
    await startAll({ google })
    const { result } = await runApproved('google_mail', labels)
    const shown = JSON.stringify([result, await journal(), await ask('secrets.list', {})])
    expect(shown).not.toMatch(/ya29|refresh-token|client-secret/)
    expect(await ask('secrets.list', {})).not.toContainEqual(
      expect.objectContaining({ name: 'google-account' }),
    )
    expect(readFileSync(inHome('secrets.json'), 'utf8')).not.toMatch(
      /ya29|refresh-token|client-secret/,
    )
  })

  it('gives the account to nobody else: not by name to http, not to another host @whole', async () => {
    const { github } = await startAll()
    const { result } = await runApproved('http', {
      url: `${github.url}/x`,
      credential: 'google-account',
    })
    expect(result.status).toBe('denied')
    expect(
      await tryTo('secrets.set', {
        name: 'google-account',
        hosts: ['evil.example'],
        header: 'authorization',
        template: 'Bearer {}',
        value: 'a-value-long-enough',
      }),
    ).toMatchObject({ ok: false, error: { code: 'secrets.reserved' } })
  })

  it('ends with signing out @whole', async () => {
    await startAll()
    await ask('accounts.sign-out', { account: 'google' })
    expect(await listed('google_calendar')).toMatchObject({ available: false })
    expect((await runApproved('google_mail', labels)).result.status).toBe('denied')
  })
})
