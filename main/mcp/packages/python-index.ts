// Where a person's Python tools take packages from: what uv or pip is told, read and never changed.
import { join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { PackageDeps } from './deps.ts'
import { readIfThere } from './npm-registry.ts'
import { addressOf, readSettings } from './settings-text.ts'

const USUAL = 'https://pypi.org/simple/'

/** uv's variables first, for that is whose command is written; then pip's, then its files. */
const VARIABLES = ['UV_DEFAULT_INDEX', 'UV_INDEX_URL', 'PIP_INDEX_URL'] as const

export function pythonIndex({
  home,
  env,
}: Pick<PackageDeps, 'home' | 'env'>): Result<
  { readonly address: string; readonly certificates: string | null },
  Failure
> {
  const settings = new Map<string, string>()
  for (const file of [
    '/etc/pip.conf',
    join(home, '.pip', 'pip.conf'),
    join(home, '.config', 'pip', 'pip.conf'),
  ])
    for (const [key, value] of readSettings(readIfThere(file) ?? '', env)) settings.set(key, value)
  const variable = VARIABLES.find((name) => (env[name] ?? '') !== '')
  const said =
    (variable === undefined ? undefined : env[variable]) ??
    settings.get('install/index-url') ??
    settings.get('global/index-url') ??
    USUAL
  const address = addressOf(said)
  if (address === null)
    return err(
      failure(
        'package.registry',
        'Your pip configuration names an index that is no address.',
        variable === undefined ? 'Correct index-url in your pip.conf.' : `Correct ${variable}.`,
      ),
    )
  const authority = env['PIP_CERT'] ?? settings.get('global/cert') ?? env['SSL_CERT_FILE']
  return ok({
    address: address.endsWith('/') ? address : `${address}/`,
    certificates: authority === undefined ? null : readIfThere(authority),
  })
}
