// Where bundles come from: an address, a registry, or a folder.
import type { Failure } from '../../../contract/failure.ts'
import type { OrganisationConfig } from '../../../contract/policy/config/organisation-config.ts'
import type { Result } from '../../../contract/result.ts'
import { fromAddress } from './address.ts'
import { fromFolder } from './folder.ts'
import type { Fetched, Web } from './fetched.ts'
import { fromRegistry } from './registry.ts'

export type SourceDeps = {
  /** Failure: the file with the authority cannot be read. */
  readonly web: (config: OrganisationConfig) => Result<Web, Failure>
  readonly home: string
}

/** @param tag of what was fetched from just this source before. */
export async function fetchBundle(
  config: OrganisationConfig,
  tag: string | null,
  { web, home }: SourceDeps,
  signal: AbortSignal,
): Promise<Result<Fetched, Failure>> {
  const { source } = config
  if (!/^(?:https|oci):\/\//.test(source)) return fromFolder(source, home)
  const opened = web(config)
  if (!opened.ok) return opened
  return source.startsWith('oci:')
    ? fromRegistry(source, tag, opened.value, signal)
    : fromAddress(source, tag, opened.value, signal)
}
