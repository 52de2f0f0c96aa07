// Signatures of webhooks, in the form of Standard Webhooks: HMAC-SHA256 over the id of the delivery,
// the time it was signed and the body, so that neither can be changed and an old request is known as
// one.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** How far the clock of a sender may be from ours, and how long a request stays good. */
export const WINDOW_MS = 300_000
/** A sender that changes its secret signs with both for a while. */
const MOST_SIGNATURES = 8
const PREFIX = 'whsec_'

/** Without a dot: what is signed could be read in two ways otherwise. */
const ID = /^[A-Za-z0-9_-]{1,128}$/
const SECONDS = /^[0-9]{1,12}$/
const SIGNATURE = /^v1,([A-Za-z0-9+/]{43}=)$/

export type Signed = {
  readonly delivery: string
  readonly seconds: string
  readonly signedAt: number
  readonly signatures: readonly Buffer[]
}

export const newSecret = (): string => `${PREFIX}${randomBytes(32).toString('base64')}`

/** What the headers say; null: they are not there, or not of this form. */
export function signedIn(headers: IncomingHttpHeaders): Signed | null {
  const delivery = headers['webhook-id']
  const seconds = headers['webhook-timestamp']
  const given = headers['webhook-signature']
  if (typeof delivery !== 'string' || !ID.test(delivery)) return null
  if (typeof seconds !== 'string' || !SECONDS.test(seconds)) return null
  if (typeof given !== 'string') return null
  const signatures = given
    .split(' ', MOST_SIGNATURES)
    .flatMap((each) => SIGNATURE.exec(each)?.[1] ?? [])
    .map((base64) => Buffer.from(base64, 'base64'))
  return signatures.length === 0
    ? null
    : { delivery, seconds, signedAt: Number(seconds) * 1_000, signatures }
}

export const isFresh = ({ signedAt }: Pick<Signed, 'signedAt'>, now: number): boolean =>
  Math.abs(now - signedAt) <= WINDOW_MS

/** Compares each signature in constant time. */
export function isSignedWith(
  secret: string,
  { delivery, seconds, signatures }: Signed,
  body: Uint8Array,
): boolean {
  const right = digest(secret, delivery, seconds, body)
  let found = false
  for (const each of signatures) found = timingSafeEqual(each, right) || found
  return found
}

const digest = (secret: string, delivery: string, seconds: string, body: Uint8Array): Buffer =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${delivery}.${seconds}.`)
    .update(body)
    .digest()
