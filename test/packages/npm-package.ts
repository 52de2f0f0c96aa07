// The npm package as a person gets it: packed, and installed into an empty folder. Nothing comes
// from the network: what it needs is packed out of node_modules beside it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmProgram } from '../../main/host/launch/packages.mjs'

const root = join(import.meta.dirname, '..', '..')

/** Gives the files that were packed. */
export function packInto(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true })
  const said = npm(
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder, root],
    folder,
  )
  const packed = Object.values(JSON.parse(said) as Record<string, Packed>)[0]
  return packed?.files.map(({ path }) => path) ?? []
}
type Packed = { readonly files: readonly { readonly path: string }[] }

/** Gives the folder of the programs. */
export function installFrom(packed: string, folder: string): string {
  for (const name of ['better-sqlite3', 'node-addon-api'])
    npm(
      [
        'pack',
        '--silent',
        '--ignore-scripts',
        '--pack-destination',
        packed,
        join(root, 'node_modules', name),
      ],
      packed,
    )
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const files = readdirSync(packed).map((name) => join(packed, name))
  // The optional packages are a Node for machines whose own is too old.
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional']
  npm(['install', '--offline', '--cache', join(packed, '..', 'cache'), ...quiet, ...files], folder)
  return join(folder, 'node_modules', '.bin')
}

export function npm(args: readonly string[], cwd: string): string {
  const { program, first } = npmProgram()
  return execFileSync(program, [...first, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
