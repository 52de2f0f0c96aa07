import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SessionId } from '../../../contract/ids.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { hookToolSource } from '../../../main/clients/hook/hook-tool-source.ts'
import { builtInSource, openRegistry } from '../../../main/registry/registry.ts'
import { catalog } from '../../../tools/catalog.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const session = SessionId.parse('ses_aaaaaaaaaaaa')
const client: Principal = { kind: 'mcp-client', name: 'claude-code', session }
const person: Principal = { kind: 'person', name: 'you', session }
const registry = openRegistry({
  sources: [
    builtInSource(() => catalog),
    hookToolSource({
      folders: (name) => (name === 'claude-code' ? ['/other'] : []),
      zoneIn: async (folder, path) => (path.startsWith(`${folder}/`) ? 'workspace' : 'outside'),
      sha256,
    }),
  ],
  sha256,
  availability: () => ({
    hiddenBy: () => null,
    granted: () => 'all' as const,
    setting: () => null,
    missing: () => null,
  }),
})

describe("an agent's own tool, as one source of the registry", () => {
  it('is there for clients only, and is left to the agent', () => {
    const found = registry.get('claude_code_Bash', client)
    expect(found).toMatchObject({
      source: 'hook:claude-code',
      reviewed: true,
      listed: false,
      execution: { kind: 'client', agent: 'claude-code' },
    })
    expect(found?.tool.requiredPowers).toEqual([])
    expect(registry.get('claude_code_Bash', person)).toBeNull()
    expect(registry.get('claude_code_Bash')).toBeNull()
    expect(registry.leftToClient('claude_code_Bash')?.definitionHash).toBe(found?.definitionHash)
  })

  it('is in no list, and takes no name of another tool', () => {
    const names = [...registry.view(client), ...registry.view(person)].map(
      ({ tool }) => tool.manifest.name,
    )
    expect(names.some((name) => name.startsWith('claude_code_'))).toBe(false)
    expect(registry.leftToClient('read_file')).toBeNull()
    expect(registry.get('read_file', client)?.execution).toEqual({ kind: 'here' })
  })

  it('counts as inside in the folders of its client, and never on the STOP list', async () => {
    const found = registry.get('claude_code_Write', client)
    if (found?.execution.kind !== 'client') throw new Error('It is not left to the client.')
    const { zoned } = found.execution
    const write = (path: string, zone: 'outside' | 'stop'): CanonicalTouch => ({
      kind: 'fs.write',
      path,
      zone,
      is: 'missing',
    })
    const other: Principal = { ...client, name: 'cursor' }
    expect(await zoned(write('/other/a', 'outside'), client)).toMatchObject({ zone: 'workspace' })
    expect(await zoned(write('/other/a', 'outside'), other)).toMatchObject({ zone: 'outside' })
    expect(await zoned(write('/elsewhere/a', 'outside'), client)).toMatchObject({ zone: 'outside' })
    expect(await zoned(write('/other/id_rsa', 'stop'), client)).toMatchObject({ zone: 'stop' })
  })
})
