// Proof that a person is there, set and given on the command line of the real program.
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { totpCode } from '../../main/approvals/step-up.ts'
import { makeHome } from './gatehouse.ts'
import type { Home } from './gatehouse.ts'

let home: Home
beforeEach(() => {
  home = makeHome()
})
afterEach(() => home.remove())

const state = { passphrase: false, totp: false, lockedUntil: null }
const set = (passphrase = 'correct horse') => {
  home.env['GATEHOUSE_NEW_PASSPHRASE'] = passphrase
  return home
    .json('step-up', 'passphrase')
    .finally(() => delete home.env['GATEHOUSE_NEW_PASSPHRASE'])
}

describe('gatehouse step-up passphrase', () => {
  it('is set from the environment, and changed only with the old one @whole', async () => {
    expect(await home.json('step-up')).toMatchObject({ code: 0, value: state })
    expect(await set()).toMatchObject({ code: 0, value: { ...state, passphrase: true } })
    expect(await set('battery staple')).toMatchObject({
      code: 4,
      value: { error: { code: 'approval.no-terminal' } },
    })
    home.env['GATEHOUSE_PASSPHRASE'] = 'a guess that is wrong'
    expect(await set('battery staple')).toMatchObject({
      code: 1,
      value: { error: { code: 'step-up.wrong' } },
    })
    home.env['GATEHOUSE_PASSPHRASE'] = 'correct horse'
    expect((await set('battery staple')).code).toBe(0)
  })

  it('is typed twice on a terminal, and never shown @whole', async () => {
    const running = home.terminal('step-up', 'passphrase')
    await running.until(/at least 8 characters: /)
    running.type('correct horse\r')
    await running.until(/Repeat the passphrase: /)
    running.type('correct horse\r')
    const { code, stdout } = await running.ended
    expect([code, stripVTControlCharacters(stdout)]).toEqual([
      0,
      expect.stringMatching(/passphrase +set: required for every approval/),
    ])
    expect(stdout).not.toContain('correct')
  })

  it.each([
    ['too short', 'short', null, 'needs 8 characters'],
    ['typed differently', 'correct horse', 'correct house', 'passphrases differ'],
  ])('is not set when it is %s @whole', async (_what, first, second, text) => {
    const running = home.terminal('step-up', 'passphrase')
    await running.until(/at least 8 characters: /)
    running.type(`${first}\r`)
    if (second !== null) {
      await running.until(/Repeat the passphrase: /)
      running.type(`${second}\r`)
    }
    const { code, stdout } = await running.ended
    expect([code, stdout]).toEqual([1, expect.stringContaining(text)])
    expect((await home.json('step-up')).value).toEqual(state)
  })

  it('cannot be set by nobody: no terminal and no variable, exit 4', async () => {
    expect(await home.json('step-up', 'passphrase')).toMatchObject({
      code: 4,
      value: { error: { code: 'approval.no-terminal' } },
    })
  })
})

describe('gatehouse step-up totp', () => {
  const Begun = z.strictObject({ secret: z.string(), uri: z.string(), confirmed: z.literal(false) })
  const now = (secret: string) => totpCode(secret, Math.floor(Date.now() / 30_000))

  it('counts after a first code, can be removed, and needs the passphrase for both @whole', async () => {
    expect(await home.json('step-up', 'totp')).toMatchObject({
      code: 4,
      value: { error: { code: 'step-up.unset' } },
    })
    await set()
    expect((await home.json('step-up', 'totp')).code).toBe(4)
    home.env['GATEHOUSE_PASSPHRASE'] = 'correct horse'
    const { secret, uri } = Begun.parse((await home.json('step-up', 'totp')).value)
    expect(uri).toContain(secret)
    expect((await home.json('step-up')).value).toEqual({ ...state, passphrase: true })
    expect(await home.json('step-up', 'totp', '--code', '000000')).toMatchObject({ code: 1 })
    expect(await home.json('step-up', 'totp', '--code', now(secret))).toMatchObject({
      code: 0,
      value: { totp: true },
    })
    expect(await home.json('step-up', 'totp', '--remove')).toMatchObject({
      code: 0,
      value: { passphrase: true, totp: false },
    })
  })

  it('shows the secret and asks for the first code on a terminal @whole', async () => {
    await set()
    home.env['GATEHOUSE_PASSPHRASE'] = 'correct horse'
    const running = home.terminal('step-up', 'totp')
    const shown = stripVTControlCharacters(await running.until(/First code: /))
    const secret = /secret +([A-Z2-7 ]+)/.exec(shown)?.[1]?.replaceAll(' ', '') ?? ''
    running.type(`${now(secret)}\r`)
    expect((await running.ended).code).toBe(0)
    expect((await home.json('step-up')).value).toMatchObject({ totp: true })
  })
})
