import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { packageState } from '../../main/host/launch/packages.mjs'

type Lock = Record<string, { version: string; optional?: boolean }>

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'gatehouse-launch-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(wanted: Lock, installed: Lock | null): void {
  writeFileSync(
    join(root, 'package-lock.json'),
    JSON.stringify({ packages: { '': { version: '0.1.0' }, ...wanted } }),
  )
  mkdirSync(join(root, 'node_modules'))
  if (installed !== null)
    writeFileSync(
      join(root, 'node_modules', '.package-lock.json'),
      JSON.stringify({ packages: installed }),
    )
}

const zod = { 'node_modules/zod': { version: '4.6.7' } }
const forMac = { 'node_modules/for-mac': { version: '1.0.0', optional: true } }

const cases: readonly [name: string, wanted: Lock, installed: Lock | null, want: string][] = [
  ['are there when every version is the wanted one', zod, zod, 'there'],
  ['are there without an optional package for another system', { ...zod, ...forMac }, zod, 'there'],
  ['are missing when npm has not finished an installation', zod, null, 'missing'],
  ['are stale when a version differs', zod, { 'node_modules/zod': { version: '4.6.6' } }, 'stale'],
  [
    'are stale when a package has come to the list',
    { ...zod, 'node_modules/ws': { version: '8.23.0' } },
    zod,
    'stale',
  ],
  [
    'are stale when an optional package has another version',
    forMac,
    { 'node_modules/for-mac': { version: '0.9.0' } },
    'stale',
  ],
]

describe('the npm packages', () => {
  it.each(cases)('%s', (_name, wanted, installed, want) => {
    write(wanted, installed)
    expect(packageState(root)).toBe(want)
  })
})
