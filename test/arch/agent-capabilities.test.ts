import { join } from 'node:path'
import { expect, it } from 'vitest'
import { catalog } from '../../tools/catalog.ts'
import { capabilitiesText } from './agent-capabilities.ts'

const file = join(import.meta.dirname, '../../docs/agent-capabilities.md')

it('the list of capabilities is what the registry says (written by: vitest run test/arch -u)', async () => {
  await expect(capabilitiesText(catalog)).toMatchFileSnapshot(file)
})
