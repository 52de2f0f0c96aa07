// From the bytes of a file to a bundle that may be in force here, or to what is wrong with it.
import { createHash } from 'node:crypto'
import { Bundle } from '../../contract/bundle/bundle.ts'
import type { BundleSummary } from '../../contract/bundle/state.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { OrganisationConfig } from '../../contract/policy/config/organisation-config.ts'
import { standardPresets } from '../../contract/policy/preset.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { jsonIn, openEnvelope, readEnvelope } from './envelope.ts'
import { keyIdOf, readPublicKey } from './key.ts'

export type ReadBundle = {
  readonly bundle: Bundle
  readonly summary: BundleSummary
  /** As it came. */
  readonly bytes: Uint8Array
}

export type Signers = Pick<OrganisationConfig, 'signatures'> & {
  readonly keys: readonly string[]
  /** Fingerprints that count no more. */
  readonly revoked?: readonly string[]
}

/**
 * Who signed it is checked before anything in it is looked at. Failures: `bundle.malformed`,
 * `bundle.forged`, `bundle.unsigned`, `bundle.key`.
 */
export function readBundle(
  bytes: Uint8Array,
  { keys, signatures, revoked = [] }: Signers,
): Result<ReadBundle, Failure> {
  const envelope = readEnvelope(bytes)
  if (!envelope.ok) return envelope
  const trusted = []
  for (const text of keys) {
    const key = readPublicKey(text)
    if (!key.ok) return key
    if (!revoked.includes(keyIdOf(key.value))) trusted.push(key.value)
  }
  const opened = openEnvelope(envelope.value, trusted, signatures)
  if (!opened.ok) return opened
  const bundle = parsePayload(opened.value.payload)
  if (!bundle.ok) return bundle
  const { serial, issued, expires } = bundle.value
  return ok({
    bundle: bundle.value,
    bytes,
    summary: {
      serial,
      issued,
      expires,
      keys: [...opened.value.keys],
      digest: createHash('sha256').update(opened.value.payload).digest('hex'),
    },
  })
}

/** What a payload says; signatures are not checked here. Failure `bundle.malformed`. */
export function parsePayload(payload: Uint8Array): Result<Bundle, Failure> {
  const bad = (text: string): Result<never, Failure> =>
    err(
      failure(
        'bundle.malformed',
        `The bundle cannot be used: ${text}`,
        'It may be for a newer Gatehouse: update this one, or ask the person who builds the bundles.',
      ),
    )
  const value = jsonIn(payload)
  if (!value.ok)
    return bad(
      value.error.kind === 'repeated'
        ? `in what was signed, ${value.error.text}.`
        : 'what was signed is not JSON.',
    )
  const read = Bundle.safeParse(value.value)
  if (!read.success) {
    const [issue] = read.error.issues
    return bad(`${issue?.path.join('.') || 'it'}: ${issue?.message ?? ''}.`)
  }
  const { preset, presets } = read.data
  if (preset !== null && presets[preset] === undefined && standardPresets[preset] === undefined)
    return bad(`there is no preset named ${preset} in it.`)
  return ok(read.data)
}

/** Whether a bundle may follow the one in force. Null: it may. */
export function misfit(
  { bundle, summary }: ReadBundle,
  {
    name,
    highest,
    digest,
    now,
  }: {
    readonly name: string
    /** The highest serial that was ever seen of this organisation; zero: none. */
    readonly highest: number
    /** Of the bundle that has that serial; null: not known. */
    readonly digest: string | null
    readonly now: number
  },
): Failure | null {
  if (bundle.organisation !== name)
    return failure(
      'bundle.other-organisation',
      `This bundle is for ${bundle.organisation}, and this machine follows ${name}.`,
      'See organisation.name in the configuration.',
    )
  if (bundle.serial < highest)
    return failure(
      'bundle.older',
      `This bundle has the serial ${bundle.serial}, and ${highest} was here already: older bundles are refused.`,
      'The person who builds the bundles gives each a higher serial.',
    )
  if (bundle.serial === highest && digest !== null && digest !== summary.digest)
    return failure(
      'bundle.forked',
      `This bundle differs from another one with the same serial, ${bundle.serial}.`,
      'The person who builds the bundles gives each a higher serial.',
    )
  if (Date.parse(bundle.expires) <= now && bundle.serial > highest) return expired(bundle.expires)
  return null
}

export const expired = (on: string): Failure =>
  failure(
    'bundle.expired',
    `This bundle expired on ${on}.`,
    'The person who builds the bundles signs a new one.',
  )
