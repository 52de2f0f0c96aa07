// What a release says of itself, and the signature over it. electron-updater checks a download
// against the digest in the feed, and macOS and Windows check the program's own signature; this one
// covers the feed itself, the same on every system. Pure.
import { createPublicKey, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { type Failure, failure } from '../../../../contract/failure.ts'
import { canonicalJson } from '../../../../contract/json.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import { UpdateOffer } from '../../../../contract/desktop/update.ts'

/** Ed25519 over the canonical JSON of everything else here. */
const Release = z.object({
  version: UpdateOffer.shape.version,
  releaseDate: z.string().optional(),
  releaseNotes: UpdateOffer.shape.notes.nullish(),
  files: z
    .array(z.object({ url: z.string(), sha512: z.string(), size: z.number() }))
    .min(1)
    .max(20),
  signature: z.string(),
})
const Unsigned = Release.omit({ signature: true })

const signedBytes = ({
  version,
  releaseDate,
  releaseNotes,
  files,
}: z.infer<typeof Unsigned>): Buffer =>
  Buffer.from(
    canonicalJson({
      version,
      releaseDate: releaseDate ?? null,
      releaseNotes: releaseNotes ?? null,
      files: files.map(({ url, sha512, size }) => ({ url, sha512, size })),
    }),
  )

/** The signature to put into a feed, in base64. Throws for what is no release. */
export const signRelease = (release: unknown, privateKey: string): string =>
  sign(null, signedBytes(Unsigned.parse(release)), privateKey).toString('base64')

/** What is offered, once its signature was checked. */
export function verifyRelease(release: unknown, publicKey: string): Result<UpdateOffer, Failure> {
  const read = Release.safeParse(release)
  if (!read.success) return err(unsigned)
  const { version, releaseDate, releaseNotes, signature } = read.data
  const key = createPublicKey(publicKey)
  if (key.asymmetricKeyType !== 'ed25519') return err(forged)
  if (!verify(null, signedBytes(read.data), key, Buffer.from(signature, 'base64')))
    return err(forged)
  return ok({ version, date: releaseDate ?? null, notes: releaseNotes ?? '' })
}

const unsigned = failure(
  'update.unsigned',
  'The update server offers a release without a valid description or signature, so it is not downloaded.',
)
const forged = failure(
  'update.forged',
  'The signature of the offered release does not match, so it is not downloaded.',
)
