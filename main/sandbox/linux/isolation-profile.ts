// Says what every start of this machine has in common: the templates the helper knows, and where
// what is shown can be reached by anyone who starts bubblewrap.
import { createHash } from 'node:crypto'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { bubblewrapHead, relayed, type HostLayout, type Shown } from './bubblewrap.ts'
import type { Prepared } from './host-facts.ts'
import { hostUser, ORDINARY, staysRoot, type HostUser } from './host-user.ts'
import { PROXY_PORT } from '../processes/proxy.ts'
import { scopeWords } from './systemd-scope.ts'
import { landlockLayer } from './landlock-layer.ts'
import { ownNode, type HelperProgram } from '../spawner/child-helper.ts'
import type { Spawner } from '../spawner/spawner.ts'
import type { Template } from '../spawner/wire.ts'

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

export type IsolationProfiles = {
  readonly hostLayout: HostLayout
  readonly spawner: Spawner
  /** Whether something holds the memory of a whole tree. */
  readonly bounded: boolean
  /** Whom what is started for this folder belongs to outside; null: our own user. */
  outer(folder: string): Promise<HostUser | null>
  /**
   * Whom a command in this workspace belongs to outside. Where that is root's alone, an ordinary user
   * who is shown it as his own; null where this cannot be had, and as `outer`.
   */
  worker(workspace: string): Promise<HostUser | null>
  /** Whether commands in this workspace, which is root's alone, were seen to need no root. */
  mapped(workspace: string): boolean
  /**
   * From now on everything belongs to our own user: the trial saw that here it cannot be otherwise.
   */
  keepRoot(): void
  /**
   * The words of a program with the second wall round it, and as they are where there is none.
   * `shown`: as it is seen inside.
   */
  wrap(
    shown: readonly Shown[],
    argv: readonly string[],
    /** sockets: it may make them where it may write. terminal: of its own. */
    options?: { readonly sockets?: boolean; readonly terminal?: boolean },
  ): readonly string[]
  /**
   * The same for what a program behind the second wall starts itself: a wall inside of it, and the
   * filter of commands, whose bytes are to be on descriptor 9. Null where it cannot be built.
   */
  wrapInner(
    shown: readonly Shown[],
    argv: readonly string[],
  ): { readonly argv: readonly string[]; readonly filter: Buffer } | null
  /** From now on there is no second wall: the trial saw that this kernel does not build it. */
  dropSecond(): void
  /** How to start that way. The commonest way of all has a process waiting. */
  template(way: Way): Template
  /**
   * Paths, by name, at which `as` can reach them: the same ones, or staged ones. Fails with
   * `sandbox.unreachable` when it cannot walk there and nothing can be staged. `mapped`: names of
   * what belongs to root and is shown as `ORDINARY`'s.
   */
  mountPath(
    as: HostUser | null,
    paths: Readonly<Record<string, string>>,
    mapped?: readonly string[],
  ): Promise<Result<Readonly<Record<string, string>>, Failure>>
}

/** Waits for a line of descriptor 4, of which it takes no more. */
const WHEN_IN_GROUP = 'read -r go <&4 && exec "$@"'
const INNER_FILTER_FD = 9

/** Room for bubblewrap's own processes, and for those of a relay: a Node has a dozen threads. */
const OWN_PROCESSES = 8
const RELAY_PROCESSES = 24

export function buildIsolationProfiles(
  prepared: Prepared,
  spawner: Spawner,
  relay: HelperProgram = ownNode('relay'),
): IsolationProfiles {
  const { hostLayout, groups, scope } = prepared
  const known = new Map<string, Template>()
  const shownAsOwn = new Map<string, Promise<boolean>>()
  const seenMapped = new Set<string>()
  let keeps = false
  let launcher = prepared.launcher
  return {
    hostLayout,
    spawner,
    bounded: scope !== null || (groups !== null && groups.memory !== null),
    outer: async (folder) => (keeps ? null : hostUser(folder)),
    worker: async (workspace) => {
      if (keeps) return null
      if (!staysRoot(workspace)) return hostUser(workspace)
      const mapped =
        shownAsOwn.get(workspace) ??
        spawner.stage(workspace, true).then((staged) => {
          if ('at' in staged) seenMapped.add(workspace)
          return 'at' in staged
        })
      shownAsOwn.set(workspace, mapped)
      return (await mapped) ? ORDINARY : null
    },
    mapped: (workspace) => seenMapped.has(workspace),
    keepRoot: () => {
      keeps = true
    },
    wrap: (shown, argv, wrapOptions) =>
      launcher === null ? argv : landlockLayer(launcher, hostLayout, shown, argv, wrapOptions),
    wrapInner: (shown, argv) =>
      launcher === null || prepared.filter === null
        ? null
        : {
            argv: landlockLayer(launcher, hostLayout, shown, argv, {
              terminal: true,
              seccompFd: INNER_FILTER_FD,
            }),
            filter: prepared.filter,
          },
    dropSecond: () => {
      launcher = null
    },
    template(way) {
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
    },
    async mountPath(as, paths, mapped = []) {
      const entries = Object.entries(paths)
      if (as === null) return ok(Object.fromEntries(entries))
      const found: [string, string][] = []
      for (const [name, path] of entries) {
        const staged =
          prepared.stages !== null
            ? await spawner.stage(path, mapped.includes(name))
            : { error: 'the helper has no mounts of its own' }
        if ('error' in staged) {
          const text = `User ${as.uid}, to whom the command would belong, cannot be shown ${path} (${staged.error}).`
          return err(
            failure('sandbox.unreachable', text, 'Run Gatehouse as that user, not as root.'),
          )
        }
        found.push([name, staged.at])
      }
      return ok(Object.fromEntries(found))
    },
  }
}
