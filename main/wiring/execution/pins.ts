// The pins of the configuration as it is now, in the words of the outbound client.
import type { Config } from '../../../contract/policy/config.ts'
import type { HostPin } from '../../egress/pins.ts'

/** What the allowlist pins, for every way out. */
export const pinsOf = ({ allowlist }: Pick<Config, 'allowlist'>): readonly HostPin[] =>
  allowlist.hosts.flatMap((entry) => {
    if (typeof entry === 'string' || (entry.addresses === undefined && entry.tlsPin === undefined))
      return []
    return [{ host: entry.host, addresses: entry.addresses ?? null, tlsPins: entry.tlsPin ?? null }]
  })
