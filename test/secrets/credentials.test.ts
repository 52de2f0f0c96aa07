// The credential store on real files: what opens it, what does not, where values may go, and
// what a changed file does.
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { failure } from '../../contract/failure.ts'
import type { NewCredential } from '../../contract/credential.ts'
import { err, ok } from '../../contract/result.ts'
import { isListed } from '../../main/egress/allowlist.ts'
import { openCredentials } from '../../main/secrets/credentials.ts'
import type { CredentialDeps, Credentials } from '../../main/secrets/credential-store.ts'
import type { SystemStore } from '../../main/secrets/system-store.ts'
import { vaultFile } from '../../main/secrets/vault-file.ts'
import { newPassphraseLock } from '../../main/secrets/vault.ts'
import { codeOf, https, passphrase, tickets, value } from './a-credential.ts'

let folder: string
let path: string
let clock: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-secrets-'))
  path = join(folder, 'secrets.json')
  clock = 1_800_000_000_000
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
    now: () => clock,
    changed: () => {},
    cost: { memory: 8_192, passes: 1 },
    ...more,
  })

async function filled(...all: readonly NewCredential[]): Promise<Credentials> {
  const store = openStore()
  expect((await store.unlock(passphrase)).ok).toBe(true)
  for (const each of all) expect(await store.set(each)).toMatchObject({ ok: true })
  return store
}

/** A keychain as the desktop has it: turns text round and can be locked. */
const keychain = (backend = 'gnome_libsecret'): SystemStore & { locked: boolean } => ({
  locked: false,
  available: async () => ({ ok: true, backend }),
  encrypt: async (text) => Buffer.from(text.split('').toReversed().join('')),
  async decrypt(encrypted) {
    if (this.locked) throw new Error('the keychain is locked')
    return encrypted.toString().split('').toReversed().join('')
  },
})

describe('the store', () => {
  it('is absent, then open, then locked, then open again with all that was in it', async () => {
    const store = openStore()
    expect([store.state().kind, store.list(), await store.set(tickets).then(codeOf)]).toEqual([
      'none',
      [],
      'secrets.locked',
    ])
    expect(await store.unlock('another passphrase').then(codeOf)).toBe('step-up.wrong')
    expect(readdirSync(folder)).toEqual([])
    await store.unlock(passphrase)
    await store.set(tickets)
    const listed = [
      {
        name: 'tickets',
        hosts: ['api.example.org'],
        header: 'authorization',
        template: 'Bearer {}',
        createdAt: clock,
        lastUsedAt: null,
      },
    ]
    expect([store.state(), store.list()]).toEqual([
      {
        kind: 'open',
        storedBy: 'passphrase',
        count: 1,
        text: expect.stringContaining('passphrase'),
        problem: null,
      },
      listed,
    ])
    store.lock()
    expect([
      store.state().kind,
      store.list(),
      store.values(),
      codeOf(store.known('tickets')),
    ]).toEqual(['locked', listed, [], 'secrets.locked'])
    const again = openStore()
    expect(await again.unlock('another passphrase').then(codeOf)).toBe('secrets.wrong-passphrase')
    expect(await again.unlock(passphrase).then(codeOf)).toBe('ok')
    expect(await again.credentialFor('tickets', https('api.example.org'))).toEqual(
      ok({ header: 'authorization', value: `Bearer ${value}` }),
    )
  }, 600_000)

  it('never writes a value, a passphrase or a key in the clear, and is for its owner alone', async () => {
    await filled(tickets)
    const bytes = readFileSync(path, 'utf8')
    for (const secret of [value, passphrase]) {
      for (const form of [
        secret,
        Buffer.from(secret).toString('base64').replaceAll('=', ''),
        Buffer.from(secret).toString('hex'),
      ])
        expect(bytes).not.toContain(form)
    }
    expect(process.platform === 'win32' ? 0o600 : statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['secrets.json'])
  }, 600_000)

  it('is opened by the passphrase of the environment, at the start and for the first credential', async () => {
    const automatic = { fromEnvironment: () => passphrase }
    const first = openStore(automatic)
    await first.start()
    expect(await first.set(tickets).then(codeOf)).toBe('ok')
    const second = openStore(automatic)
    await second.start()
    expect([second.state().kind, second.values()]).toEqual(['open', [value]])
  }, 600_000)

  it('costs 64 MiB and three passes a guess, unless another cost is given', () => {
    expect(newPassphraseLock()).toMatchObject({ kdf: 'argon2id', memory: 65_536, passes: 3 })
  })

  it('makes guessing slow', async () => {
    await filled(tickets)
    const store = openStore()
    const codes: string[] = []
    for (let guess = 0; guess < 7; guess += 1)
      codes.push(await store.unlock(`guess ${guess} at it`).then(codeOf))
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => 'secrets.wrong-passphrase'),
      'secrets.wait',
      'secrets.wait',
    ])
    expect(await store.unlock(passphrase).then(codeOf)).toBe('secrets.wait')
    clock += 31_000
    expect(await store.unlock(passphrase).then(codeOf)).toBe('ok')
  }, 600_000)

  it('seals everything again when the passphrase changes, and the old one opens nothing', async () => {
    const store = await filled(tickets, { ...tickets, name: 'second', value: 'another-value-1' })
    const before = readFileSync(path, 'utf8')
    expect(await store.changePassphrase(passphrase, 'the next passphrase').then(codeOf)).toBe('ok')
    const after = readFileSync(path, 'utf8')
    const bodies = (text: string) =>
      [...text.matchAll(/"body": "([^"]+)"/g)].map(([, body]) => body)
    expect(bodies(after).filter((body) => bodies(before).includes(body))).toEqual([])
    const again = openStore()
    expect(await again.unlock(passphrase).then(codeOf)).toBe('secrets.wrong-passphrase')
    expect(await again.unlock('the next passphrase').then(codeOf)).toBe('ok')
    expect(again.values().toSorted()).toEqual(['another-value-1', value])
    const locked = openStore()
    expect(await locked.changePassphrase('not the one', 'x'.repeat(9)).then(codeOf)).toBe(
      'secrets.not-changed',
    )
    expect(readFileSync(path, 'utf8')).toBe(after)
  }, 600_000)

  it('no longer has what is removed', async () => {
    const store = await filled(tickets)
    expect([
      await store.remove('nobody').then(codeOf),
      await store.remove('tickets').then(codeOf),
      store.list(),
      store.values(),
    ]).toEqual(['secrets.unknown', 'ok', [], []])
  }, 600_000)

  it('loses nothing when two change it at once, and notes a use to the minute', async () => {
    const store = await filled()
    await Promise.all(Array.from({ length: 8 }, (_, n) => store.set({ ...tickets, name: `n${n}` })))
    expect(store.list()).toHaveLength(8)
    clock += 5_000
    await store.credentialFor('n3', https('api.example.org'))
    await expect.poll(() => store.list().find(({ name }) => name === 'n3')?.lastUsedAt).toBe(clock)
    const reopened = openStore()
    await reopened.unlock(passphrase)
    expect(reopened.list().map(({ lastUsedAt }) => lastUsedAt)).toEqual([
      null,
      null,
      null,
      clock,
      null,
      null,
      null,
      null,
    ])
  }, 600_000)
})

describe('a file that something else changed', () => {
  it('is refused whole, says what to do, and stays as it is', async () => {
    await filled(tickets, { ...tickets, name: 'second' })
    const good = JSON.parse(readFileSync(path, 'utf8')) as Record<string, never> & {
      entries: { hosts: string[]; name: string }[]
    }
    const [one, two] = good.entries
    const changes: Record<string, unknown> = {
      'another host': { ...good, entries: [{ ...one, hosts: ['evil.test'] }, two] },
      'another header': { ...good, entries: [{ ...one, header: 'x-other' }, two] },
      'another template': { ...good, entries: [{ ...one, template: '{}' }, two] },
      'values swapped': {
        ...good,
        entries: [{ ...one, sealed: (two as never as { sealed: unknown }).sealed }, two],
      },
      'one taken away': { ...good, entries: [one] },
      'one twice': { ...good, entries: [one, two, two] },
      'another order': { ...good, entries: [two, one] },
    }
    for (const [what, changed] of Object.entries(changes)) {
      const bytes = JSON.stringify(changed)
      writeFileSync(path, bytes)
      const store = openStore()
      const opened = await store.unlock(passphrase)
      expect([
        what,
        codeOf(opened),
        store.values(),
        await store.set({ ...tickets, name: 'more' }).then(codeOf),
      ]).toEqual([what, 'secrets.changed', [], 'secrets.locked'])
      expect(opened).toMatchObject({
        error: { text: expect.stringContaining(path), hint: expect.stringContaining('backup') },
      })
      expect(readFileSync(path, 'utf8')).toBe(bytes)
    }
  }, 600_000)

  it.each(['', '{', '[]', '{"format":"gatehouse-secrets","version":2}', '\0\0\0'])(
    'is refused when it is %j',
    async (text) => {
      writeFileSync(path, text)
      const store = openStore()
      await store.start()
      expect(store.state()).toMatchObject({
        kind: 'broken',
        problem: expect.stringContaining(path),
      })
      expect([
        await store.unlock(passphrase).then(codeOf),
        await store.set(tickets).then(codeOf),
      ]).toEqual(['secrets.unreadable', 'secrets.locked'])
      expect(readFileSync(path, 'utf8')).toBe(text)
    },
  )

  it('never opens to another value, whatever byte of it is changed', async () => {
    await filled(tickets)
    const good = readFileSync(path)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(good.length - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, by) => {
          const bad = Buffer.from(good)
          bad[at] = (bad[at] ?? 0) ^ by
          writeFileSync(path, bad)
          const store = openStore()
          const opened = await store.unlock(passphrase)
          // White space says nothing, and a changed cost makes another key.
          expect(opened.ok ? [store.values(), store.list()[0]?.hosts] : store.values()).toEqual(
            opened.ok ? [[value], ['api.example.org']] : [],
          )
        },
      ),
      { numRuns: 60 },
    )
  }, 600_000)
})

describe('where a credential goes', () => {
  it.each<[string, readonly string[], ReturnType<typeof https> & { protocol: string }, string]>([
    ['its host', ['api.example.org'], https('api.example.org'), 'ok'],
    ['another host', ['api.example.org'], https('example.org'), 'secrets.elsewhere'],
    ['a host below it', ['api.example.org'], https('x.api.example.org'), 'secrets.elsewhere'],
    [
      'a name that only ends like it',
      ['*.example.org'],
      https('evilexample.org'),
      'secrets.elsewhere',
    ],
    ['a host below a pattern', ['*.example.org'], https('a.b.example.org'), 'ok'],
    [
      'the name of the pattern itself',
      ['*.example.org'],
      https('example.org'),
      'secrets.elsewhere',
    ],
    ['another port', ['api.example.org'], https('api.example.org', 8443), 'secrets.elsewhere'],
    ['the port that is written', ['api.example.org:8443'], https('api.example.org', 8443), 'ok'],
    ['everybody below a public suffix', ['*.co.uk'], https('evil.co.uk'), 'secrets.elsewhere'],
    [
      'its host without encryption',
      ['api.example.org'],
      { protocol: 'http:', host: 'api.example.org', port: 80 },
      'secrets.insecure',
    ],
    [
      'this machine, written so',
      ['127.0.0.1:8080'],
      { protocol: 'http:', host: '127.0.0.1', port: 8080 },
      'ok',
    ],
    [
      'this machine by its name',
      ['localhost:3000'],
      { protocol: 'http:', host: 'localhost', port: 3000 },
      'ok',
    ],
    [
      'this machine by its longer address',
      ['[::1]:3000'],
      { protocol: 'http:', host: '[::1]', port: 3000 },
      'ok',
    ],
    [
      'an address of the network without encryption',
      ['192.168.1.5'],
      { protocol: 'http:', host: '192.168.1.5', port: 80 },
      'secrets.insecure',
    ],
    [
      'a name that could be this machine',
      ['127.0.0.1.example.org'],
      { protocol: 'http:', host: '127.0.0.1.example.org', port: 80 },
      'secrets.insecure',
    ],
    [
      'a protocol of no kind',
      ['api.example.org'],
      { protocol: 'ftp:', host: 'api.example.org', port: 80 },
      'secrets.insecure',
    ],
  ])(
    '%s',
    async (_, hosts, to, code) => {
      const store = await filled({ ...tickets, hosts: [...hosts] })
      const given = await store.credentialFor('tickets', to)
      expect(codeOf(given)).toBe(code)
      expect(JSON.stringify(given).includes(value)).toBe(code === 'ok')
    },
    600_000,
  )

  it.each<[string, string, string, string]>([
    ['Bearer {}', value, 'ok', `Bearer ${value}`],
    ['{}', value, 'ok', value],
    ['token={} v2', value, 'ok', `token=${value} v2`],
    [
      'Basic',
      'ada:correct-horse',
      'ok',
      `Basic ${Buffer.from('ada:correct-horse').toString('base64')}`,
    ],
    ['Basic', 'no colon at all', 'secrets.value', ''],
    ['Basic', 'ada:short', 'secrets.value', ''],
    ['{}', 'short', 'secrets.value', ''],
    ['{}', 'two\nlines-of-it', 'secrets.value', ''],
    ['{}', 'injected\r\nhost: evil', 'secrets.value', ''],
    ['{}', ' padded-value ', 'secrets.value', ''],
    ['{}', 'käse-brot-1234', 'secrets.value', ''],
  ])(
    'as %j, of %j: %s',
    async (template, given, code, sent) => {
      const store = await filled()
      expect(await store.set({ ...tickets, template, value: given }).then(codeOf)).toBe(code)
      const got = await store.credentialFor('tickets', https('api.example.org'))
      expect(got.ok ? got.value.value : '').toBe(sent)
    },
    600_000,
  )

  it('a tool never gets the key of the model; the model gets it for its own server', async () => {
    const store = await filled({ ...tickets, name: 'model-key', hosts: ['llm.example.org'] })
    expect([
      codeOf(store.known('model-key')),
      codeOf(await store.credentialFor('model-key', https('llm.example.org'))),
    ]).toEqual(['secrets.reserved', 'secrets.reserved'])
    expect([
      store.modelKey(https('llm.example.org')),
      store.modelKey(https('other.example.org')),
    ]).toEqual([value, null])
    expect(store.values()).toEqual([value])
  }, 600_000)

  it('names the others when there is none of that name, and says how to store one', async () => {
    const store = await filled(tickets)
    expect(store.known('ticket')).toMatchObject({
      error: { code: 'secrets.unknown', hint: 'Did you mean tickets? There are: tickets.' },
    })
  }, 600_000)
})

describe('the keychain of the system', () => {
  it('keeps the store where there is one, without a passphrase', async () => {
    const system = keychain()
    const store = openStore({ system })
    await store.start()
    expect(await store.set(tickets).then(codeOf)).toBe('ok')
    expect(store.state()).toMatchObject({
      kind: 'open',
      storedBy: 'system',
      text: expect.stringContaining('gnome_libsecret'),
    })
    const again = openStore({ system })
    await again.start()
    expect(again.values()).toEqual([value])
    expect(readFileSync(path, 'utf8')).not.toContain(value)
  })

  it.each(['basic_text', 'unknown'])(
    'is not used where it protects nothing (%s), and that is said',
    async (backend) => {
      const store = openStore({ system: keychain(backend) })
      await store.start()
      expect([store.state().text, await store.set(tickets).then(codeOf)]).toEqual([
        expect.stringContaining('protects nothing'),
        'secrets.locked',
      ])
      expect(await store.unlock(passphrase).then(codeOf)).toBe('ok')
      expect(store.state().storedBy).toBe('passphrase')
    },
    600_000,
  )

  it('that is locked or gone leaves the store locked and says so', async () => {
    const system = keychain()
    const created = openStore({ system })
    await created.set(tickets)
    system.locked = true
    const store = openStore({ system })
    await store.start()
    expect(store.state()).toMatchObject({
      kind: 'locked',
      problem: expect.stringContaining('the keychain is locked'),
    })
    const elsewhere = openStore()
    await elsewhere.start()
    expect(await elsewhere.unlock(passphrase).then(codeOf)).toBe('secrets.keychain-elsewhere')
    system.locked = false
    expect(await store.unlock(undefined).then(codeOf)).toBe('ok')
  })
})
