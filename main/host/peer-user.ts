// Which user of this machine is on the other side of a loopback connection. A link or a sign-in
// page can be read from the process list by any user while a browser starts; bound to the user, it
// is of no use to another one.
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/**
 * unknown: this system does not say, or the connection came from outside this network namespace.
 */
export type PeerUser = 'own' | 'other' | 'unknown'

const ESTABLISHED = '01'
/** IPv4 as the kernel writes it, also where a socket of IPv6 carries it. */
const TABLES = [
  ['/proc/net/tcp', ''],
  ['/proc/net/tcp6', '0000000000000000FFFF0000'],
] as const

/**
 * Linux only: the kernel's table of connections names the user of each side. Root counts as own,
 * because it forwards ports for people (containers, remote desktops) and can read this process
 * anyway.
 */
export async function peerUser(
  socket: Socket,
  user: number = process.getuid?.() ?? -1,
): Promise<PeerUser> {
  const { localAddress, localPort, remoteAddress, remotePort } = socket
  if (process.platform !== 'linux' || localPort === undefined || remotePort === undefined)
    return 'unknown'
  const server = endpoint(localAddress, localPort)
  const client = endpoint(remoteAddress, remotePort)
  if (server === null || client === null) return 'unknown'
  const tables = await Promise.all(
    TABLES.map(
      async ([file, prefix]) => [await readFile(file, 'latin1').catch(() => ''), prefix] as const,
    ),
  )
  return userIn(tables, { server, client }, user)
}

/**
 * Pure. Where our own side of the connection is listed but the client's is not, the client is not
 * to be trusted.
 */
export function userIn(
  tables: readonly (readonly [table: string, prefix: string])[],
  { server, client }: { readonly server: string; readonly client: string },
  user: number,
): PeerUser {
  let listed = false
  for (const [table, prefix] of tables) {
    for (const line of table.split('\n')) {
      const [, local, remote, state, , , , uid] = line.trim().split(/\s+/)
      if (local === prefix + server && remote === prefix + client) listed = true
      if (local !== prefix + client || remote !== prefix + server || state !== ESTABLISHED) continue
      return uid === String(user) || uid === '0' ? 'own' : 'other'
    }
  }
  return listed ? 'other' : 'unknown'
}

/** `127.0.0.1`, 4747 as `0100007F:128B`; null for anything but IPv4. */
export function endpoint(address: string | undefined, port: number): string | null {
  const bytes = (address ?? '').replace(/^::ffff:/i, '').split('.')
  if (bytes.length !== 4) return null
  const hex = bytes.toReversed().map((byte) => Number(byte).toString(16).padStart(2, '0'))
  return `${hex.join('')}:${port.toString(16).padStart(4, '0')}`.toUpperCase()
}
