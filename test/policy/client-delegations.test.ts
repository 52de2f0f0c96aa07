// What a token of a client is good for, and what becomes of it when its file is not what it was.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { EVERYTHING, NOTHING } from '../../contract/agent/grant.ts'
import type { ClientRequest } from '../../contract/server/gateway.ts'
import { openClientDelegations } from '../../main/policy/client-delegations.ts'
import { clientGrant } from '../../main/policy/client-grant.ts'
import { clientsTable } from '../../main/store/tables/clients-table.ts'
import { memoryStore } from '../store/fixture.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A home: its file, its table and its clock. */
async function makeHome() {
  const clock = { now: 1_000, monotonic: 50.25 }
  const file: { text: string | null } = { text: null }
  const table = clientsTable((await memoryStore()).db)
  const open = (lastAt = 0) =>
    openClientDelegations({
      table,
      lastAt,
      read: () => file.text,
      write: (text) => (file.text = text),
      asGrant: clientGrant,
      sha256,
      now: () => clock.now,
      monotonic: () => clock.monotonic,
    })
  /** As a client is added: what it is for, then its token. */
  const add = (id: string, name: string, request: ClientRequest, to = open()) => {
    const added = to.add(id, request)
    if (!added.ok) throw new Error(added.error.text)
    table.put({ id, name }, `hash of ${id}`, clock.now, added.value.hash)
    return to
  }
  /** Time goes by, as both clocks see it. */
  const pass = (ms: number): void => {
    clock.now += ms
    clock.monotonic += ms
  }
  return { clock, file, table, open, add, pass }
}
type TestHome = Awaited<ReturnType<typeof makeHome>>
const asked = { tools: ['read_file', 'github.get_issue'], seconds: 60, calls: 2 }
const closed = { grant: NOTHING, inForce: false }
const state = (home: TestHome, name = 'ci', id = 'client_1', clients = home.open()) => ({
  grant: clients.grantOf(name),
  inForce: clients.inForce(id),
})

describe('what the table remembers of a row', () => {
  const writes = {
    put: (table: TestHome['table']) => table.put({ id: 'client_2', name: 'ci' }, 'hash', 2_000),
    narrow: (table: TestHome['table']) => table.narrow('client_1', 'ab', 7),
    spend: (table: TestHome['table']) => table.spend('client_1', 5, 2_000),
    seen: (table: TestHome['table']) => table.seen('client_1', 9_000),
    seenAll: (table: TestHome['table']) => table.seenAll(9_000),
    remove: (table: TestHome['table']) => table.remove('ci'),
  }
  it.each(Object.entries(writes))('is read again after %s', async (_, write) => {
    const { table } = await makeHome()
    table.put({ id: 'client_1', name: 'ci' }, 'hash', 1_000)
    const before = table.narrowedAsRead('ci')
    write(table)
    expect(table.narrowedAsRead('ci')).not.toEqual(before)
    expect(table.narrowedAsRead('ci')).toEqual(table.narrowedBy('ci'))
  })

  it('is nothing that a transaction took back', async () => {
    const { db } = await memoryStore()
    const table = clientsTable(db)
    table.put({ id: 'client_1', name: 'ci' }, 'hash', 1_000)
    const before = table.narrowedAsRead('ci')
    const undone = db.transaction(() => {
      table.remove('ci')
      expect(table.narrowedAsRead('ci')).toBeNull()
      throw new Error('taken back')
    })
    expect(undone).toThrow('taken back')
    expect(table.narrowedAsRead('ci')).toEqual(before)
  })

  it('is what another program wrote once a call began', async () => {
    const { db } = await memoryStore()
    const [table, other] = [clientsTable(db), clientsTable(db)]
    table.put({ id: 'client_1', name: 'ci' }, 'hash', 1_000)
    expect(table.narrowedAsRead('ci')).not.toBeNull()
    other.remove('ci')
    expect(table.narrowedBy('ci')).toBeNull()
    expect(table.narrowedAsRead('ci')).toBeNull()
  })

  it('is correct for thousands of names', async () => {
    const { table } = await makeHome()
    for (let at = 0; at < 2_000; at++) expect(table.narrowedAsRead(`none-${at}`)).toBeNull()
    table.put({ id: 'client_1', name: 'none-1' }, 'hash', 1_000)
    expect(table.narrowedAsRead('none-1')).toMatchObject({ id: 'client_1' })
  })
})

describe('what is handed on to a client', () => {
  it('covers the tools and actions that were named, for the time', async () => {
    const home = await makeHome()
    expect(home.open().grantOf('ci')).toBe(EVERYTHING)
    const clients = home.add('client_1', 'ci', asked)
    expect(clients.of('client_1')).toMatchObject({
      grant: [
        { tool: 'read_file', actions: null },
        { tool: 'github', actions: ['get_issue'] },
      ],
      expiresAt: 61_000,
      calls: 2,
      used: 0,
    })
    expect(clients.grantOf('ci')).toBe(clients.grantOf('ci'))
    expect([clients.grantOf('ci').length, clients.grantOf('other')]).toEqual([2, EVERYTHING])
    home.pass(59_999)
    expect(clients.inForce('client_1')).toBe(true)
    home.pass(1)
    expect(state(home, 'ci', 'client_1', clients)).toEqual(closed)
  })

  it('counts calls, also over a start', async () => {
    const home = await makeHome()
    expect(home.add('client_1', 'ci', asked).spend('ci').ok).toBe(true)
    const second = home.open()
    expect(second.of('client_1')).toMatchObject({ calls: 2, used: 1 })
    expect([second.spend('ci').ok, second.spend('ci')]).toMatchObject([
      true,
      { ok: false, error: { code: 'delegation.calls' } },
    ])
    expect(home.open().spend('ci').ok).toBe(false)
    expect(second.spend('other').ok).toBe(true)
  })

  it('belongs to that client, and not to the next one of its name', async () => {
    const home = await makeHome()
    const clients = home.add('client_1', 'ci', asked)
    home.table.put({ id: 'client_2', name: 'ci' }, 'hash', 1_000)
    expect([clients.grantOf('ci'), clients.inForce('client_2'), clients.of('client_2')]).toEqual([
      EVERYTHING,
      false,
      null,
    ])
    expect(clients.spend('ci')).toEqual({ ok: true, value: { isLast: false } })
    expect(home.open().of('client_1')).toMatchObject({ used: 0 })
  })

  it.each([
    ['clients had ids', (text: string) => text.replace('"client":"client_1"', '"name":"ci"')],
    ['calls were counted beside the token', (text: string) => text],
  ])('is kept over a start of before %s', async (_what, older) => {
    const home = await makeHome()
    home.open().add('client_1', asked)
    home.file.text = older(String(home.file.text).replace(/\}\]\}$/, ',"used":1}]}'))
    home.table.put({ id: 'client_1', name: 'ci' }, 'hash', 1_000)
    const clients = home.open()
    expect([clients.of('client_1'), clients.inForce('client_1')]).toMatchObject([
      { calls: 2, used: 1 },
      true,
    ])
    expect([clients.spend('ci').ok, clients.spend('ci').ok]).toEqual([true, false])
    // The same file once more gives no call back.
    expect([home.open().of('client_1'), home.open().spend('ci').ok]).toMatchObject([
      { used: 2 },
      false,
    ])
  })

  it('says which call is the last one', async () => {
    const home = await makeHome()
    const clients = home.add('client_1', 'ci', asked)
    expect([clients.spend('ci'), clients.spend('ci')]).toEqual([
      { ok: true, value: { isLast: false } },
      { ok: true, value: { isLast: true } },
    ])
  })

  it('is removed with the client, and new when it is added again', async () => {
    const home = await makeHome()
    const clients = home.add('client_1', 'ci', asked)
    clients.spend('ci')
    home.add('client_2', 'ci', { tools: null, seconds: null, calls: null }, clients)
    expect(clients.of('client_2')).toMatchObject({ grant: EVERYTHING, calls: null, used: 0 })
    clients.remove('client_2')
    expect([clients.of('client_2'), clients.inForce('client_2')]).toEqual([null, false])
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
    ['the actions of a tool', '"actions":["get_issue"]', '"actions":null'],
    ['one action', '"actions":["get_issue"]', '"actions":["delete_file"]'],
    ['one action more', '"actions":["get_issue"]', '"actions":["read_file","push"]'],
    ['all tools', /"grant":\[.*?\}\]/, '"grant":[{"tool":"*","actions":null}]'],
    ['no tool', /"grant":\[.*?\}\]/, '"grant":[]'],
    ['where it comes from', '"parentHash":null', `"parentHash":"${'0'.repeat(64)}"`],
    ['its hash', /"hash":"[0-9a-f]/, '"hash":"g'],
    ['its hash, to another', /"hash":"[0-9a-f]{64}"/, `"hash":"${'0'.repeat(64)}"`],
    ['a term that there is not', '"turns":2', '"turns":2,"admin":true'],
    ['turns below one', '"turns":2', '"turns":0'],
    ['turns that are no whole number', '"turns":2', '"turns":2.5'],
    ['whose it is', '"client":"client_1"', '"client":"client_9"'],
    ['what was used, as it was counted before', /\}\]\}$/, ',"used":-5}]}'],
    ['what was used, to a text', /\}\]\}$/, ',"used":"0"}]}'],
  ] as const)('is nothing where somebody changed %s', async (_what, before, after) => {
    const home = await makeHome()
    home.add('client_1', 'ci', asked)
    const written = String(home.file.text)
    home.file.text = written.replace(before, after)
    expect(home.file.text).not.toBe(written)
    expect(state(home)).toEqual(closed)
  })

  it.each(['{', '[]', '{"clients":[{"name":"ci"}]}'])(
    'closes every client where the file is %s',
    async (text) => {
      const home = await makeHome()
      home.file.text = text
      expect(state(home)).toEqual(closed)
    },
  )

  it('is refused for a tool whose name nothing has', async () => {
    const clients = (await makeHome()).open()
    expect(clients.fault({ ...asked, tools: ['read_fiel'] })).toMatchObject({
      code: 'delegation.unknown-tool',
      hint: 'Did you mean read_file?',
    })
    expect(clients.fault({ ...asked, tools: ['forge__*', 'fs_read'] })).toBeNull()
    const unknown = ['github.merge', 'fs_read.read', '*.__', '*__x', 'read_file.', 'forge__a*.b']
    expect(unknown.filter((name) => clients.fault({ ...asked, tools: [name] }) === null)).toEqual(
      [],
    )
  })
})

const wide = { tools: null, seconds: null, calls: null }
/** Terms in the one form of the file, made by who knows how they are made. */
const forged = (home: TestHome, request: ClientRequest, id = 'client_1'): string => {
  const before = home.file.text
  home.file.text = null
  home.open().add(id, request)
  const text = String(home.file.text)
  home.file.text = before
  return text
}

describe('a token that was narrowed', () => {
  it.each<readonly [what: string, attack: (home: TestHome) => Promise<unknown>]>([
    ['its file is gone', async (home) => (home.file.text = null)],
    ['its file has no client', async (home) => (home.file.text = '{"clients":[]}')],
    [
      'its terms are wider ones, with their true hash',
      async (home) => (home.file.text = forged(home, wide)),
    ],
    [
      'they are in the form of before calls were counted beside it',
      async (home) => (home.file.text = forged(home, wide).replace(/\}\]\}$/, ',"used":0}]}')),
    ],
    [
      'they are in the form of before clients had ids',
      async (home) =>
        (home.file.text = forged(home, wide)
          .replace('"client":"client_1"', '"name":"ci"')
          .replace(/\}\]\}$/, ',"used":0}]}')),
    ],
    [
      'its terms are those of a client that may do more',
      async (home) => {
        home.add('client_2', 'wide', wide)
        home.file.text = String(home.file.text)
          .replace('"client":"client_1"', '"client":"client_0"')
          .replace('"client":"client_2"', '"client":"client_1"')
      },
    ],
    [
      'its file is that of another home, where the same client may do more',
      async (home) => {
        const other = await makeHome()
        other.add('client_1', 'ci', wide)
        home.file.text = other.file.text
      },
    ],
    [
      'its terms are there twice, the wider ones last',
      async (home) => {
        const more = forged(home, wide).slice('{"clients":['.length)
        home.file.text = String(home.file.text).replace(/\]\}$/, `,${more}`)
      },
    ],
    [
      'it was made for one name, and the terms are of an earlier token of it',
      async (home) => {
        const earlier = String(home.file.text)
        home.add('client_2', 'ci', { ...asked, calls: 1 })
        home.file.text = earlier.replace('"client":"client_1"', '"client":"client_2"')
      },
    ],
  ])('does nothing where %s', async (_what, attack) => {
    const home = await makeHome()
    home.add('client_1', 'ci', asked)
    await attack(home)
    const id = home.table.idOf('ci') ?? ''
    expect(state(home, 'ci', id)).toEqual(closed)
  })

  it('gains no call where its file is replaced by an older copy', async () => {
    const home = await makeHome()
    const clients = home.add('client_1', 'ci', asked)
    const unused = home.file.text
    expect([clients.spend('ci').ok, clients.spend('ci').ok, clients.spend('ci').ok]).toEqual([
      true,
      true,
      false,
    ])
    home.file.text = unused
    expect([home.open().of('client_1')?.used, home.open().spend('ci').ok]).toEqual([2, false])
  })

  it.each<readonly [what: string, turn: (home: TestHome) => void, again: boolean]>([
    ['while Gatehouse runs', (home) => void (home.clock.now -= 3_600_000), false],
    ['before it was issued', (home) => void (home.clock.now = -5), false],
    ['after its end was seen, and a start', (home) => void (home.clock.now -= 3_600_000), true],
    [
      'to the hour of a call that it made, and a start',
      (home) => void (home.clock.now = 30_000),
      true,
    ],
  ])('is not longer there where the clock is set back %s', async (_what, turn, again) => {
    const home = await makeHome()
    const clients = home.add('client_1', 'ci', asked)
    home.pass(59_000)
    clients.spend('ci')
    home.pass(1_000)
    const seen = again && clients.inForce('client_1')
    turn(home)
    expect([seen, state(home, 'ci', 'client_1', again ? home.open() : clients)]).toEqual([
      false,
      closed,
    ])
  })

  it('gains nothing by a clock that was set back before a start, since nothing is before the last row', async () => {
    const home = await makeHome()
    home.clock.now = 7_200_000
    home.add('client_1', 'ci', asked)
    home.pass(40_000)
    const lastAt = home.clock.now
    home.clock.now -= 3_600_000
    home.table.seenAll(lastAt)
    const clients = home.open(lastAt)
    expect(clients.inForce('client_1')).toBe(true)
    home.pass(19_000)
    expect([clients.inForce('client_1'), clients.spend('ci')]).toEqual([
      true,
      { ok: true, value: { isLast: false } },
    ])
    home.pass(1_000)
    expect(clients.inForce('client_1')).toBe(false)
    // Nor at the next start, whose last row was written by the clock that was set back.
    expect(home.open(home.clock.now).inForce('client_1')).toBe(false)
    // One that is added by such a clock lasts as long as was asked for.
    home.add('client_2', 'new', asked, clients)
    home.pass(59_000)
    expect(clients.inForce('client_2')).toBe(true)
    home.pass(1_000)
    expect(clients.inForce('client_2')).toBe(false)
  })

  it('goes on at a second start where it was, also where nobody used it', async () => {
    const home = await makeHome()
    home.clock.now = 7_200_000
    home.add('client_1', 'ci', asked)
    home.pass(40_000)
    home.table.seenAll(home.clock.now)
    home.clock.now -= 3_600_000
    const later = home.open(home.clock.now)
    home.pass(19_999)
    expect(later.inForce('client_1')).toBe(true)
    home.pass(1)
    expect(later.inForce('client_1')).toBe(false)
  })

  it('is as long there as was asked for where a clock is put right after the start', async () => {
    const home = await makeHome()
    home.clock.now = Date.parse('2026-11-29T12:00:00Z')
    home.add('client_1', 'ci', asked)
    const lastAt = home.clock.now
    // A machine without a battery begins in 2000, until it has asked for the time.
    home.clock.now = Date.parse('2000-01-01T00:00:00Z')
    home.table.seenAll(lastAt)
    const clients = home.open(lastAt)
    home.clock.now = lastAt + 59_000
    expect(clients.inForce('client_1')).toBe(true)
    home.clock.now = lastAt + 60_000
    expect(clients.inForce('client_1')).toBe(false)
  })

  it('does not come back where the clock was set forward and back again', async () => {
    const home = await makeHome()
    const clients = home.add('client_1', 'ci', asked)
    home.clock.now += 86_400_000
    expect(clients.inForce('client_1')).toBe(false)
    home.clock.now -= 86_400_000
    expect([clients.inForce('client_1'), home.open().inForce('client_1')]).toEqual([false, false])
    // A new one is not touched by it.
    expect(home.add('client_2', 'ci', asked).inForce('client_2')).toBe(true)
  })
})
