// The npm package as a person gets it: packed, and installed into an empty folder. Nothing comes
// from the network: what it needs is packed out of node_modules beside it.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/**
 * Gives the folder of the programs. npm has a cache that is empty and a registry that nobody
 * answers at: a dependency that is not packed here fails everywhere, not only on a new machine.
 */
export function installFrom(packed: string, folder: string): string {
  for (const path of runtimePackages())
    npm(
      ['pack', '--silent', '--ignore-scripts', '--pack-destination', packed, join(root, path)],
      packed,
    )
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  const files = readdirSync(packed).map((name) => join(packed, name))
  const cache = mkdtempSync(join(packed, '..', 'cache-'))
  const nowhere = ['--cache', cache, '--registry', 'http://127.0.0.1:9/', '--fetch-retries=0']
  // The optional packages are a Node for machines whose own is too old.
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--omit=optional']
  npm(['install', ...nowhere, ...quiet, ...files], folder)
  return join(folder, 'node_modules', '.bin')
}

/** Where the package's dependencies are, and theirs, as package-lock.json has them. */
export function runtimePackages(): readonly string[] {
  const locked = (
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Readonly<Record<string, { dependencies?: Readonly<Record<string, string>> }>>
    }
  ).packages
  const found = new Set<string>()
  const add = (from: string): void => {
    for (const name of Object.keys(locked[from]?.dependencies ?? {})) {
      const path = nearest(from, name)
      if (found.has(path)) continue
      found.add(path)
      add(path)
    }
  }
  /** Node looks beside the package that asks, then in each folder above. */
  const nearest = (from: string, name: string): string => {
    const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (path in locked) return path
    if (from === '') throw new Error(`package-lock.json has no ${name}`)
    return nearest(from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)), name)
  }
  add('')
  return [...found]
}

export function npm(args: readonly string[], cwd: string): string {
  const { program, first } = npmProgram()
  return execFileSync(program, [...first, ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
