// Where a person's npm takes a package from: their own configuration, read and never changed. Only
// what leads to that one registry is passed on.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { PackageDeps } from './deps.ts'
import { addressOf, readSettings } from './settings-text.ts'

const USUAL = 'https://registry.npmjs.org/'

export type NpmRegistry = {
  /** Of the package itself. */
  readonly address: string
  /** Every registry that it and what it needs may come from. */
  readonly all: readonly string[]
  /** Lines of an `.npmrc` for just these. May hold the person's sign-in to them. */
  readonly lines: readonly string[]
  /** Certificates of an authority of the person's own. */
  readonly certificates: string | null
}

/** @param beside configuration files of the installation, weakest first. */
export function npmRegistry(
  name: string,
  { home, env }: Pick<PackageDeps, 'home' | 'env'>,
  beside: readonly string[],
): Result<NpmRegistry, Failure> {
  const own = env['NPM_CONFIG_USERCONFIG'] ?? env['npm_config_userconfig'] ?? join(home, '.npmrc')
  const settings = new Map<string, string>()
  for (const file of [...beside, own])
    for (const [key, value] of readSettings(readIfThere(file) ?? '', env)) settings.set(key, value)
  const said = env['NPM_CONFIG_REGISTRY'] ?? env['npm_config_registry']
  if (said !== undefined) settings.set('registry', said)

  const registries = [...settings].flatMap(([key, value]): [string, string][] => {
    if (key !== 'registry' && !/^@[^:]+:registry$/.test(key)) return []
    const address = addressOf(value)
    return [[key, address === null ? '' : address.endsWith('/') ? address : `${address}/`]]
  })
  const broken = registries.find(([, address]) => address === '')
  if (broken !== undefined)
    return err(
      failure(
        'package.registry',
        `Your npm configuration names a registry (${broken[0]}) that is no address.`,
        `Correct it in ${own}.`,
      ),
    )
  const known = new Map(registries)
  if (!known.has('registry')) known.set('registry', USUAL)
  const scope = name.startsWith('@') ? `${name.slice(0, name.indexOf('/'))}:registry` : ''
  const address = known.get(scope) ?? known.get('registry') ?? USUAL
  const all = [...new Set([address, ...known.values()])]
  const hosts = new Set(all.map((one) => `//${new URL(one).host}/`))
  const signIn = [...settings].filter(
    ([key]) =>
      /^\/\/[^/]+\/.*:(_authToken|_auth|username|_password|email)$/.test(key) &&
      hosts.has(/^\/\/[^/]+\//.exec(key)?.[0] ?? ''),
  )
  const authority = settings.get('cafile') ?? env['NODE_EXTRA_CA_CERTS']
  return ok({
    address,
    all,
    lines: [...known, ...signIn].map(([key, value]) => `${key}=${value}`),
    certificates: authority === undefined ? null : readIfThere(authority),
  })
}

/** Null: it is not there, or not ours to read. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
