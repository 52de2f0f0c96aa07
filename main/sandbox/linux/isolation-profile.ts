// Says what every start of this machine has in common: the templates the helper knows, and where
// what is shown can be reached by anyone who starts bubblewrap.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { HostLayout, Shown } from './bubblewrap.ts'
import type { Prepared } from './host-facts.ts'
import { hostUser, ORDINARY, staysRoot, type HostUser } from './host-user.ts'
import { landlockLayer } from './landlock-layer.ts'
import type { HelperProgram } from '../spawner/child-helper.ts'
import { startTemplates, type Way } from './start-template.ts'
import type { Spawner } from '../spawner/spawner.ts'
import type { Template } from '../spawner/wire.ts'

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

const INNER_FILTER_FD = 9

/** `relay`: the program that hands on between a sandbox and the proxy. */
export function buildIsolationProfiles(
  prepared: Prepared,
  spawner: Spawner,
  relay: HelperProgram,
): IsolationProfiles {
  const { hostLayout, groups, scope } = prepared
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
    template: startTemplates(prepared, relay),
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
