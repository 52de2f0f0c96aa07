// How a sandbox is started: the words of bubblewrap and of what is in front of it, once for each way of
// being started.
import { createHash } from 'node:crypto'
import { bubblewrapHead, relayed } from './bubblewrap.ts'
import type { Prepared } from './host-facts.ts'
import type { HostUser } from './host-user.ts'
import { PROXY_PORT } from '../processes/proxy.ts'
import type { HelperProgram } from '../spawner/child-helper.ts'
import type { Template } from '../spawner/wire.ts'
import { scopeWords } from './systemd-scope.ts'

export type Way = {
  /** Whom it belongs to outside; null: our own user. */
  readonly as: HostUser | null
  /** Words before bubblewrap; they must hand on descriptors 3 and 4. */
  readonly enter: readonly string[]
  /** Socket of the proxy, where `as` can reach it. */
  readonly proxy: string | null
  readonly stdin: boolean
  /** Unix sockets of its own; left out: none. */
  readonly sockets?: boolean
  /** One of many short ones, for the next of which a process waits; left out: it is not. */
  readonly short?: boolean
  /** Its sandbox is built at once, and its job comes later. */
  readonly later?: {
    /** See `bubblewrapBuilt`. */
    readonly built: string
    /** What lay at the paths that it shows: where that is another by now, it is built again. */
    readonly identities: string
  }
  readonly bound: {
    readonly processes: number
    readonly memoryBytes: number
    readonly weight?: number
  }
}

/** Waits for a line of descriptor 4, of which it takes no more. */
const WHEN_IN_GROUP = 'read -r go <&4 && exec "$@"'

/** Room for bubblewrap's own processes, and for those of a relay: a Node has a dozen threads. */
const OWN_PROCESSES = 8
const RELAY_PROCESSES = 24

/** `relay`: what hands on between a sandbox and the proxy. */
export function startTemplates(prepared: Prepared, relay: HelperProgram): (way: Way) => Template {
  const { hostLayout, groups, scope } = prepared
  const known = new Map<string, Template>()
  return (way) => {
    const filter = way.sockets === true ? prepared.socketsFilter : prepared.filter
    const net = way.proxy === null ? 'none' : 'outer'
    const later = way.later !== undefined
    // What is talked to keeps the streams that main itself may hold.
    const ownOutput = way.proxy !== null && !way.stdin
    const inner = [
      ...(way.proxy === null || hostLayout.setpriv === null
        ? []
        : [hostLayout.setpriv, '--ambient-caps=-all', '--inh-caps=-all']),
      hostLayout.bwrap,
      ...bubblewrapHead(hostLayout, { net, filter: filter !== null, later }),
    ]
    const through =
      way.proxy === null
        ? []
        : [
            hostLayout.bwrap,
            ...relayed(hostLayout, [
              relay.file,
              ...relay.args,
              String(PROXY_PORT),
              way.proxy,
              `${ownOutput ? '0,6,7' : '0,1,2'},${later ? '3,4,5' : '3,4'}`,
            ]),
          ]
    const processes = way.bound.processes + (way.proxy === null ? OWN_PROCESSES : RELAY_PROCESSES)
    const { memoryBytes } = way.bound
    const prefix =
      groups === null && scope !== null
        ? scopeWords(scope, {
            processes,
            memoryBytes,
            ...(way.bound.weight === undefined ? {} : { weight: way.bound.weight }),
          })
        : []
    // What is started beside it would stay outside of a group that it enters afterwards.
    const gate =
      groups !== null && way.proxy !== null
        ? [hostLayout.shell, '-c', WHEN_IN_GROUP, hostLayout.mark]
        : []
    const [file = hostLayout.bwrap, ...args] = [
      ...prefix,
      ...gate,
      ...way.enter,
      ...through,
      ...inner,
    ]
    const group =
      groups === null
        ? null
        : { ...groups, processes, memoryBytes, weight: way.bound.weight ?? null }
    const parts = {
      file,
      args,
      mark: hostLayout.mark,
      as: way.as,
      stdin: way.stdin,
      group,
      sockets: way.sockets === true,
      gated: gate.length > 0,
      ownOutput,
      built: way.later?.built ?? null,
    }
    const identities = way.later?.identities ?? null
    const key = createHash('sha256')
      .update(JSON.stringify([parts, identities, way.short === true]))
      .digest('base64')
    const before = known.get(key)
    if (before !== undefined) return before
    // Words that lead into one throw-away view are never used again.
    const oneUse = way.enter.length > 0
    const usual = way.enter.length === 0 && way.proxy === null && !way.stdin
    const profile = {
      ...parts,
      key,
      filter: filter?.toString('base64') ?? null,
      warm: usual ? 2 : oneUse || way.short === true ? 1 : 0,
      once: oneUse,
    }
    if (!oneUse) known.set(key, profile)
    return profile
  }
}
