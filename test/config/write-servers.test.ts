// Servers added and removed from the window or the command line: what the person wrote beside them
// stays.
import { describe, expect, it } from 'vitest'
import type { ConfigPatch } from '../../contract/policy/config/config-patch.ts'
import { ServerConfig } from '../../contract/server/server.ts'
import { editText } from '../../main/config/edit/edit-text.ts'
import { parseConfig } from '../../main/config/parse.ts'

const edited = (text: string, server: NonNullable<ConfigPatch['server']>): string => {
  const result = editText(text, 'f', { server })
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}
const forge = ServerConfig.parse({
  transport: 'stdio',
  command: '/usr/bin/forge',
  args: ['--stdio', 'a: b'],
  env: { TOKEN: { secret: 'forge' } },
  enabled: false,
})
const mine =
  '# mine\npreset: ask # quiet\nservers:\n  # dear\n  wiki: { transport: http, url: "https://wiki.example/mcp" } # old\n'

describe('writing servers', () => {
  it('adds one, says its trust, leaves out what is usual, and reads it back', () => {
    const text = edited(mine, { name: 'forge', config: forge })
    expect(text).toContain('# dear')
    expect(text).toContain('trust: community')
    expect(text).not.toContain('timeoutSeconds')
    const read = parseConfig(text, 'f')
    expect(read.ok && read.value.servers).toEqual({
      wiki: ServerConfig.parse({ transport: 'http', url: 'https://wiki.example/mcp' }),
      forge,
    })
    expect(edited(text, { name: 'forge', config: null })).toContain('wiki:')
    expect(parseConfig(edited(text, { name: 'forge', config: null }), 'f')).toMatchObject({
      ok: true,
      value: { servers: { wiki: {} } },
    })
  })
  it('writes into a file without servers, replaces one, and changes nothing where there is nothing to remove', () => {
    const first = edited('preset: ask\n', { name: 'forge', config: forge })
    expect(parseConfig(first, 'f')).toMatchObject({ ok: true, value: { servers: { forge } } })
    const on = edited(first, { name: 'forge', config: { ...forge, enabled: true } })
    expect(parseConfig(on, 'f')).toMatchObject({
      ok: true,
      value: { servers: { forge: { enabled: true, command: '/usr/bin/forge' } } },
    })
    expect(edited(mine, { name: 'nobody', config: null })).toBe(mine)
  })
})
