// What of a call undo can keep: joins the pipeline's words to undo's.
import { parse, relative, sep } from 'node:path'
import { changesThings } from '../../../../contract/call/manifest.ts'
import { ok } from '../../../../contract/result.ts'
import type { CanonicalTouch } from '../../../../contract/call/touch.ts'
import { keepsSome, type UndoRecord } from '../../../../contract/call/undo.ts'
import type { DecidedCall } from '../../../pipeline/evaluate.ts'
import type { UndoPort } from '../../../pipeline/pipeline-deps.ts'
import type { Wanted } from '../../../undo/checkpoint.ts'
import { rawPath } from '../../../undo/state.ts'
import type { Undo } from '../../../undo/undo.ts'
import type { FindCovers } from '../../../sandbox/files/own-stop.ts'

/** What can be kept of a call; in words why nothing can; or null where it changes nothing. */
type Reach = { readonly wanted: Wanted } | { readonly why: string } | null

const reachesOthers = ({ kind }: CanonicalTouch): boolean =>
  kind === 'net.connect' || kind === 'net.fetch' || kind === 'mcp.call'

export type UndoPortDeps = {
  readonly undo: Undo
  /** Real path. */
  readonly workspace: () => string
  /** The folder of Gatehouse's data, real path. */
  readonly own: string
  /** What the sandbox hides of a folder, because the person's own stop list names it. */
  readonly findCovers: FindCovers
}

export function undoPort({ undo, workspace, own, findCovers }: UndoPortDeps): UndoPort {
  /** Nothing that a command cannot see is read for it. */
  const reach = async (evaluated: DecidedCall): Promise<Reach> => {
    const found = reachOf(evaluated, workspace, own)
    if (found === null || 'why' in found || found.wanted.paths !== null) return found
    const { root } = found.wanted
    const covers = await findCovers(root)
    if (!covers.ok) return { why: 'your STOP list cannot be enforced in this folder' }
    const without = covers.value.map(({ path }) => rawBelow(root, path))
    return without.length === 0 ? found : { wanted: { ...found.wanted, without } }
  }
  return {
    async forecast(evaluated) {
      const found = await reach(evaluated)
      if (found === null) return null
      if ('why' in found) return { kind: 'none', text: `This cannot be undone: ${found.why}.` }
      const forecast = await undo.forecast(found.wanted)
      const sends = evaluated.decision.touches.some(reachesOthers)
      return sends && keepsSome(forecast)
        ? {
            kind: 'part',
            text: `${forecast.text.replace('You can undo this:', 'You can undo part of this:')} Its effects on other machines remain.`,
          }
        : forecast
    },
    async before(evaluated, promised) {
      const found = await reach(evaluated)
      if (found === null) return ok(null)
      if ('wanted' in found) return undo.before(evaluated.call.id, found.wanted, promised)
      const none: UndoRecord = { kind: 'none', why: found.why }
      return ok({ after: async () => none, drop: async () => {} })
    },
  }
}

function reachOf(
  { decision, tool, action }: DecidedCall,
  workspace: () => string,
  own: string,
): Reach {
  const { touches } = decision
  const session = touches.find((touch) => touch.kind === 'proc.run' && touch.terminal !== undefined)
  if (session?.kind === 'proc.run')
    return session.terminal?.does === 'read'
      ? null
      : { why: 'a session goes on after the call, so nobody can tell what it will have changed' }
  if (touches.some(({ kind }) => kind === 'proc.run')) {
    const root = workspace()
    if (isWithin(own, root)) return { why: "the folder it runs in contains Gatehouse's own data" }
    return { wanted: { root, paths: null } }
  }
  const writes = touches.flatMap((touch) => (touch.kind === 'fs.write' ? [touch] : []))
  if (writes.length > 0) {
    const [first] = writes
    // A plugin that may write in the workspace itself is as a command there.
    if (writes.some(({ path }) => path === workspace())) {
      if (isWithin(own, workspace())) return { why: "that folder contains Gatehouse's own data" }
      return writes.length > 1
        ? { why: 'it may change the workspace and other folders' }
        : { wanted: { root: workspace(), paths: null } }
    }
    const root = writes.every(({ zone }) => zone === 'workspace')
      ? workspace()
      : parse(first?.path ?? '').root
    return {
      wanted: {
        root,
        paths: writes.map(({ path }) => rawBelow(root, path)),
      },
    }
  }
  if (touches.some((touch) => touch.kind === 'memory' && touch.access !== 'read'))
    return { why: 'nothing of the memory of agents is kept' }
  if (touches.some((touch) => touch.kind === 'record' && touch.access !== 'read'))
    return { why: 'records are not kept for undo; you can change and delete them under Records' }
  if (touches.some((touch) => touch.kind === 'event' && touch.access !== 'read'))
    return { why: 'what is marked as processed stays in the list of events' }
  if (touches.some((touch) => touch.kind === 'schedule' && touch.access !== 'read'))
    return { why: 'scheduled jobs are not kept for undo; change or remove the job instead' }
  if (touches.some(({ kind }) => kind === 'net.fetch') && changesThings(tool.manifest, action))
    return { why: 'its effects on another machine remain' }
  return null
}

const rawBelow = (root: string, path: string): string =>
  rawPath(relative(root, path).split(sep).join('/'))

const isWithin = (path: string, root: string): boolean =>
  path === root || path.startsWith(root.endsWith(sep) ? root : root + sep)
