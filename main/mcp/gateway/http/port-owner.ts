// Whose program listens on a port of this machine. Clients send their tokens to a port they know;
// any other program that listens there is told them.
import { readFileSync } from 'node:fs'

const LISTENING = '0A'

/**
 * The user id of each program that listens on this port on loopback or everywhere; empty where the
 * system does not say.
 */
export function listenersOn(
  port: number,
  read: (file: string) => string = (file) => readFileSync(file, 'utf8'),
): readonly number[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => {
    try {
      // proc_net_tcp: sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid …
      return read(file)
        .split('\n')
        .slice(1)
        .map((row) => row.trim().split(/\s+/))
        .filter(([, local = '', , state]) => state === LISTENING && local.endsWith(`:${wanted}`))
        .map((row) => Number(row[7]))
    } catch {
      return []
    }
  })
}

/** Null unless a program of another user listens there. */
export function strangerOn(
  port: number,
  own: number | undefined = process.getuid?.(),
  found = listenersOn(port),
): number | null {
  return own === undefined ? null : (found.find((uid) => uid !== own) ?? null)
}
