// Runs a command that was let connect: opens the proxy for just the hosts that were permitted,
// gives the command its way there, and takes it away when the command is over.
import { mkdir } from 'node:fs/promises'
import type { Reached, RunPower } from '../../../contract/call/powers/run-power.ts'
import type { Outbound } from '../../egress/outbound.ts'
import { hostUser } from '../../sandbox/linux/host-user.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'

export type ConnectedDeps = {
  readonly runner: Pick<Runner, 'power'>
  readonly outbound: Pick<Outbound, 'childProxy'>
  /** Ours, for sockets; made when first needed. */
  readonly socketFolder: string
}

export type RunAsked = Omit<Parameters<Runner['power']>[0], 'proxy'> & {
  /** Every host that the command tried, once for each time. Must not throw. */
  readonly onReached: (reached: Reached) => void
  /** The allowlist of its caller, where it is not the one of all. */
  readonly hosts?: () => readonly string[]
}

/**
 * Without a `net.connect` among the permitted touches this is the runner's own power: no network at
 * all.
 */
export function connectedRun(
  { onReached, hosts: listed, ...asked }: RunAsked,
  { runner, outbound, socketFolder }: ConnectedDeps,
): RunPower {
  const hosts = asked.permitted.flatMap((touch) =>
    touch.kind === 'net.connect' ? [{ host: touch.host, port: touch.port }] : [],
  )
  if (hosts.length === 0) return runner.power(asked)
  return {
    run: async (request) => {
      await mkdir(socketFolder, { recursive: true, mode: 0o700 })
      const proxy = await outbound.childProxy({
        mode: { kind: 'granted', hosts },
        ...(listed === undefined ? {} : { hosts: listed }),
        socketFolder,
        owner: await hostUser(asked.workspace),
        signal: asked.signal,
        onAttempt: ({ host, port, allowed, bytesUp, bytesDown }) =>
          onReached({ host, port, allowed, bytesUp, bytesDown }),
      })
      if (!proxy.ok) return proxy
      try {
        return await runner
          .power({ ...asked, proxy: { socket: proxy.value.socketPath } })
          .run(request)
      } finally {
        await proxy.value.dispose()
      }
    },
  }
}
