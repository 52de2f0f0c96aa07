// Sentences for what goes wrong with a request or a connection. Pure.
import { failure, type Failure } from '../../contract/failure.ts'

export const cancelled = (): Failure => failure('net.cancelled', 'The request was stopped.')

/** The code of a system error, else the name of the error. */
export const codeOf = (thrown: unknown): string => {
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string')
    return thrown.code
  return thrown instanceof Error ? thrown.name : 'unknown'
}

/** A dialler must not throw. If one does, the request ends by it and nothing else. */
export const broken = (thrown: unknown): Failure =>
  failure('net.fault', `The connection broke inside Gatehouse (${codeOf(thrown)}).`)

/**
 * Strange input goes into a sentence for people and models: short, and nothing in it that a
 * terminal or a reader obeys.
 */
export const shown = (text: string, most = 120): string =>
  JSON.stringify(text.slice(0, most))
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, '?')

/**
 * A socket that could not be opened. `net.tls` where the other side could not prove who it is, else
 * `net.connect`.
 */
export function connectFailure(host: string, port: number, address: string, error: Error): Failure {
  const code = codeOf(error)
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO|ISSUER/.test(code)) {
    return failure(
      'net.tls',
      `${host} could not prove who it is (${code}).`,
      'The certificate is wrong, expired, or from an unknown issuer.',
    )
  }
  return failure(
    'net.connect',
    `${host} (${address}) could not be reached on port ${port} (${code}).`,
    'Check that the server runs.',
  )
}
