// Names that a configuration is checked against, and tools as they are listed, written down so that
// neither the tools nor what finds secrets is loaded for a mere look. The files are those of the program.
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { detectedRules } from '../../main/secrets/redact/find.ts'
import { catalog } from '../../tools/catalog.ts'

const root = join(import.meta.dirname, '../..')

const tool = ({ manifest }: (typeof catalog)[number]): string =>
  [
    manifest.name,
    manifest.id,
    manifest.category,
    manifest.riskTier,
    manifest.networkOutbound ? 'outbound' : 'inside',
    ...manifest.actions.map(({ name, readOnly, riskTier }) =>
      [name, readOnly ? 'reads' : 'changes', ...(riskTier === undefined ? [] : [riskTier])].join(
        ':',
      ),
    ),
  ].join(' ')

const tools = `// Written by: vitest run test/arch -u
import type { KnownTool } from '../contract/call/manifest.ts'

const rows = \`
${catalog.map(tool).join('\n')}
\`

/** What the check of a configuration asks of each built-in tool. */
export const knownTools: readonly KnownTool[] = rows
  .trim()
  .split('\\n')
  .map((row) => {
    const [name = '', id = '', category, riskTier, reach, ...actions] = row.split(' ')
    return {
      name,
      id,
      category: category as KnownTool['category'],
      riskTier: riskTier as KnownTool['riskTier'],
      networkOutbound: reach === 'outbound',
      actions: actions.map(actionOf),
    }
  })

function actionOf(written: string): KnownTool['actions'][number] {
  const [name = '', reads, riskTier] = written.split(':')
  return {
    name,
    readOnly: reads === 'reads',
    ...(riskTier === undefined ? {} : { riskTier: riskTier as KnownTool['riskTier'] }),
  }
}
`

/** As a person writes it in this code: what is in it has more double quotes than single ones. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const listings = `// Written by: vitest run test/arch -u
import type { Manifest } from '../contract/call/manifest.ts'

/** A built-in tool as lists show it where no service is set. */
export type KnownListing = {
  readonly manifest: Manifest
  /** JSON Schema of the arguments. */
  readonly inputSchema: Readonly<Record<string, unknown>>
}

const rows: readonly string[] = [
${catalog
  .map(({ manifest, input, inputSchema }) =>
    JSON.stringify({
      manifest,
      inputSchema: inputSchema ?? z.toJSONSchema(input, { io: 'input' }),
    }),
  )
  .map((row) => `  ${quoted(row)},`)
  .join('\n')}
]

/** All of them, in the order of the catalog. */
export const knownListings = (): readonly KnownListing[] =>
  rows.map((row) => JSON.parse(row) as KnownListing)
`

const rules = `// Written by: vitest run test/arch -u

/**
 * Every name that a finding can have and that an exception can name. What Gatehouse knows for a
 * secret has no exception.
 */
export const redactionRules: readonly string[] = \`
${detectedRules.join('\n')}
\`
  .trim()
  .split('\\n')
`

it('writes down the built-in tools as they are (written by: vitest run test/arch -u)', async () => {
  await expect(tools).toMatchFileSnapshot(join(root, 'tools/known-tools.ts'))
})

it('writes down how the built-in tools are listed (written by: vitest run test/arch -u)', async () => {
  await expect(listings).toMatchFileSnapshot(join(root, 'tools/known-listings.ts'))
})

it('writes down the names of what is redacted (written by: vitest run test/arch -u)', async () => {
  await expect(rules).toMatchFileSnapshot(join(root, 'main/secrets/redact/rule-names.ts'))
})
