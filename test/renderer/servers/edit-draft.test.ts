// A server that is there, as a form and back: secrets are in neither, and what is left alone stays
// what it was.
import { describe, expect, it } from 'vitest'
import { ServerConfig } from '../../../contract/server/server.ts'
import {
  editDraftOf,
  editOf,
  HIDDEN,
} from '../../../renderer/features/servers/detail/edit-draft.ts'
import { type Draft, faultsOf } from '../../../renderer/features/servers/server-draft.ts'

const program = ServerConfig.parse({
  transport: 'stdio',
  command: '/usr/bin/forge',
  args: ['--a', '', 'b c'],
  hosts: ['api.example.org'],
  trust: 'verified',
  env: { PLAIN: 'x', FORGE_TOKEN: { secret: 'forge-forge-token' }, OLD: HIDDEN },
  folders: [{ path: '/srv', write: true }],
})
const address = ServerConfig.parse({
  transport: 'http',
  url: 'https://a.example/mcp',
  headers: { Authorization: { secret: 'wiki-key' } },
})
const changed = (draft: Draft, key: string, part: object): Draft => ({
  ...draft,
  env: draft.env.map((row) => (row.name === key ? { ...row, ...part } : row)),
})

describe('a client that was registered by hand', () => {
  const known = ServerConfig.parse({
    transport: 'http',
    url: 'https://a.example/mcp',
    signIn: { clientId: 'panel', clientSecret: { secret: 'wiki-client-secret' } },
  })
  const draft = editDraftOf('wiki', known)
  const typed = (part: object) =>
    editOf({ ...draft, signIn: { ...draft.signIn, ...part } }, known, ['wiki-client-secret'])

  it('stays as it is while nothing is typed, and its secret is in no form', () => {
    expect(draft.signIn).toMatchObject({ clientId: 'panel', clientSecret: '' })
    expect(typed({})).toMatchObject({ config: known, secrets: [] })
  })

  it('gets a new secret beside the stored one, for its own address', () => {
    expect(typed({ clientSecret: 'tok-12345678' })).toMatchObject({
      launch: { signIn: { clientId: 'panel', clientSecret: { secret: 'wiki-client-secret-2' } } },
      secrets: [{ name: 'wiki-client-secret-2', hosts: ['a.example'], value: 'tok-12345678' }],
    })
  })

  it('is removed with its id, and cannot have a secret without one', () => {
    const { launch, config } = typed({ clientId: '' })
    expect([launch, 'signIn' in config]).toEqual([expect.objectContaining({ signIn: null }), false])
    const faults = (part: object) =>
      faultsOf({ ...draft, signIn: { ...draft.signIn, ...part } }, [])
    expect(faults({ clientId: '', clientSecret: 'tok-12345678' })).toHaveProperty('signIn')
    expect(faults({ metadataUrl: 'http://a.example/x' })).toHaveProperty('signIn')
    expect(faults({ metadataUrl: 'https://a.example/x' })).toEqual({})
  })
})

describe('editOf', () => {
  it('gives back what it was made of, word for word', () => {
    const draft = editDraftOf('forge', program)
    expect(JSON.stringify(draft)).not.toContain(HIDDEN)
    expect(faultsOf(draft, [])).toEqual({})
    const { trust: _trust, enabled: _enabled, timeoutSeconds: _time, ...same } = program
    expect(editOf(draft, program, [])).toEqual({
      launch: {
        ...same,
        env: { PLAIN: 'x', FORGE_TOKEN: { secret: 'forge-forge-token' }, OLD: { unchanged: true } },
      },
      config: program,
      secrets: [],
    })
    expect(editOf(editDraftOf('wiki', address), address, []).config).toEqual(address)
  })

  it('stores a secret that is typed again beside the one that is there', () => {
    const draft = changed(editDraftOf('forge', program), 'FORGE_TOKEN', { value: 'new-value-1234' })
    const { launch, secrets } = editOf(draft, program, ['forge-forge-token', 'forge-forge-token-2'])
    expect(secrets).toEqual([
      { name: 'forge-forge-token-3', hosts: ['forge.mcp.invalid'], value: 'new-value-1234' },
    ])
    expect(launch).toMatchObject({ env: { FORGE_TOKEN: { secret: 'forge-forge-token-3' } } })
    expect(JSON.stringify(launch)).not.toContain('new-value')
  })

  it.each<[name: string, draft: Draft, fault: RegExp]>([
    [
      'a secret that is too short',
      changed(editDraftOf('forge', program), 'FORGE_TOKEN', { value: 'short' }),
      /eight characters/,
    ],
    [
      'a value of the file under another name',
      changed(editDraftOf('forge', program), 'OLD', { name: 'OTHER' }),
      /eight characters/,
    ],
    [
      'a new secret without a value',
      changed(editDraftOf('forge', program), 'PLAIN', { secret: true, value: '' }),
      /eight characters/,
    ],
    ['a name twice', changed(editDraftOf('forge', program), 'PLAIN', { name: 'OLD' }), /OLD/],
  ])('is not sent: %s', (_, draft, fault) => {
    expect(faultsOf(draft, []).env).toMatch(fault)
  })
})
