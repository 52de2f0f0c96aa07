import { describe, expect, it } from 'vitest'
import { ServerConfig } from '../../../contract/server/server.ts'
import { ClientFormat } from '../../../contract/server/server-review.ts'
import { scanners } from '../../../main/wiring/execution/servers/scanners.ts'
import { readLink } from '../../../main/clients/import-export/deep-link.ts'
import { filesOf } from '../../../main/clients/import-export/client-files.ts'
import { propose } from '../../../main/clients/import-export/propose.ts'
import type { Proposal } from '../../../main/clients/import-export/propose.ts'
import { readClient } from '../../../main/clients/import-export/read-client.ts'
import { writeClient } from '../../../main/clients/import-export/write-client.ts'

const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyzAB'
const take = (
  format: ClientFormat,
  text: string,
  taken: readonly string[] = [],
): readonly Proposal[] => {
  const read = readClient(format, text)
  if (!read.ok) throw new Error(read.error.text)
  return propose(read.value, { taken, secrets: scanners.secrets })
}
const off = { trust: 'community', enabled: false, timeoutSeconds: 60 } as const
const program = (more: object = {}) => ({
  transport: 'stdio',
  command: 'npx',
  args: ['-y', 'forge-mcp@1.2.3'],
  env: {},
  hosts: [],
  folders: [],
  ...off,
  ...more,
})
const address = (more: object = {}) => ({
  transport: 'http',
  url: 'https://mcp.forge.example/mcp',
  headers: {},
  ...off,
  ...more,
})

describe('the files of other clients', () => {
  it.each<[ClientFormat, string, unknown[]]>([
    [
      'claude-desktop',
      '{"mcpServers":{"Forge":{"command":"npx","args":["-y","forge-mcp@1.2.3"],"env":{"LANG":"C"}}}}',
      [program({ env: { LANG: 'C' } })],
    ],
    [
      'claude-code',
      '{"mcpServers":{"forge":{"type":"http","url":"https://mcp.forge.example/mcp"}},"projects":{"/w":{"mcpServers":{"two":{"command":"npx","args":["-y","forge-mcp@1.2.3"]}}}}}',
      [address(), program()],
    ],
    [
      'cursor',
      '{"mcpServers":{"forge":{"url":"https://mcp.forge.example/mcp","headers":{"X-Team":"blue"}}}}',
      [address({ headers: { 'X-Team': 'blue' } })],
    ],
    [
      'vscode',
      '// mine\n{"inputs":[],"servers":{"forge":{"type":"stdio","command":"npx","args":["-y","forge-mcp@1.2.3"],},}}',
      [program()],
    ],
    [
      'windsurf',
      '{"mcpServers":{"forge":{"serverUrl":"https://mcp.forge.example/mcp"}}}',
      [address()],
    ],
    [
      'codex',
      '[mcp_servers.forge]\ncommand = "npx"\nargs = ["-y", "forge-mcp@1.2.3"]\ntool_timeout_sec = 90\n',
      [program({ timeoutSeconds: 90 })],
    ],
  ])('%s: read as they are written, switched off and of no trust', (format, text, configs) => {
    expect(
      take(format, text).map(({ config, skipped }) => (skipped === null ? config : skipped)),
    ).toEqual(configs)
  })

  it('have their secrets taken out: into the store for that server or address alone, and nowhere else', () => {
    const text = JSON.stringify({
      mcpServers: {
        forge: { command: 'forge', env: { FORGE_TOKEN: token, LANG: 'C', OTHER: token } },
        wiki: { url: 'https://wiki.example/mcp', headers: { Authorization: `Bearer ${token}` } },
      },
    })
    const found = take('claude-code', text)
    expect(found.map(({ config, values }) => [config, values])).toEqual([
      [
        program({
          command: 'forge',
          args: [],
          env: {
            FORGE_TOKEN: { secret: 'forge-forge-token' },
            LANG: 'C',
            OTHER: { secret: 'forge-other' },
          },
        }),
        [
          {
            where: 'env.FORGE_TOKEN',
            name: 'forge-forge-token',
            hosts: ['forge.mcp.invalid'],
            value: token,
          },
          { where: 'env.OTHER', name: 'forge-other', hosts: ['forge.mcp.invalid'], value: token },
        ],
      ],
      [
        address({
          url: 'https://wiki.example/mcp',
          headers: { Authorization: { secret: 'wiki-authorization' } },
        }),
        [
          {
            where: 'headers.Authorization',
            name: 'wiki-authorization',
            hosts: ['wiki.example'],
            value: `Bearer ${token}`,
          },
        ],
      ],
    ])
    expect(JSON.stringify(found.map(({ values: _values, ...shown }) => shown))).not.toContain(token)
  })

  it.each<[string, object, string]>([
    [
      'a secret among the arguments',
      { command: 'forge', args: ['--token', 'Zq8-secret-77'] },
      'in plain text',
    ],
    ['a token among the arguments', { command: 'forge', args: [token] }, 'in plain text'],
    ['a password in the address', { url: 'https://me:pass@forge.example/mcp' }, 'in plain text'],
    ['a variable in the command', { command: '${HOME}/forge' }, 'variable'],
    ['the old event stream', { type: 'sse', url: 'https://forge.example/sse' }, 'sse'],
    ['neither command nor address', {}, 'neither'],
    ['a command that is a list', { command: ['forge'] }, 'cannot be read'],
    [
      'itself, by its program',
      {
        command: '/usr/bin/node',
        args: ['/opt/gatehouse/main/host/launch/gatehouse.cjs', 'mcp', '--client', 'cursor'],
      },
      'Gatehouse itself',
    ],
    ['itself, by its command', { command: 'gatehouse', args: ['mcp'] }, 'Gatehouse itself'],
    [
      'itself, by its address',
      { url: 'http://127.0.0.1:4748/mcp', headers: { Authorization: `Bearer ${token}` } },
      'Gatehouse itself',
    ],
    ['a name that is taken', { command: 'wiki' }, 'already'],
  ])('leave out %s, and say why', (what, one, why) => {
    const name = what.startsWith('a name')
      ? 'wiki'
      : what.startsWith('itself')
        ? 'gatehouse'
        : 'forge'
    const [found] = take('cursor', JSON.stringify({ mcpServers: { [name]: one } }), ['wiki'])
    expect(found?.skipped).toContain(why)
    expect(JSON.stringify(found)).not.toContain(token)
  })

  it.each<[ClientFormat, string]>([
    ['cursor', '{"mcpServers":{"__proto__":{"command":"npx"},"good":{"command":"npx"}}}'],
    ['cursor', '{"mcpServers":{"good":{"command":"npx","env":{"__proto__":"x"}}}}'],
    ['codex', '[mcp_servers.good]\ncommand = "npx"\n[mcp_servers.__proto__]\ncommand = "npx"'],
  ])('say that what is named __proto__ is left out (%s %s)', (format, text) => {
    expect(take(format, text).map(({ from, skipped }) => [from, skipped === null])).toEqual([
      ['good', true],
      ['__proto__', false],
    ])
    expect(Object.prototype).not.toHaveProperty('command')
  })

  it('that cannot be read are said to be so, without a word of what is in them', () => {
    for (const format of ClientFormat.options) {
      const read = readClient(format, `{ "mcpServers" = ${token}`)
      expect(read).toMatchObject({ ok: false, error: { code: 'servers.import-unreadable' } })
      expect(JSON.stringify(read)).not.toContain(token)
    }
  })

  const servers: Record<string, ServerConfig> = {
    forge: ServerConfig.parse(
      program({ env: { FORGE_TOKEN: { secret: 'forge-token' }, LANG: 'C' } }),
    ),
    wiki: ServerConfig.parse(
      address({ headers: { 'X-Key': { secret: 'wiki-key' }, 'X-Team': 'blue' } }),
    ),
  }
  it.each(ClientFormat.options)(
    'come back the same from %s, with references and no values',
    (format) => {
      const { text, notes } = writeClient(format, servers)
      const back = Object.fromEntries(take(format, text).map(({ name, config }) => [name, config]))
      expect(back).toEqual(format === 'claude-desktop' ? { forge: servers['forge'] } : servers)
      expect(notes.join('\n')).toContain('FORGE_TOKEN')
      expect(writeClient(format, back as Record<string, ServerConfig>).text).toBe(text)
    },
  )

  it('lie where each client puts them', () => {
    const hostFacts = { home: '/h', platform: 'linux', env: {}, workspace: '/w' }
    expect(ClientFormat.options.map((format) => filesOf(format, hostFacts)[0])).toEqual([
      '/h/.config/Claude/claude_desktop_config.json',
      '/h/.claude.json',
      '/h/.cursor/mcp.json',
      '/h/.config/Code/User/mcp.json',
      '/h/.codeium/windsurf/mcp_config.json',
      '/h/.codex/config.toml',
    ])
    expect(filesOf('claude-desktop', { ...hostFacts, platform: 'darwin' })[0]).toContain(
      'Library/Application Support/Claude',
    )
  })
})

describe('a link', () => {
  it('adds a server that is switched off and untrusted', () => {
    expect(
      readLink(
        'gatehouse://servers/add?name=forge&command=npx&arg=-y&arg=forge-mcp%401.2.3&host=api.forge.example',
      ),
    ).toEqual({
      ok: true,
      value: { name: 'forge', config: program({ hosts: ['api.forge.example'] }) },
    })
    expect(
      readLink('gatehouse://servers/add?name=forge&url=https%3A%2F%2Fmcp.forge.example%2Fmcp'),
    ).toEqual({ ok: true, value: { name: 'forge', config: address() } })
  })
  it.each([
    'https://servers/add?name=forge&command=x',
    'gatehouse://servers/remove?name=forge',
    'gatehouse://servers/add?name=forge',
    'gatehouse://servers/add?name=forge&command=x&url=https://x.org',
    'gatehouse://servers/add?name=forge&command=x&trust=local',
    'gatehouse://servers/add?name=forge&command=x&enabled=true',
    'gatehouse://servers/add?name=forge&command=x&env=A',
    'gatehouse://servers/add?name=forge&command=x&command=y',
    'gatehouse://servers/add?name=Forge%20X&command=x',
    'gatehouse://servers/add?name=forge&url=file:///etc/passwd',
    `gatehouse://servers/add?name=forge&command=${'x'.repeat(20_000)}`,
  ])('%s is refused', (link) =>
    expect(readLink(link)).toMatchObject({ ok: false, error: { code: 'servers.bad-link' } }),
  )
})
