// Whose policy this machine follows besides the person's own, and where it is.
import { z } from 'zod'
import { OrganisationName } from '../../bundle/names.ts'

/** A public Ed25519 key: base64 of its DER form (44 bytes), as `policy bundle keygen` prints it. */
export const PublicKey = z
  .base64()
  .length(60)
  .startsWith('MCowBQYDK2VwAyEA', 'a public Ed25519 key, such as MCowBQYDK2VwAyEA…')

export const BundleSource = z
  .string()
  .max(2_048)
  .regex(
    /^(?:https:\/\/[^\s@#]+|oci:\/\/[^\s@#]+(?:@sha256:[0-9a-f]{64})?|(?:\/|~\/|[A-Za-z]:[\\/]).*)$/,
    'https://…, oci://registry/name:tag, or the path of a folder',
  )

export const OrganisationConfig = z
  .strictObject({
    name: OrganisationName.describe('As its bundles name it. One of another name is refused.'),
    source: BundleSource.describe(
      'Where its policy bundle is: https://…, oci://registry/name:tag, or a folder with policy-bundle.json in it.',
    ),
    keys: z
      .array(PublicKey)
      .min(1)
      .max(20)
      .describe('Public keys that may sign, as gatehouse policy bundle keygen prints them.'),
    signatures: z.int().min(1).max(20).default(1).describe('How many of them have to have signed.'),
    everyMinutes: z.int().min(5).max(10_080).default(60).describe('How often the source is asked.'),
    credential: z
      .string()
      .min(1)
      .max(64)
      .nullable()
      .default(null)
      .describe(
        'A stored credential for the source: USER:PASSWORD, or a token. It is sent only to hosts it was stored for.',
      ),
    ca: z
      .string()
      .min(1)
      .nullable()
      .default(null)
      .describe('A file with the certificate authority of the source, where it has its own.'),
  })
  .refine(({ keys, signatures }) => new Set(keys).size >= signatures, {
    path: ['signatures'],
    message: 'no more than there are different keys',
  })
export type OrganisationConfig = z.infer<typeof OrganisationConfig>
