// An entry of an allowlist: what may be requested of a host without a person having to say so.
import { z } from 'zod'
import { HostPattern } from './host-pattern.ts'
import { Method } from '../call/touch.ts'

/**
 * A host that may be reached without asking: a name alone means looking (GET and HEAD) only.
 */
export const AllowedHost = z.union([
  HostPattern,
  z.strictObject({
    host: HostPattern.describe(
      'example.org is that name alone, *.example.org the names below it; for https unless it begins with http://, and with a port where it is not the usual one.',
    ),
    methods: z
      .array(Method)
      .min(1)
      .default(['GET', 'HEAD'])
      .describe('What may be sent there without asking.'),
    maxBytes: z
      .int()
      .min(0)
      .default(1_048_576)
      .describe('A request with a larger body still needs approval.'),
    addresses: z
      .array(
        z.union([
          z.ipv4('an address such as 93.184.215.14'),
          z.ipv6('an address such as 2606:2800:220:1::1'),
        ]),
      )
      .min(1)
      .optional()
      .describe('The name may lead to these addresses only; anywhere else it is not opened.'),
    tlsPin: z
      .array(
        z
          .string()
          .regex(
            /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/,
            'the SHA-256 of a public key in base64: 43 characters and a =',
          ),
      )
      .min(1)
      .optional()
      .describe(
        'SHA-256 of the server’s public key in base64; the key has to be one of these. https only.',
      ),
  }),
])
export type AllowedHost = z.infer<typeof AllowedHost>

/** The list of a preset, an agent or a client, in addition to the one of all. */
export const allowedHosts = z
  .array(AllowedHost)
  .max(1_000)
  .default([])
  .describe('Hosts that may be reached without asking, in addition to allowlist.hosts.')

/** An entry as a rule has it: the same, but for pins, which apply to every way out. */
export const RuleHost = z.union([
  HostPattern,
  AllowedHost.options[1].omit({ addresses: true, tlsPin: true }),
])
export type RuleHost = z.infer<typeof RuleHost>
