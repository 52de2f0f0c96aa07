// A list of servers in the format of the official registry: read, searched, and made into servers of
// ours; from a file, and from a registry on loopback that answers in pages.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openOutbound } from '../../../main/egress/outbound.ts'
import { proposeEntry } from '../../../main/mcp/registry/propose-entry.ts'
import { readRegistry } from '../../../main/mcp/registry/read-registry.ts'
import { searchRegistry } from '../../../main/services/servers/search-registry.ts'
import { fetchText } from '../../../main/wiring/execution/fetch-text.ts'

const root = mkdtempSync(join(tmpdir(), 'gatehouse-registry-'))
const outbound = openOutbound({ hosts: () => [] })
afterAll(async () => {
  rmSync(root, { recursive: true })
  await outbound.dispose()
})

const notes = {
  name: 'io.github.ada/mcp-server-notes',
  description: 'Searches notes.',
  version: '1.2.0',
  repository: { url: 'https://github.com/ada/notes' },
  packages: [
    { registryType: 'oci', identifier: 'ada/notes' },
    {
      registryType: 'npm',
      identifier: '@ada/notes',
      version: '1.2.0',
      transport: { type: 'stdio' },
      packageArguments: [
        { type: 'positional', value: 'serve' },
        { type: 'named', name: '--depth', default: '3' },
        { type: 'positional', valueHint: 'folder', isRequired: true },
      ],
      environmentVariables: [
        { name: 'LEVEL', default: 'info' },
        { name: 'TOKEN', isSecret: true, isRequired: true, description: 'of the service' },
      ],
    },
  ],
}
const remote = {
  name: 'com.example/search',
  description: 'Searches the web.',
  remotes: [
    { type: 'sse', url: 'https://old.example/sse' },
    {
      type: 'streamable-http',
      url: 'https://mcp.example/mcp',
      headers: [{ name: 'X-Key', isSecret: true }],
    },
  ],
}
const earlier = {
  name: 'io.github.bea/clock',
  description: 'Tells the time.',
  version_detail: { version: '0.1.0' },
  packages: [
    {
      registry_name: 'pypi',
      name: 'mcp-clock',
      version: '0.1.0',
      environment_variables: [{ name: 'ZONE', is_required: true }],
    },
  ],
}

describe('an entry of a list', () => {
  it.each([
    [
      'a package',
      notes,
      {
        name: 'notes',
        config: {
          transport: 'stdio',
          command: 'npx',
          args: ['-y', '@ada/notes@1.2.0', 'serve', '--depth', '3'],
          env: { LEVEL: 'info' },
          hosts: [],
          folders: [],
          trust: 'community',
          enabled: false,
          timeoutSeconds: 60,
        },
        notes: ['Needs the variable TOKEN, a secret: of the service', 'Needs an argument: folder'],
      },
    ],
    [
      'an address',
      remote,
      {
        name: 'search',
        config: {
          transport: 'http',
          url: 'https://mcp.example/mcp',
          trust: 'community',
          enabled: false,
        },
        notes: ['Takes the header X-Key, a secret'],
      },
    ],
    [
      'one of an earlier form',
      earlier,
      {
        name: 'clock',
        version: '0.1.0',
        config: { command: 'uvx', args: ['mcp-clock@0.1.0'], env: { ZONE: '' } },
        notes: ['Needs the variable ZONE'],
      },
    ],
    [
      'one that cannot be used',
      {
        name: 'x/y',
        packages: [{ registryType: 'oci', identifier: 'a' }],
        remotes: [{ type: 'sse', url: 'https://a.example' }],
      },
      {
        config: null,
        notes: [
          'It comes as oci, which Gatehouse does not start.',
          'Its address speaks sse, which is no longer in the specification.',
        ],
      },
    ],
  ])('is %s', (_, entry, expected) => {
    const read = readRegistry(JSON.stringify(entry))
    const [one] = read.ok ? read.value.entries : []
    expect(one === undefined ? read : proposeEntry(one, [])).toMatchObject(expected)
  })

  it('gets a name that is free, and no unseen characters', () => {
    const read = readRegistry(
      JSON.stringify([{ name: 'a/MCP_Notes!', description: 'a\u202eb\u200b' }]),
    )
    const [entry] = read.ok ? read.value.entries : []
    expect(entry === undefined ? null : proposeEntry(entry, ['mcp-notes'])).toMatchObject({
      name: 'mcp-notes-2',
      description: 'ab',
      config: null,
    })
  })

  it.each(['', '{}', '[1, 2]', '{"servers": 3}', '"x"', '['.repeat(100_000)])(
    'is not read from %s',
    (text) => {
      expect(readRegistry(text)).toMatchObject({
        ok: false,
        error: { code: 'registry.unreadable' },
      })
    },
  )
})

describe('a search', () => {
  const signal = new AbortController().signal
  const search = (from: string, text: string) =>
    searchRegistry({ from, text }, { fetchText: fetchText(outbound), taken: [], signal })
  const ids = async (from: string, text: string) => {
    const found = await search(from, text)
    return found.ok
      ? [found.value.hits.map(({ id }) => id), found.value.searched, found.value.more]
      : found.error.code
  }

  it('reads a file, the newest version of each', async () => {
    const file = join(root, 'list.json')
    const older = { ...notes, version: '1.0.0' }
    writeFileSync(
      file,
      JSON.stringify({ servers: [older, { server: notes, _meta: {} }, remote, earlier] }),
    )
    expect(await ids(file, 'SEARCHES')).toEqual([[notes.name, remote.name], 4, false])
    const found = await search(file, 'notes')
    expect(found.ok && found.value.hits[0]?.version).toBe('1.2.0')
    expect(await ids(join(root, 'none'), '')).toBe('registry.source')
    expect(await ids('list.json', '')).toBe('registry.source')
  })

  it('asks a registry by its words, page by page, and follows no other address', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://x')
      asked.push(`${url.pathname}${url.search}`)
      if (url.pathname === '/moved')
        return void response.writeHead(302, { location: '/v0/servers' }).end()
      const second = url.searchParams.get('cursor') === 'two'
      response.end(
        JSON.stringify(
          second
            ? { servers: [{ server: remote }], metadata: { count: 1 } }
            : { servers: [{ server: notes }], metadata: { nextCursor: 'two' } },
        ),
      )
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await ids(origin, 'searches')).toEqual([[notes.name, remote.name], 2, false])
    expect(asked).toEqual([
      '/v0/servers?limit=100&version=latest&search=searches',
      '/v0/servers?limit=100&version=latest&search=searches&cursor=two',
    ])
    expect(await ids(`${origin}/moved`, '')).toBe('registry.unreachable')
    await new Promise((closed) => server.close(closed))
    expect(await ids(origin, '')).toBe('registry.unreachable')
  })
})
