// The bill of materials names what is in the bundles, each with the hash that npm checked.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { ensureBuilt } from '../../main/host/launch/build-state.mjs'
import { billOfMaterials } from '../../sbom.mjs'

const root = join(import.meta.dirname, '..', '..')
const read = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'))
beforeAll(() => ensureBuilt(root))

it('has every package that ships, with its licence and its hash', () => {
  const bill = billOfMaterials(root, '24.1.2')
  const shipped = read('out/renderer/licences.json') as readonly { name: string; version: string }[]
  const wanted = shipped.filter(({ name }) => name !== 'gatehouse')
  expect(bill.components.map(({ name, version }) => `${name}@${version}`)).toEqual([
    ...wanted.map(({ name, version }) => `${name}@${version}`),
    'node@24.1.2',
  ])
  expect(
    bill.components.filter(({ hashes, name }) => hashes === undefined && name !== 'node'),
  ).toEqual([])
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
  expect(bill.components.find(({ name }) => name === 'better-sqlite3')).toEqual({
    type: 'library',
    'bom-ref': 'pkg:npm/better-sqlite3@13.2.0',
    name: 'better-sqlite3',
    version: '13.2.0',
    purl: 'pkg:npm/better-sqlite3@13.2.0',
    licenses: [{ license: { id: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  })
})

it('is the same each time it is made', () => {
  expect(billOfMaterials(root, '24.1.2')).toEqual(billOfMaterials(root, '24.1.2'))
  expect(billOfMaterials(root, '24.1.2').serialNumber).not.toBe(
    billOfMaterials(root, '24.1.3').serialNumber,
  )
})
