import { argon2Sync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStepUp, totpCode } from '../../main/approvals/step-up.ts'
import type { StepUp } from '../../main/approvals/step-up.ts'
import type { Store } from '../../main/store/open.ts'
import { openMemoryStore } from '../fakes/memory-store.ts'
import { stepUpTable } from '../../main/store/tables/step-up-table.ts'

let store: Store
let stepUp: StepUp
let clock: number
let noted: string[]

const open = (): StepUp =>
  openStepUp({
    table: stepUpTable(store.db),
    now: () => clock,
    noted: async (change) => void noted.push(change),
    cost: { memory: 8_192, passes: 1 },
  })

beforeEach(async () => {
  store = await openMemoryStore()
  clock = 1_700_000_000_000
  noted = []
  stepUp = open()
})
afterEach(() => store.close())

const pass = (passphrase: string) => ({ kind: 'passphrase', passphrase }) as const

it('costs 64 MiB and three passes a guess, unless another cost is given', async () => {
  const table = stepUpTable(store.db)
  const usual = openStepUp({ table, now: () => clock, noted: async () => {} })
  expect((await usual.setPassphrase(undefined, 'correct horse')).ok).toBe(true)
  const { salt, tag } = table.get('passphrase') as { salt: string; tag: string }
  const wanted = argon2Sync('argon2id', {
    message: 'correct horse',
    nonce: Buffer.from(salt, 'hex'),
    memory: 65_536,
    passes: 3,
    parallelism: 1,
    tagLength: 32,
  })
  expect(tag).toBe(wanted.toString('hex'))
})
const codeNow = (secret: string, steps = 0) =>
  ({ kind: 'totp', code: totpCode(secret, Math.floor(clock / 30_000) + steps) }) as const
const outcome = (result: { ok: true; value: unknown } | { ok: false; error: { code: string } }) =>
  result.ok ? result.value : result.error.code

async function enrol(): Promise<string> {
  await stepUp.setPassphrase(undefined, 'correct horse')
  const started = await stepUp.startTotp('correct horse')
  if (!started.ok) throw new Error(started.error.text)
  await stepUp.confirmTotp(codeNow(started.value.secret).code)
  clock += 60_000
  return started.value.secret
}

describe('one-time codes', () => {
  // RFC 6238, appendix B, the SHA-1 column, cut to six digits. The secret is its ASCII
  // "12345678901234567890" in base32.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at second %i', (second, code) => {
    expect(totpCode('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', Math.floor(second / 30))).toBe(code)
  })

  it('count once each, one step either way, and no code twice', async () => {
    const secret = await enrol()
    const code = codeNow(secret)
    expect(outcome(await stepUp.prove(code))).toBe('totp')
    expect(outcome(await stepUp.prove(code))).toBe('step-up.used')
    expect(outcome(await stepUp.prove(codeNow(secret, 1)))).toBe('totp')
    // An older one is no good after a newer one was used.
    expect(outcome(await stepUp.prove(codeNow(secret, 0)))).toBe('step-up.used')
    clock += 90_000
    expect(outcome(await stepUp.prove(codeNow(secret, -3)))).toBe('step-up.wrong')
  })

  it('are not accepted before a first one has confirmed them, nor after they are removed', async () => {
    await stepUp.setPassphrase(undefined, 'correct horse')
    const started = await stepUp.startTotp('correct horse')
    const secret = started.ok ? started.value.secret : ''
    expect(outcome(await stepUp.prove(codeNow(secret)))).toBe('step-up.unset')
    await stepUp.confirmTotp(codeNow(secret).code)
    expect(stepUp.state().totp).toBe(true)
    await stepUp.removeTotp('correct horse')
    clock += 60_000
    expect(outcome(await stepUp.prove(codeNow(secret)))).toBe('step-up.unset')
  })
})

describe('the passphrase', () => {
  it('proves nothing before it is set, and itself after', async () => {
    expect(outcome(await stepUp.prove(pass('anything')))).toBe('step-up.unset')
    await stepUp.setPassphrase(undefined, 'correct horse')
    expect(outcome(await stepUp.prove(pass('correct horse')))).toBe('passphrase')
    expect(outcome(await stepUp.prove(pass('Correct horse')))).toBe('step-up.wrong')
  })

  it('is not changed by somebody who does not know it', async () => {
    await stepUp.setPassphrase(undefined, 'correct horse')
    expect(outcome(await stepUp.setPassphrase(undefined, 'mine now!'))).toBe('step-up.wrong')
    expect(outcome(await stepUp.setPassphrase('a guess', 'mine now!'))).toBe('step-up.wrong')
    expect(outcome(await stepUp.prove(pass('correct horse')))).toBe('passphrase')
  })

  it('is nowhere in the database', async () => {
    await stepUp.setPassphrase(undefined, 'correct horse battery')
    const rows = store.db.prepare('SELECT body FROM step_up').pluck().all()
    expect(rows.join()).not.toContain('correct')
  })
})

describe('wrong proofs', () => {
  it('lock answers after five, longer each time, also for the right one and after a restart', async () => {
    await stepUp.setPassphrase(undefined, 'correct horse')
    const guesses: unknown[] = []
    for (let at = 0; at < 6; at++) guesses.push(outcome(await stepUp.prove(pass(`guess ${at}`))))
    expect(guesses).toEqual([...Array.from({ length: 5 }, () => 'step-up.wrong'), 'step-up.locked'])
    stepUp = open()
    expect(outcome(await stepUp.prove(pass('correct horse')))).toBe('step-up.locked')
    clock += 30_001
    expect(outcome(await stepUp.prove(pass('guess 6')))).toBe('step-up.wrong')
    clock += 30_001
    expect(outcome(await stepUp.prove(pass('correct horse')))).toBe('step-up.locked')
    clock += 30_001
    expect(outcome(await stepUp.prove(pass('correct horse')))).toBe('passphrase')
    expect(noted).toEqual([
      'passphrase-set',
      'failed',
      'failed',
      'failed',
      'failed',
      'locked',
      'locked',
    ])
  })

  it('count one by one when they come at once', async () => {
    await stepUp.setPassphrase(undefined, 'correct horse')
    const all = await Promise.all(
      Array.from({ length: 9 }, (_, at) => stepUp.prove(pass(`guess ${at}`))),
    )
    expect(all.map(outcome).filter((code) => code === 'step-up.wrong')).toHaveLength(5)
  })
})

describe('Touch ID', () => {
  const openWith = (facts: { available?: boolean; on?: boolean; right?: boolean } = {}) => {
    const asked: string[] = []
    const opened = openStepUp({
      table: stepUpTable(store.db),
      now: () => clock,
      noted: async (change) => void noted.push(change),
      cost: { memory: 8_192, passes: 1 },
      system: {
        available: () => facts.available ?? true,
        on: () => facts.on ?? true,
        async ask(reason) {
          asked.push(reason)
          return facts.right ?? true
        },
      },
    })
    return { asked, opened }
  }

  it('proves what its prompt names, beside a passphrase', async () => {
    const { asked, opened } = openWith()
    await opened.setPassphrase(undefined, 'correct horse')
    expect(opened.state().system).toBe('on')
    expect(outcome(await opened.proveBySystem('approve exec (R4)'))).toBe('system')
    expect(asked).toEqual(['approve exec (R4)'])
  })

  it.each([
    ['there is none', { available: false }, 'none'],
    ['the person has not switched it on', { on: false }, 'off'],
  ] as const)('asks for nothing where %s', async (_why, facts, state) => {
    const { asked, opened } = openWith(facts)
    await opened.setPassphrase(undefined, 'correct horse')
    expect(opened.state().system).toBe(state)
    expect(outcome(await opened.proveBySystem('approve exec (R4)'))).toBe('step-up.system')
    expect(asked).toEqual([])
  })

  it('asks for nothing without a passphrase, or while proofs are locked', async () => {
    const { asked, opened } = openWith()
    expect(outcome(await opened.proveBySystem('x'))).toBe('step-up.system')
    await opened.setPassphrase(undefined, 'correct horse')
    for (let tries = 0; tries < 5; tries += 1) await opened.prove(pass('wrong'))
    expect(outcome(await opened.proveBySystem('x'))).toBe('step-up.locked')
    expect(asked).toEqual([])
  })

  it('rejects a wrong finger, which is not counted as a wrong passphrase', async () => {
    const { opened } = openWith({ right: false })
    await opened.setPassphrase(undefined, 'correct horse')
    for (let tries = 0; tries < 6; tries += 1)
      expect(outcome(await opened.proveBySystem('x'))).toBe('step-up.wrong')
    expect(outcome(await opened.prove(pass('correct horse')))).toBe('passphrase')
  })

  it('is no proof for anything but an approval in the window', async () => {
    const { asked, opened } = openWith()
    await opened.setPassphrase(undefined, 'correct horse')
    expect(outcome(await opened.prove({ kind: 'system' }))).toBe('step-up.system')
    expect(asked).toEqual([])
  })
})
