// The built-in tools where no Gatehouse runs, held against the strict registry.
import type { Config } from '../../../../contract/policy/config/config.ts'
import { knownListings } from '../../../../tools/known-listings.ts'
import { toolRegistration } from '../../../plugins/registry/registration.ts'
import { sha256 } from '../../sha256.ts'

/**
 * That the strict registry is off, or each built-in tool is as it was registered. A look has no other code of
 * a tool than what is beside it in its own file, so its list is what is compared.
 */
export function strictHolds({ strict }: Pick<Config['plugins'], 'strict'>): boolean {
  if (!strict) return true
  const registration = toolRegistration(sha256)
  return knownListings().every(
    ({ manifest: { id, networkOutbound }, inputSchema }) =>
      registration(id, inputSchema, networkOutbound) === 'ok',
  )
}
