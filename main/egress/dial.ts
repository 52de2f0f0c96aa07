// Opens sockets, and is the only place that does. Resolves a name once, checks every address it got, and connects to
// one of those, so a name that changes its mind between check and use gains nothing. No proxy variables are read.
import { lookup } from 'node:dns/promises'
import { connect as connectTcp } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls, rootCertificates } from 'node:tls'
import { failure } from '../../contract/failure.ts'
import type { Failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import { addressClassText, classifyAddress, isAddress } from './address.ts'
import type { AddressClass } from './address.ts'

/** All addresses of a name, in order of preference. Rejects when it has none. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** `host` without brackets. */
export type Target = { readonly protocol: string; readonly host: string; readonly port: number }

/** May this address be dialled for this target? */
export type AddressRule = (target: Target, address: string, is: AddressClass) => boolean

export type Dialler = (target: Target, signal: AbortSignal) => Promise<Result<Socket, Failure>>

export type DialLimits = { readonly dnsMs: number; readonly connectMs: number }

/** A name with more addresses than this is a list to wade through, not a host. */
const MAX_ADDRESSES = 32
const MAX_TRIES = 4

export const systemResolve: Resolve = async (host) => (await lookup(host, { all: true, order: 'verbatim' })).map(({ address }) => address)

/** @param trust PEM certificates believed besides the ones that come with Node. */
export const openDialler =
  (resolve: Resolve, allowed: AddressRule, limits: DialLimits, trust: readonly string[]): Dialler =>
  async (target, signal) => {
    const found = isAddress(target.host) ? ok([target.host]) : await addressesOf(target.host, resolve, limits.dnsMs, signal)
    if (!found.ok) return found
    for (const address of found.value) {
      const is = classifyAddress(address)
      if (!allowed(target, address, is)) return err(refusal(target, address, is))
    }
    let last: Failure = failure('net.connect', `${target.host} could not be reached.`)
    for (const address of found.value.slice(0, MAX_TRIES)) {
      const opened = await open(target, address, limits.connectMs, signal, trust)
      if (opened.ok || opened.error.code !== 'net.connect') return opened
      last = opened.error
    }
    return err(last)
  }

function refusal({ host }: Target, address: string, is: AddressClass): Failure {
  const what = host === address ? address : `${host} leads to ${address}, which`
  return failure(
    'net.address-refused',
    `${what} is ${addressClassText[is]}.`,
    'If a person wants this, the address itself has to be written in the allowlist, with its port.',
  )
}

async function addressesOf(host: string, resolve: Resolve, ms: number, signal: AbortSignal): Promise<Result<readonly string[], Failure>> {
  const late = AbortSignal.timeout(ms)
  const either = AbortSignal.any([signal, late])
  // A look-up cannot be called back. Its late answer is dropped.
  const answer = Promise.resolve(host)
    .then(resolve)
    .then(
      (addresses) => ({ kind: 'found' as const, addresses }),
      (thrown: unknown) => ({ kind: 'failed' as const, why: codeOf(thrown) }),
    )
  const ended = await Promise.race([answer, aborted(either)])
  if (ended === 'aborted') {
    if (signal.aborted) return err(cancelled())
    return err(failure('net.timeout', `Looking up ${host} took longer than ${ms} ms.`, 'Try again, or check the name server.'))
  }
  if (ended.kind === 'failed') {
    return err(failure('net.dns', `The name ${host} could not be looked up (${ended.why}).`, 'Check the spelling of the host.'))
  }
  const addresses = [...new Set(ended.addresses)]
  if (addresses.length === 0) return err(failure('net.dns', `The name ${host} has no address.`, 'Check the spelling of the host.'))
  if (addresses.length > MAX_ADDRESSES)
    return err(failure('net.dns', `The name ${host} has ${addresses.length} addresses, too many to check.`))
  return ok(addresses)
}

const aborted = (signal: AbortSignal): Promise<'aborted'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('aborted')
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true })
  })

function open(
  { protocol, host, port }: Target,
  address: string,
  ms: number,
  signal: AbortSignal,
  trust: readonly string[],
): Promise<Result<Socket, Failure>> {
  return new Promise((settle) => {
    if (signal.aborted) return settle(err(cancelled()))
    const secure = protocol === 'https:'
    const socket = secure
      ? connectTls({
          host: address,
          port,
          // The certificate has to be the name's, whatever address it was reached at. TLS has no SNI for addresses.
          ...(isAddress(host) ? {} : { servername: host }),
          ALPNProtocols: ['http/1.1'],
          ...(trust.length === 0 ? {} : { ca: [...rootCertificates, ...trust] }),
        })
      : connectTcp({ host: address, port })
    const end = (result: Result<Socket, Failure>): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      socket.removeListener('error', failed)
      if (!result.ok) {
        // A socket that is being torn down may still complain; nobody is left to hear it.
        socket.on('error', () => undefined)
        socket.destroy()
      }
      settle(result)
    }
    const stop = (): void => end(err(cancelled()))
    const failed = (error: Error): void => end(err(connectFailure(host, port, address, error)))
    const timer = setTimeout(
      () => end(err(failure('net.connect', `${host} (${address}) did not answer on port ${port} within ${ms} ms.`))),
      ms,
    )
    signal.addEventListener('abort', stop, { once: true })
    socket.once('error', failed)
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      socket.setNoDelay(true)
      end(ok(socket))
    })
  })
}

function connectFailure(host: string, port: number, address: string, error: Error): Failure {
  const code = codeOf(error)
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO|ISSUER/.test(code)) {
    return failure(
      'net.tls',
      `${host} could not prove who it is (${code}).`,
      'The certificate is wrong, expired, or signed by nobody known.',
    )
  }
  return failure('net.connect', `${host} (${address}) could not be reached on port ${port} (${code}).`, 'Check that the server runs.')
}

export const cancelled = (): Failure => failure('net.cancelled', 'The request was stopped.')

export const codeOf = (thrown: unknown): string => {
  if (thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string') return thrown.code
  return thrown instanceof Error ? thrown.name : 'unknown'
}
