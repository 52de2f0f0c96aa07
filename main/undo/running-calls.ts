// Calls that run now: what was there before is kept when one begins, and compared when it ends.
import { orTooMuch, type ScanResult, type Wanted } from './checkpoint.ts'
import type { openCaptures } from './captures.ts'
import type { Before, openManifests } from './manifests.ts'
import type { openObjects } from './contents/objects.ts'
import { changesBetween, isShown } from './state.ts'

export type RunningCallsDeps = Pick<ReturnType<typeof openCaptures>, 'capture' | 'afterOf'> & {
  readonly objects: Pick<ReturnType<typeof openObjects>, 'sync'>
  readonly manifests: ReturnType<typeof openManifests>
  readonly now: () => number
}

type Open = { readonly before: Before; readonly alongside: Set<string> }

export function openRunningCalls({ objects, manifests, now, capture, afterOf }: RunningCallsDeps) {
  const open = new Map<string, Open>()

  function close(before: Before, alongside: readonly string[]): { files: number | null } {
    const after = afterOf(before)
    if (after === null) return { files: null }
    const { callId, at, root, paths } = before
    const changes = changesBetween(before.states, after)
    const files = changes.filter(isShown).length
    if (changes.length === 0) manifests.remove(callId)
    else manifests.writeAfter({ callId, at, root, paths, changes, alongside })
    return { files }
  }

  return {
    ids: (): ReadonlySet<string> => new Set(open.keys()),
    /**
     * Keeps what is there now, durable as far as it is listed. Throws where it cannot be written.
     */
    begin(callId: string, wanted: Wanted): ScanResult {
      return orTooMuch(() => {
        const { states, entries, bytes, others } = capture(wanted, 'keep')
        // One file is made safe before it is written over; a whole workspace while the command
        // runs.
        if (wanted.paths !== null) while (objects.sync(Number.POSITIVE_INFINITY));
        const before: Before = { callId, at: now(), ...wanted, states }
        manifests.writeBefore(before)
        const mine: Open = { before, alongside: new Set() }
        for (const [other, { before: theirs, alongside }] of open) {
          if (theirs.root !== wanted.root) continue
          alongside.add(callId)
          mine.alongside.add(other)
        }
        open.set(callId, mine)
        return { kind: 'files', entries, bytes, others }
      })
    },

    /**
     * Compares with what is there now. `files` is null where that was too much; undo then goes by
     * what was there before.
     */
    end(callId: string): { files: number | null } {
      const mine = open.get(callId)
      if (mine === undefined) throw new Error(`undo: ${callId} was never begun`)
      open.delete(callId)
      return close(mine.before, mine.before.paths === null ? [...mine.alongside] : [])
    },

    /** The call did not run. */
    drop(callId: string): void {
      open.delete(callId)
      manifests.remove(callId)
    },

    /** Calls that run now in the folder that this call's undo would change. */
    busy(callId: string): string[] {
      const root = (manifests.after(callId) ?? manifests.before(callId))?.root
      return [...open].filter(([, { before }]) => before.root === root).map(([id]) => id)
    },

    /**
     * What a process that ended in the middle left open: how things are now means how the call
     * left them.
     */
    recover(): { callId: string; at: number; root: string; files: number }[] {
      return manifests.list().flatMap(({ callId, open: unfinished }) => {
        if (!unfinished || open.has(callId)) return []
        const before = manifests.before(callId)
        if (before === null) {
          manifests.remove(callId)
          return []
        }
        const { files } = close(before, [])
        return files === null ? [] : [{ callId, at: before.at, root: before.root, files }]
      })
    },
  }
}
