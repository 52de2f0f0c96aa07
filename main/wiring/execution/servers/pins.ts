// The pins of the configuration as it is now, in the words of the outbound client.
import { allEntries } from '../../policy/policy.ts'
import type { HostPin } from '../../../egress/pins.ts'

/** What any allowlist pins, for every way out: a pin only narrows. */
export const pinsOf = (config: Parameters<typeof allEntries>[0]): readonly HostPin[] =>
  allEntries(config).flatMap((entry) => {
    if (typeof entry === 'string' || (entry.addresses === undefined && entry.tlsPin === undefined))
      return []
    return [{ host: entry.host, addresses: entry.addresses ?? null, tlsPins: entry.tlsPin ?? null }]
  })
