// Whether a credential may go somewhere, and in what form. Pure.
import type { Credential, Destination } from '../../contract/credential.ts'
import { failure, type Failure } from '../../contract/failure.ts'

export function destinationOf(url: string): Destination {
  const { protocol, hostname, port } = new URL(url)
  return {
    protocol,
    host: hostname,
    port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port),
  }
}

/** Written as one of these it is this machine, whatever a resolver says. */
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Why not; null when it may. @param listed reads the credential's hosts as the allowlist is read. */
export function misdirected(
  { name, hosts }: Credential,
  to: Destination,
  listed: (to: Destination, patterns: readonly string[]) => boolean,
): Failure | null {
  const where = `${to.protocol}//${to.host}:${to.port}`
  if (!listed(to, hosts))
    return failure(
      'secrets.elsewhere',
      `The credential ${name} is not for ${where}: it is for ${hosts.join(', ')}.`,
      'Send the request there, or have the person store it for this host too.',
    )
  if (to.protocol === 'https:' || (to.protocol === 'http:' && LOOPBACK.has(to.host))) return null
  return failure(
    'secrets.insecure',
    `The credential ${name} goes over https only, not to ${where}.`,
    'Use the https address.',
  )
}

export const headerValue = ({ template }: Credential, value: string): string =>
  template === 'Basic'
    ? `Basic ${Buffer.from(value).toString('base64')}`
    : template.split('{}').join(value)

/** The parts of a value that are secret on their own. */
export const partsOf = ({ template }: Credential, value: string): string[] =>
  template === 'Basic' ? [value, value.slice(value.indexOf(':') + 1)] : [value]
