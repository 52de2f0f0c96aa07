// The envelope of a bundle: DSSE 1.0.2 (Dead Simple Signing Envelope), as its public specification
// has it. What is signed is the exact bytes of the payload and its type, never their JSON.
import {
  createPublicKey,
  sign as signBytes,
  verify as verifyBytes,
  type KeyObject,
} from 'node:crypto'
import { z } from 'zod'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { strictJson, type JsonFault } from '../../contract/strict-json.ts'
import { keyIdOf } from './key.ts'

export const PAYLOAD_TYPE = 'application/vnd.gatehouse.policy-bundle+json'
/** Larger is no bundle. */
export const LONGEST = 4 * 1024 * 1024

/** Standard or URL-safe alphabet; one spelling of each value, so that no byte can change unseen. */
const Base64 = z.string().refine((text) => decode(text) !== null, 'base64')

const Envelope = z.strictObject({
  payload: Base64,
  payloadType: z.string(),
  signatures: z.array(z.strictObject({ keyid: z.string().optional(), sig: Base64 })).max(20),
})
export type Envelope = z.infer<typeof Envelope>

function decode(text: string): Buffer | null {
  const bytes = Buffer.from(text, /[-_]/.test(text) ? 'base64url' : 'base64')
  const spellings = [bytes.toString('base64'), bytes.toString('base64url')]
  const padded = spellings[1]?.padEnd(Math.ceil((spellings[1]?.length ?? 0) / 4) * 4, '=')
  return [...spellings, padded].includes(text) ? bytes : null
}
const bytesOf = (text: string): Buffer => decode(text) ?? Buffer.alloc(0)

/** The pre-authentication encoding: lengths are of bytes, in decimal. */
export function preAuthentication(type: string, payload: Uint8Array): Buffer {
  const typeBytes = Buffer.from(type, 'utf8')
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${typeBytes.length} `),
    typeBytes,
    Buffer.from(` ${payload.length} `),
    payload,
  ])
}

export const sealed = (payload: string): Envelope => ({
  payload: Buffer.from(payload, 'utf8').toString('base64'),
  payloadType: PAYLOAD_TYPE,
  signatures: [],
})

/** With one more signature; one of the same key is replaced. */
export function signedWith(envelope: Envelope, key: KeyObject): Envelope {
  const keyid = keyIdOf(createPublicKey(key))
  const bytes = preAuthentication(envelope.payloadType, bytesOf(envelope.payload))
  return {
    ...envelope,
    signatures: [
      ...envelope.signatures.filter((one) => one.keyid !== keyid),
      { keyid, sig: signBytes(null, bytes, key).toString('base64') },
    ],
  }
}

export const envelopeText = (envelope: Envelope): string => `${JSON.stringify(envelope, null, 2)}\n`

/** In UTF-8, and no key of an object twice. */
export function jsonIn(bytes: Uint8Array): Result<unknown, JsonFault> {
  try {
    return strictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return err({ kind: 'syntax', text: 'it is not UTF-8' })
  }
}

export function readEnvelope(bytes: Uint8Array): Result<Envelope, Failure> {
  const bad = (text: string): Result<never, Failure> =>
    err(
      failure(
        'bundle.malformed',
        `This is no policy bundle: ${text}`,
        'Build and sign one: gatehouse policy bundle build',
      ),
    )
  if (bytes.length > LONGEST) return bad(`it is longer than ${LONGEST / 1024 / 1024} MiB.`)
  const value = jsonIn(bytes)
  if (!value.ok)
    return bad(value.error.kind === 'repeated' ? `${value.error.text}.` : 'it is not JSON.')
  const read = Envelope.safeParse(value.value)
  if (!read.success) {
    const [issue] = read.error.issues
    return bad(`${issue?.path.join('.') || 'the envelope'}: ${issue?.message ?? ''}.`)
  }
  return read.data.payloadType === PAYLOAD_TYPE
    ? ok(read.data)
    : bad(`its payload is of the type ${read.data.payloadType.slice(0, 100)}.`)
}

export type Opened = { readonly payload: Buffer; readonly keys: readonly string[] }

/**
 * The payload, and the fingerprints of those of `keys` that signed it: at least `least` different
 * ones. A signature that names one of them and is not its own makes all of it worthless; what other
 * keys signed is not looked at. Failures: `bundle.unsigned`, `bundle.forged`.
 */
export function openEnvelope(
  envelope: Envelope,
  keys: readonly KeyObject[],
  least: number,
): Result<Opened, Failure> {
  const payload = bytesOf(envelope.payload)
  const bytes = preAuthentication(envelope.payloadType, payload)
  const known = new Map(keys.map((key) => [keyIdOf(key), key]))
  const good = new Set<string>()
  for (const { keyid, sig } of envelope.signatures) {
    const signature = bytesOf(sig)
    const by = (key: KeyObject): boolean => verifyBytes(null, bytes, key, signature)
    if (keyid === undefined) {
      // The name is a hint that may be missing: then each is tried.
      for (const [id, key] of known) if (by(key)) good.add(id)
      continue
    }
    const key = known.get(keyid)
    if (key === undefined) continue
    if (!by(key))
      return err(
        failure(
          'bundle.forged',
          `The signature of the key ${keyid.slice(0, 16)}… does not fit the bundle: it was changed after it was signed.`,
          'Do not use it. Ask the person who keeps the bundles of your organisation.',
        ),
      )
    good.add(keyid)
  }
  if (good.size < least) {
    const has = good.size === 0 ? 'none of them' : `${good.size} of them`
    return err(
      failure(
        'bundle.unsigned',
        least === 1
          ? 'None of the keys that may sign has signed this bundle.'
          : `${least} of the keys that may sign have to have signed this bundle, and ${has} did.`,
        'See organisation.keys in the configuration. A key that was revoked does not count.',
      ),
    )
  }
  return ok({ payload, keys: [...good].toSorted() })
}
