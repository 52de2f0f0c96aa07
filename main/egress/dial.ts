// Opens sockets, and is the only place that does. Resolves a name once, checks every address it
// got, and connects to one of those, so a name that changes its mind between check and use gains
// nothing. No proxy variables are read.
import { connect as connectTcp, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { connect as connectTls, rootCertificates } from 'node:tls'
import { failure, type Failure } from '../../contract/failure.ts'
import type { MailUpgrade } from '../../contract/policy/config/mail-settings.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { addressClassText, classifyAddress, isAddress, type AddressClass } from './address.ts'
import { cancelled, connectFailure } from './fault.ts'
import { addressUnpinned, keyHidden, keyUnpinned, pinsOn, type HostPin } from './pins.ts'
import { addressesOf, type Resolve } from './resolve.ts'
import { askForTls } from './start-tls.ts'

/** `host` without brackets. */
export type Target = {
  readonly protocol: string
  readonly host: string
  readonly port: number
  /** What is spoken behind TLS. Left out: HTTP. */
  readonly speaks?: 'mail'
  /** In the open, until it is asked to go over to TLS. */
  readonly upgrade?: MailUpgrade
}

/** May this address be dialled for this target? */
export type AddressRule = (target: Target, address: string, is: AddressClass) => boolean

export type Dialler = (target: Target, signal: AbortSignal) => Promise<Result<Socket, Failure>>

export type DialLimits = { readonly dnsMs: number; readonly connectMs: number }

/** Begins a connection to an address that was checked. */
export type Connect = (address: string, port: number) => Socket

export type DialWays = {
  readonly resolve: Resolve
  readonly connect: Connect
  readonly limits: DialLimits
  /** PEM certificates believed besides the ones that come with Node. */
  readonly trust: readonly string[]
  readonly pins: () => readonly HostPin[]
}

const MAX_TRIES = 4

export const systemConnect: Connect = (host, port) => connectTcp({ host, port })

/** @param tls ours: an https target is handed over with TLS in place. not-ours: as a bare connection, whose TLS somebody else speaks. */
export const openDialler =
  (ways: DialWays, allowed: AddressRule, tls: 'ours' | 'not-ours' = 'ours'): Dialler =>
  async (target, signal) => {
    const pins = pinsOn(target, ways.pins())
    const secure = target.protocol === 'https:' && tls === 'ours'
    const hidden = secure
      ? null
      : keyHidden(target.host, pins, target.protocol === 'https:' ? 'not-ours' : 'plain')
    if (hidden !== null) return err(hidden)
    const found = isAddress(target.host)
      ? ok([target.host])
      : await addressesOf(target.host, ways.resolve, ways.limits.dnsMs, signal)
    if (!found.ok) return found
    for (const address of found.value) {
      const is = classifyAddress(address)
      if (!allowed(target, address, is)) return err(refusal(target, address, is))
    }
    const stray = addressUnpinned(target.host, found.value, pins)
    if (stray !== null) return err(stray)
    // To check addresses and to connect are both long where it is for the first time.
    await setImmediate()
    let last: Failure = failure('net.connect', `${target.host} could not be reached.`)
    for (const address of found.value.slice(0, MAX_TRIES)) {
      const opened = await open(target, address, ways, { pins, secure }, signal)
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

async function open(
  { host, port, speaks, upgrade }: Target,
  address: string,
  { connect, limits, trust }: DialWays,
  { pins, secure }: { readonly pins: readonly HostPin[]; readonly secure: boolean },
  signal: AbortSignal,
): Promise<Result<Socket, Failure>> {
  if (signal.aborted) return err(cancelled())
  const tooLate = failure(
    'net.connect',
    `${host} (${address}) did not answer on port ${port} within ${limits.connectMs} ms.`,
  )
  // One limit for the connection and the handshake on it.
  const late = AbortSignal.timeout(limits.connectMs)
  const until = async (
    socket: Socket,
    event: 'connect' | 'secureConnect',
  ): Promise<Failure | null> => {
    const ended = await reached(socket, event, AbortSignal.any([signal, late]))
    if (ended === 'reached') return null
    socket.destroy()
    if (ended !== 'stopped') return connectFailure(host, port, address, ended)
    return signal.aborted ? cancelled() : tooLate
  }
  const plain = connect(address, port)
  // One that breaks before anybody uses it, or after, would end Gatehouse: who uses it hears of the
  // end all the same.
  plain.on('error', ignored)
  const fault = await until(plain, 'connect')
  if (fault !== null) return err(fault)
  plain.setNoDelay(true)
  if (!secure) return ok(plain)
  if (upgrade !== undefined) {
    const closed = AbortSignal.any([signal, late])
    const refused = await askForTls(plain, upgrade, host, closed)
    if (refused !== null) {
      plain.on('error', () => undefined)
      plain.destroy()
      return err(late.aborted && !signal.aborted ? tooLate : refused)
    }
  }

  const socket = connectTls({
    socket: plain,
    // The certificate has to be the name's, whatever address it was reached at. TLS has no SNI for
    // addresses.
    ...(isAddress(host) ? { host } : { servername: host }),
    ...(speaks === undefined ? { ALPNProtocols: ['http/1.1'] } : {}),
    ...(trust.length === 0 ? {} : { ca: [...rootCertificates, ...trust] }),
  })
  socket.on('error', ignored)
  const unproved = (await until(socket, 'secureConnect')) ?? keyUnpinned(host, socket, pins)
  if (unproved === null) return ok(socket)
  // Only this one: it takes the plain socket along. The other way round crashes Node 24.
  socket.destroy()
  return err(unproved)
}

const ignored = (): void => {}

const reached = (
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
): Promise<'reached' | 'stopped' | Error> =>
  new Promise((finish) => {
    const end = (how: 'reached' | 'stopped' | Error): void => {
      signal.removeEventListener('abort', stop)
      socket.removeListener('error', end)
      socket.removeListener(event, arrived)
      finish(how)
    }
    const stop = (): void => end('stopped')
    const arrived = (): void => end('reached')
    if (signal.aborted) return finish('stopped')
    signal.addEventListener('abort', stop, { once: true })
    socket.once('error', end)
    socket.once(event, arrived)
  })
