// What a sandboxed program was granted to connect to, and why something else is refused.
import { failure, type Failure } from '../../../contract/failure.ts'
import { isConnectable } from '../allowlist.ts'
import type { Wanted } from './proxy-request.ts'

/** Canonical, as in a `net.connect` touch: lower-case, IPv6 in brackets. */
export type Grant = { readonly host: string; readonly port: number }

export type Granted = {
  readonly kind: 'granted'
  readonly hosts: readonly Grant[]
  /**
   * Names below a name, such as `*.example.org`, read as in the allowlist; 443 where no port is
   * written.
   */
  readonly patterns?: readonly string[]
}

/** record-only: nothing is looked up or dialled. */
export type ProxyMode = Granted | { readonly kind: 'record-only' }

/** Null when it may be opened. */
export const refusalOf = (mode: ProxyMode, { host, port, open }: Wanted): Failure | null => {
  if (mode.kind === 'record-only')
    return failure(
      'proxy.rehearsal',
      `The network is closed in a rehearsal. ${host}:${port} was written down.`,
    )
  if (!isGranted(mode, host, port))
    return failure(
      'proxy.not-granted',
      `${host}:${port} was not granted to this program.`,
      'Name the host in the arguments of the call.',
    )
  if (!open)
    return failure(
      'net.address-refused',
      `${host} is a local address or name, and it is not in the allowlist.`,
    )
  return null
}

const isGranted = ({ hosts, patterns = [] }: Granted, host: string, port: number): boolean =>
  hosts.some((grant) => grant.host === host && grant.port === port) ||
  isConnectable({ host, port }, patterns)
