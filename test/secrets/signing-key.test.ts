import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ok } from '../../contract/result.ts'
import { openCredentials } from '../../main/secrets/credentials.ts'
import { openSigningKeys } from '../../main/secrets/signing-key.ts'
import { vaultFile } from '../../main/secrets/vault-file.ts'
import { passphrase } from './a-credential.ts'

function home() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-signing-key-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'signing-key.json')
  const start = () => {
    const store = openCredentials({
      file: vaultFile(join(folder, 'secrets.json')),
      system: null,
      fromEnvironment: () => null,
      confirm: async () => ok(null),
      listed: () => true,
      now: () => 5_000,
      changed: () => {},
      cost: { memory: 8_192, passes: 1 },
    })
    return { store, keys: openSigningKeys({ file, store: store.signingKey, now: () => 5_000 }) }
  }
  return { folder, file, start }
}

describe('the key that signs receipts', () => {
  it('is made once, in a file for its owner alone, and moves into the store when that opens', async () => {
    const { file, start } = home()
    const { store, keys } = start()
    const created = await keys.start()
    expect(created).toMatchObject({ value: { keptIn: 'file', earlier: [], madeAt: 5_000 } })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await start().keys.start()).toEqual(created)
    await store.unlock(passphrase)
    const moved = await keys.start()
    expect([moved, existsSync(file)]).toMatchObject([
      { value: { keptIn: 'store', public: created.ok ? created.value.public : '' } },
      false,
    ])
  })

  it('is none of the credentials that people and tools see, and the redactor hides it', async () => {
    const { folder, start } = home()
    const { store, keys } = start()
    await store.unlock(passphrase)
    await keys.start()
    expect([store.list(), store.state().count, store.known('gatehouse-signing-key').ok]).toEqual([
      [],
      0,
      false,
    ])
    const hidden = store.values()
    expect(hidden.length).toBe(2)
    const stored = readFileSync(join(folder, 'secrets.json'), 'utf8')
    expect(hidden.some((value) => stored.includes(value))).toBe(false)
    expect(
      await store.set({
        name: 'gatehouse-signing-key',
        hosts: ['a.example'],
        header: 'authorization',
        template: 'Bearer {}',
        value: 'a-value-that-is-long-enough',
      }),
    ).toMatchObject({ error: { code: 'secrets.reserved' } })
  })

  it('signs nothing while its store is locked, and never makes a second one then', async () => {
    const { file, start } = home()
    const first = start()
    await first.store.unlock(passphrase)
    const created = await first.keys.start()
    const later = start()
    expect([
      await later.keys.start(),
      later.keys.signer(),
      await later.keys.rotate(),
    ]).toMatchObject([
      { error: { code: 'audit.key-locked' } },
      { error: { code: 'audit.key-locked' } },
      { error: { code: 'audit.key-locked' } },
    ])
    expect(existsSync(file)).toBe(false)
    await later.store.unlock(passphrase)
    expect(await later.keys.start()).toEqual(created)
  })

  it('gives the same salt for the same text, and another for any other text or home', async () => {
    const salts = await Promise.all(
      ['a', 'a', 'b'].map(async (text) => {
        const { keys } = home().start()
        await keys.start()
        const signer = keys.signer()
        return signer.ok ? [signer.value.salt(text), signer.value.salt(text)] : []
      }),
    )
    expect(new Set(salts.flat()).size).toBe(3)
    expect(salts.every(([one, two]) => one === two && /^[0-9a-f]{32}$/.test(one ?? ''))).toBe(true)
  })
})
