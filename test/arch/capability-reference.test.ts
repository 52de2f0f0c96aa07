import { join } from 'node:path'
import { expect, it } from 'vitest'
import { catalog } from '../../tools/catalog.ts'
import { referenceText } from './capability-reference.ts'

const file = join(import.meta.dirname, '../../docs/capability-reference.md')

it('the capability reference is what the manifests say (written by: vitest run test/arch -u)', async () => {
  await expect(referenceText(catalog)).toMatchFileSnapshot(file)
})

it('changes with every word of a manifest and of a schema', () => {
  const [first] = catalog
  if (first === undefined) throw new Error('The catalog is empty.')
  const before = referenceText([first])
  for (const manifest of [
    { riskTier: 'R4' as const },
    { networkOutbound: true },
    { subagentAccess: 'denied' as const },
    { description: 'Another.' },
    { actions: [{ name: 'look', readOnly: true }] },
    { requires: [{ kind: 'credential' as const, name: 'x' }] },
  ])
    expect(referenceText([{ ...first, manifest: { ...first.manifest, ...manifest } }])).not.toBe(
      before,
    )
})
