// What a token of a client is good for, and what becomes of it when its file is not what it was.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EVERYTHING, NOTHING } from '../../contract/agent/grant.ts'
import { openClientDelegations } from '../../main/policy/client-delegations.ts'
import { clientGrant } from '../../main/policy/client-grant.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The client that has the name `ci` has the id `client_1`, until somebody says otherwise. */
function opened(file: { text: string | null }, clock = { now: 1_000 }, ids = IDS) {
  return openClientDelegations({
    idOf: (name) => ids.get(name) ?? null,
    read: () => file.text,
    write: (text) => (file.text = text),
    asGrant: clientGrant,
    sha256,
    now: () => clock.now,
  })
}
const IDS: ReadonlyMap<string, string> = new Map([['ci', 'client_1']])
const asked = { tools: ['read_file', 'github.read_file'], seconds: 60, calls: 2 }

describe('what is handed on to a client', () => {
  it('covers the tools and actions that were named, for the time', () => {
    const clock = { now: 1_000 }
    const clients = opened({ text: null }, clock)
    expect(clients.grantOf('ci')).toBe(EVERYTHING)
    expect(clients.add('client_1', asked)).toMatchObject({
      ok: true,
      value: {
        grant: [
          { tool: 'read_file', actions: null },
          { tool: 'github', actions: ['read_file'] },
        ],
        expiresAt: 61_000,
        calls: 2,
        used: 0,
      },
    })
    expect(clients.grantOf('ci')).toBe(clients.grantOf('ci'))
    expect([clients.grantOf('ci').length, clients.grantOf('other')]).toEqual([2, EVERYTHING])
    clock.now = 61_000
    expect([clients.grantOf('ci'), clients.inForce('client_1')]).toEqual([NOTHING, false])
  })

  it('counts calls, also over a start', () => {
    const file = { text: null }
    const first = opened(file)
    first.add('client_1', asked)
    expect(first.spend('ci').ok).toBe(true)
    const second = opened(file)
    expect(second.of('client_1')).toMatchObject({ calls: 2, used: 1 })
    expect([second.spend('ci').ok, second.spend('ci')]).toMatchObject([
      true,
      { ok: false, error: { code: 'delegation.calls' } },
    ])
    expect(opened(file).spend('ci').ok).toBe(false)
    expect(second.spend('other').ok).toBe(true)
  })

  it('belongs to the client, and not to the next one of its name', () => {
    const file: { text: string | null } = { text: null }
    const ids = new Map([['ci', 'client_1']])
    const clients = opened(file, { now: 1_000 }, ids)
    clients.add('client_1', asked)
    ids.set('ci', 'client_2')
    expect([clients.grantOf('ci'), clients.inForce('client_2'), clients.of('client_2')]).toEqual([
      EVERYTHING,
      false,
      null,
    ])
    expect(clients.spend('ci')).toEqual({ ok: true, value: { isLast: false } })
    expect(opened(file, { now: 1_000 }, ids).of('client_1')).toMatchObject({ used: 0 })
  })

  it('is kept over a start of before clients had ids, for the client of that name', () => {
    const file: { text: string | null } = { text: null }
    opened(file).add('client_1', asked)
    file.text = String(file.text).replace('"client":"client_1"', '"name":"ci"')
    expect(opened(file).of('client_1')).toMatchObject({ calls: 2, used: 0 })
    expect(opened(file, { now: 1_000 }, new Map()).of('client_1')).toBeNull()
  })

  it('says which call is the last one', () => {
    const clients = opened({ text: null })
    clients.add('client_1', asked)
    expect([clients.spend('ci'), clients.spend('ci')]).toEqual([
      { ok: true, value: { isLast: false } },
      { ok: true, value: { isLast: true } },
    ])
  })

  it('is gone when the client is, and new when it is added again', () => {
    const clients = opened({ text: null })
    clients.add('client_1', asked)
    clients.spend('ci')
    clients.add('client_1', { tools: null, seconds: null, calls: null })
    expect(clients.of('client_1')).toMatchObject({ grant: EVERYTHING, calls: null, used: 0 })
    clients.remove('client_1')
    expect([clients.of('client_1'), clients.inForce('client_1')]).toEqual([null, false])
  })

  it.each([
    ['turns', '"turns":2', '"turns":2000'],
    ['turns, by one', '"turns":2', '"turns":3'],
    ['the time it ends', '"expiresAt":61000', '"expiresAt":61001'],
    ['the time it ends, to before', '"expiresAt":61000', '"expiresAt":60999'],
    ['the time of work', '"seconds":31536000', '"seconds":31536001'],
    ['depth', '"depth":1', '"depth":0'],
    ['how deep it goes', '"mostDepth":1', '"mostDepth":9'],
    ['that it hands on', '"delegates":false', '"delegates":true'],
    ['a tool', '"tool":"read_file"', '"tool":"exec"'],
    ['the actions of a tool', '"actions":["read_file"]', '"actions":null'],
    ['one action', '"actions":["read_file"]', '"actions":["delete_file"]'],
    ['one action more', '"actions":["read_file"]', '"actions":["read_file","push"]'],
    ['all tools', /"grant":\[.*?\}\]/, '"grant":[{"tool":"*","actions":null}]'],
    ['no tool', /"grant":\[.*?\}\]/, '"grant":[]'],
    ['where it comes from', '"parentHash":null', `"parentHash":"${'0'.repeat(64)}"`],
    ['its hash', /"hash":"[0-9a-f]/, '"hash":"g'],
    ['its hash, to another', /"hash":"[0-9a-f]{64}"/, `"hash":"${'0'.repeat(64)}"`],
    ['a term that there is not', '"turns":2', '"turns":2,"admin":true'],
    ['turns below one', '"turns":2', '"turns":0'],
    ['turns that are no whole number', '"turns":2', '"turns":2.5'],
    ['what was used, below nothing', '"used":0', '"used":-5'],
    ['what was used, to a text', '"used":0', '"used":"0"'],
  ] as const)('is nothing where somebody changed %s', (_what, before, after) => {
    const file: { text: string | null } = { text: null }
    opened(file).add('client_1', asked)
    const written = String(file.text)
    file.text = written.replace(before, after)
    expect(file.text).not.toBe(written)
    const clients = opened(file)
    expect([clients.grantOf('ci'), clients.inForce('client_1')]).toEqual([NOTHING, false])
  })

  it.each(['{', '[]', '{"clients":[{"name":"ci"}]}'])(
    'closes every client where the file is %s',
    (text) => {
      const clients = opened({ text })
      expect([clients.grantOf('ci'), clients.inForce('client_1')]).toEqual([NOTHING, false])
    },
  )

  it('is not begun for a tool that nothing is named like', () => {
    expect(opened({ text: null }).fault({ ...asked, tools: ['read_fiel'] })).toMatchObject({
      code: 'delegation.unknown-tool',
      hint: 'Did you mean read_file?',
    })
    expect(opened({ text: null }).fault({ ...asked, tools: ['forge__*', 'fs_read'] })).toBeNull()
  })
})
