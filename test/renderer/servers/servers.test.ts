// The pure parts of the servers screen.
import { describe, expect, it } from 'vitest'
import type { ServerListing } from '../../../contract/server/server.ts'
import { ServerConfig } from '../../../contract/server/server.ts'
import { formatOf } from '../../../renderer/features/servers/add/paste-page.tsx'
import { pathOfServer, locationOf } from '../../../renderer/features/servers/location.ts'
import {
  type Draft,
  draftOf,
  emptyDraft,
  faultsOf,
  storedDraft,
  wantedOf,
} from '../../../renderer/features/servers/server-draft.ts'
import { faceOf, needsReview } from '../../../renderer/features/servers/server-face.ts'
import { diffRows } from '../../../renderer/ui/text/diff-rows.ts'

const none = { fresh: 0, changed: 0, gone: 0, refused: 0 }
const program: Draft = {
  ...emptyDraft,
  name: 'forge',
  command: ' npx ',
  args: '-y\nforge mcp\n',
  hosts: 'api.forge.example\n',
}

describe('the address of a page', () => {
  it.each([
    ['', { kind: 'first' }],
    ['/forge', { kind: 'server', name: 'forge' }],
    ['/add', { kind: 'add', way: 'form' }],
    ['/import', { kind: 'add', way: 'import' }],
    ['/clients', { kind: 'clients' }],
    [
      '/add?link=gatehouse%3A%2F%2Fservers%2Fadd%3Fname%3Dx',
      { kind: 'link', link: 'gatehouse://servers/add?name=x' },
    ],
  ])('%j is %j', (path, position) => expect(locationOf(path)).toEqual(position))

  it.each(['forge', 'add', 'clients', 'export', 'paste'])(
    'a server called %s has one of its own',
    (name) => {
      expect(locationOf(pathOfServer(name).slice('/servers'.length))).toEqual({
        kind: 'server',
        name,
      })
    },
  )
})

describe('what was typed for a server', () => {
  it('is sent as it is, secrets by name and bound to the server alone', () => {
    const env = [
      { id: 0, name: 'FORGE_TOKEN', value: 'tok-0123456789', secret: true },
      { id: 1, name: 'LEVEL', value: 'info', secret: false },
    ]
    const wanted = wantedOf({ ...program, env, folders: [{ id: 0, path: '/srv', write: true }] })
    expect(wanted).toEqual({
      name: 'forge',
      config: {
        transport: 'stdio',
        command: 'npx',
        args: ['-y', 'forge mcp'],
        hosts: ['api.forge.example'],
        trust: 'community',

        env: { FORGE_TOKEN: { secret: 'forge-forge-token' }, LEVEL: 'info' },
        folders: [{ path: '/srv', write: true }],
        enabled: true,
        timeoutSeconds: 60,
      },
      secrets: [
        { name: 'forge-forge-token', hosts: ['forge.mcp.invalid'], value: 'tok-0123456789' },
      ],
    })
    expect(ServerConfig.parse(wanted.config)).toEqual(wanted.config)
    expect(storedDraft({ ...program, env })).not.toContain('tok-')
    const again = wantedOf(draftOf('forge', wantedOf({ ...program, env: env.slice(1) }).config))
    expect(again.config).toEqual(wantedOf({ ...program, env: env.slice(1) }).config)
  })

  it('of an address goes to its host', () => {
    const headers = [{ id: 0, name: 'Authorization', value: 'Bearer abcdefgh', secret: true }]
    expect(
      wantedOf({
        ...emptyDraft,
        transport: 'http',
        name: 'wiki',
        url: 'https://wiki.example:8443/mcp',
        headers,
      }),
    ).toEqual({
      name: 'wiki',
      config: {
        transport: 'http',
        url: 'https://wiki.example:8443/mcp',
        headers: { Authorization: { secret: 'wiki-authorization' } },
        trust: 'community',
        enabled: true,
        timeoutSeconds: 60,
      },
      secrets: [
        { name: 'wiki-authorization', hosts: ['wiki.example:8443'], value: 'Bearer abcdefgh' },
      ],
    })
  })

  const row = { id: 0, name: 'A', value: 'b', secret: false }
  it.each<[string, Partial<Draft>, string[]]>([
    ['nothing wrong', {}, []],
    ['a name that is taken', { name: 'there' }, ['name']],
    ['a name in capitals', { name: 'Forge' }, ['name']],
    ['no program', { command: ' ' }, ['command']],
    ['a variable with a dash', { env: [{ ...row, name: 'A-B' }] }, ['env']],
    ['a variable twice', { env: [row, { ...row, id: 1 }] }, ['env']],
    ['a short secret', { env: [{ ...row, secret: true }] }, ['env']],
    [
      'a folder that is no full path',
      { folders: [{ id: 0, path: 'notes', write: false }] },
      ['folders'],
    ],
    ['a host with a path', { hosts: 'example.org/x' }, ['hosts']],
    ['a wildcard, which a server cannot have', { hosts: '*.example.org' }, ['hosts']],
    ['no address', { transport: 'http', url: 'wiki' }, ['url']],
    ['another scheme', { transport: 'http', url: 'file:///etc/passwd' }, ['url']],
  ])('%s', (_, part, fields) =>
    expect(Object.keys(faultsOf({ ...program, ...part }, ['there']))).toEqual(fields),
  )
})

it.each([
  ['{"mcpServers": {}}', 'claude-code'],
  ['{"servers": {"a": {"type": "stdio"}}}', 'vscode'],
  ['[mcp_servers.forge]\ncommand = "npx"', 'codex'],
])('%s is the form of %s', (text, format) => expect(formatOf(text)).toBe(format))

it.each<[ServerListing['state'], Partial<typeof none>, ReturnType<typeof faceOf>, boolean]>([
  [{ kind: 'ready' }, {}, 'running', false],
  [{ kind: 'ready' }, { refused: 3 }, 'running', false],
  [{ kind: 'ready' }, { fresh: 2 }, 'review', true],
  [{ kind: 'ready' }, { fresh: 2, gone: 1 }, 'changed', true],
  [{ kind: 'off' }, { fresh: 2 }, 'off', false],
  [{ kind: 'waiting', until: 0, text: '' }, {}, 'idle', false],
  [{ kind: 'waiting', until: 9, text: '' }, {}, 'waiting', false],
  [{ kind: 'stopped', text: '', hint: '' }, {}, 'stopped', true],
  [{ kind: 'needs-sign-in', text: '' }, {}, 'sign-in', true],
])('%j with %j is %s', (state, review, face, view) => {
  const server = { state, review: { ...none, ...review } }
  expect([faceOf(server), needsReview(server)]).toEqual([face, view])
})

it('an unchanged line that something is said of is drawn, and the folded ones around it are counted apart', () => {
  const lines = Array.from({ length: 12 }, (_, at) => `line ${at + 1}`)
  const rows = diffRows(
    [{ value: `${lines.join('\n')}\n` }, { value: 'new\n', added: true }],
    (line) => line === 4,
  )
  expect(
    rows.map((row) => (row.kind === 'skip' ? `skip ${row.lines}` : `${row.kind} ${row.number}`)),
  ).toEqual(['skip 3', 'same 4', 'skip 5', 'same 10', 'same 11', 'same 12', 'add 13'])
})
