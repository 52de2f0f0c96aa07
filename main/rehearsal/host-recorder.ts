// Fits the record-only proxy of main/egress to what a rehearsal needs: hosts, once each, and no way
// out.
import { mkdir } from 'node:fs/promises'
import type { TriedHost } from '../../contract/call/rehearsal.ts'
import { ok } from '../../contract/result.ts'
import type { Outbound } from '../egress/outbound.ts'
import type { RehearserOptions } from '../sandbox/rehearsal/rehearser.ts'

/** A program that tries more has shown enough. */
const MOST_HOSTS = 200

/** `folder`: ours, for sockets; made when first needed. */
export function recorderIn(
  folder: string,
  outbound: Pick<Outbound, 'childProxy'>,
): NonNullable<RehearserOptions['record']> {
  return async (signal) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const tried = new Map<string, TriedHost>()
    const onAttempt = ({ host, port }: { readonly host: string; readonly port: number }): void => {
      if (tried.size < MOST_HOSTS)
        tried.set(`${host}:${port}`, { host, port: port === 0 ? null : port })
    }
    const proxy = await outbound.childProxy({
      mode: { kind: 'record-only' },
      socketFolder: folder,
      signal,
      onAttempt,
    })
    if (!proxy.ok) return proxy
    return ok({
      socket: proxy.value.socketPath,
      hosts: () => [...tried.values()],
      close: () => proxy.value.dispose(),
    })
  }
}
