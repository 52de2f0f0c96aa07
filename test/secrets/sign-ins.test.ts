// What a sign-in to an external server leaves in the credential store.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import type { NewCredential } from '../../contract/credential.ts'
import { err, ok } from '../../contract/result.ts'
import { isListed } from '../../main/egress/allowlist.ts'
import { openCredentials } from '../../main/secrets/credentials.ts'
import type { Credentials } from '../../main/secrets/credential-store.ts'
import type { CredentialDeps } from '../../main/secrets/credential-store.ts'
import { vaultFile } from '../../main/secrets/vault-file.ts'
import { codeOf, https, passphrase, tickets } from './a-credential.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-sign-ins-'))
  path = join(folder, 'secrets.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const openStore = (more: Partial<CredentialDeps> = {}): Credentials =>
  openCredentials({
    file: vaultFile(path),
    system: null,
    fromEnvironment: () => null,
    confirm: async (given) =>
      given === passphrase ? ok(null) : err(failure('step-up.wrong', 'The passphrase is wrong.')),
    listed: (to, hosts) => isListed(to, hosts, 'any'),
    now: () => 1_800_000_000_000,
    changed: () => {},
    cost: { memory: 8_192, passes: 1 },
    ...more,
  })

async function filled(credential: NewCredential): Promise<Credentials> {
  const store = openStore()
  expect((await store.unlock(passphrase)).ok).toBe(true)
  expect(await store.set(credential)).toMatchObject({ ok: true })
  return store
}

describe('what a sign-in to an external server leaves', () => {
  const forge = 'https://forge.example/mcp'
  const stored = JSON.stringify({
    clients: {
      'https://login.example': { client_id: 'public-client', client_secret: 'client-secret-1' },
    },
    tokens: {
      'https://login.example': {
        access_token: 'access-token-1',
        refresh_token: 'refresh-token-1',
        token_type: 'Bearer',
      },
    },
    latest: 'https://login.example',
  })
  const value = async <T>(
    result: Promise<{ ok: true; value: T } | { ok: false; error: unknown }>,
  ): Promise<T> => {
    const done = await result
    if (!done.ok) throw new Error(JSON.stringify(done.error))
    return done.value
  }

  it('is for one server at one address, over a restart, and is no credential', async () => {
    const store = await filled(tickets)
    await value(store.signIns.save('forge', forge, stored))
    for (const each of [store, openStore()]) {
      if (each !== store) await value(each.unlock(passphrase))
      expect(JSON.parse((await value(each.signIns.load('forge', forge))) ?? '')).toEqual(
        JSON.parse(stored),
      )
      expect(await value(each.signIns.load('forge', 'https://elsewhere.example/mcp'))).toBe(null)
      expect(await value(each.signIns.load('other', forge))).toBe(null)
      expect([each.list().map(({ name }) => name), each.state().count]).toEqual([['tickets'], 1])
      const to = https('forge.mcp.invalid')
      const uses = [
        each.known('mcp-sign-in-forge'),
        await each.credentialFor('mcp-sign-in-forge', to),
        each.valueFor('mcp-sign-in-forge', to),
        await each.remove('mcp-sign-in-forge'),
      ]
      expect(uses.map(codeOf)).toEqual([
        'secrets.unknown',
        'secrets.unknown',
        'secrets.unknown',
        'secrets.unknown',
      ])
      expect(codeOf(await each.set({ ...tickets, name: 'mcp-sign-in-forge' }))).toBe(
        'secrets.reserved',
      )
    }
    expect(readFileSync(path, 'utf8')).not.toMatch(
      /access-token|refresh-token|client-secret|forge\.example/,
    )
  })

  it('is known to the redactor each by itself', async () => {
    const store = await filled(tickets)
    await value(store.signIns.save('forge', forge, stored))
    expect([...store.values()].toSorted()).toEqual([
      'access-token-1',
      'client-secret-1',
      'refresh-token-1',
      tickets.value,
    ])
    store.lock()
    expect(store.values()).toEqual([])
  })

  it('is not to be had, replaced or deleted while the store is locked; where none is kept, nothing is wrong', async () => {
    const store = await filled(tickets)
    await value(store.signIns.save('forge', forge, stored))
    store.lock()
    expect(
      [await store.signIns.load('forge', forge), await store.signIns.ready()].map(codeOf),
    ).toEqual(['server.sign-in', 'server.sign-in'])
    expect(
      [await store.signIns.save('forge', forge, '{}'), await store.signIns.remove('forge')].map(
        codeOf,
      ),
    ).toEqual(['secrets.locked', 'secrets.locked'])
    expect([store.list().length, store.state().count]).toEqual([1, 1])
    expect(await value(store.signIns.load('other', forge))).toBe(null)
    await value(store.signIns.remove('other'))
    await value(store.unlock(passphrase))
    await value(store.signIns.remove('forge'))
    expect(await value(store.signIns.load('forge', forge))).toBe(null)
    expect(readFileSync(path, 'utf8')).not.toContain('mcp-sign-in')
  })

  it('creates the store where no passphrase is needed, and says what to do where one is', async () => {
    const without = openStore()
    expect(await without.signIns.ready()).toMatchObject({
      ok: false,
      error: { code: 'server.sign-in', hint: expect.stringContaining('gatehouse secrets unlock') },
    })
    const given = openStore({ fromEnvironment: () => passphrase })
    expect(codeOf(await given.signIns.ready())).toBe('ok')
    expect(given.state()).toMatchObject({ kind: 'open', count: 0 })
  })
})
