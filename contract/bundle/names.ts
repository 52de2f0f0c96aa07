// Names that bundles and the configuration share.
import { z } from 'zod'

export const OrganisationName = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._&-]{0,62}$/u,
    'a name such as Example: letters, digits, spaces, and . _ & -, at most 63 of them',
  )

/** SHA-256 of a public key in DER, in lower-case hex. */
/** SHA-256 of a definition or a file. */
export const Fingerprint = z.string().regex(/^[0-9a-f]{64}$/, 'a SHA-256: 64 hexadecimal digits')

export const KeyId = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'the fingerprint of a key: 64 hexadecimal digits')
