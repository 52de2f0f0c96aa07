// The value of the header `webhook-signature`, as a sender of Standard Webhooks makes it.
import { createHmac } from 'node:crypto'

export const webhookSignature = (
  secret: string,
  delivery: string,
  seconds: string,
  body: Uint8Array,
): string => {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = createHmac('sha256', key).update(`${delivery}.${seconds}.`).update(body)
  return `v1,${signed.digest('base64')}`
}
