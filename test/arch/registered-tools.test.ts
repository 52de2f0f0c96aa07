// The list of what each built-in tool and each shipped plugin takes, by its hash. A tool that takes
// something else now is a change that somebody has to see: the list is then written again.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { expect, it } from 'vitest'
import { Services } from '../../contract/policy/config/services.ts'
import { readManifest } from '../../main/plugins/manifest/read-manifest.ts'
import { registeredPlugin, registeredTool } from '../../main/plugins/registry/registration.ts'
import type { Registered } from '../../main/plugins/registry/registration.ts'
import { toolsFor } from '../../tools/catalog.ts'

const root = join(import.meta.dirname, '../..')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const tools = (): readonly (readonly [string, Registered])[] =>
  toolsFor(Services.parse({})).map(({ manifest, input, inputSchema }) => [
    manifest.id,
    registeredTool(
      sha256,
      inputSchema ?? (z.toJSONSchema(input, { io: 'input' }) as Record<string, unknown>),
      manifest.networkOutbound,
    ),
  ])

const examples = join(root, 'examples/plugins')

const shipped = (): readonly (readonly [string, Registered])[] =>
  (existsSync(examples) ? readdirSync(examples, { recursive: true, encoding: 'utf8' }) : [])
    .filter((file) => file.endsWith('.toml'))
    .toSorted()
    .map((file) => {
      const read = readManifest(readFileSync(join(examples, file)), null)
      if (!read.ok) throw new Error(`${file}: ${JSON.stringify(read.error)}`)
      return [read.value.name, registeredPlugin(sha256, read.value)] as const
    })

const key = (id: string): string => (/^[a-z][a-z0-9_]*$/i.test(id) ? id : `'${id}'`)

/** As the formatter leaves it. */
const line = ([id, registered]: readonly [string, Registered]): string => {
  const whole = `  ${key(id)}: '${registered}',`
  return whole.length <= 100 ? whole : `  ${key(id)}:\n    '${registered}',`
}

const table = (name: string, rows: readonly (readonly [string, Registered])[]): string =>
  rows.length === 0
    ? `export const ${name}: Registry = {}`
    : [
        `export const ${name}: Registry = {`,
        ...rows.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(line),
        '}',
      ].join('\n')

const file = `// Written by: vitest run test/arch -u

export type Registry = Readonly<Record<string, string>>

${table('REGISTERED_TOOLS', tools())}

${table('REGISTERED_PLUGINS', shipped())}
`

it('the registry of tools is the one of the program (written by: vitest run test/arch -u)', async () => {
  await expect(file).toMatchFileSnapshot(join(root, 'main/plugins/registry/registered.ts'))
})

it('no two tools share an id', () => {
  const ids = tools().map(([id]) => id)
  expect(ids).toEqual([...new Set(ids)])
})
