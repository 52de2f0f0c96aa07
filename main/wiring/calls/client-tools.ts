// The pipeline, for the own tools of other agents too: they are found by name, are in the folders
// that the agent was given, and are left to the agent once they are let through. All else (tiers,
// rules, leases, approvals, journal) is the pipeline's own.
import { sep } from 'node:path'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { failure } from '../../../contract/failure.ts'
import { DefinitionHash } from '../../../contract/ids.ts'
import { canonicalJson } from '../../../contract/json.ts'
import type { Principal } from '../../../contract/call/principal.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Found } from '../../pipeline/evaluate.ts'
import { hiddenBy } from '../../gate/view.ts'
import { nativeTool } from '../../clients/hook/native-tool.ts'
import type { OwnPlaces } from '../../sandbox/files/own-places.ts'
import { resolvePath } from '../../sandbox/files/resolve-path.ts'
import type { ResolvedPath } from '../../sandbox/files/resolve-path.ts'
import type { WiredPipeline } from './pipeline.ts'

export type ClientToolsDeps = {
  /** Folders that count as the workspace for this client: the person listed them. */
  readonly folders: (client: string) => readonly string[]
  readonly stop: readonly string[]
  readonly own: OwnPlaces
  readonly home: string
  /** Real path. */
  readonly workspace: () => string
  readonly sha256: (text: string) => string
}

export function withClientTools(pipeline: WiredPipeline, parts: ClientToolsDeps): WiredPipeline {
  const known = new Map<string, Found>()
  const find = (name: string): Found | null => {
    const before = known.get(name)
    if (before !== undefined) return before
    const native = nativeTool(name)
    if (native === null) return null
    const { tool } = native
    const found = {
      tool,
      definitionHash: DefinitionHash.parse(parts.sha256(canonicalJson(tool.manifest))),
      reviewed: true,
      native: true,
    }
    if (known.size >= 1_000) known.clear()
    known.set(name, found)
    return found
  }
  const places = new Map<string, ResolvedPath>()
  const placeIn = (folder: string): ResolvedPath => {
    const place =
      places.get(folder) ??
      resolvePath({
        workspace: folder.replace(/^~(?=$|[/\\])/, () => parts.home),
        stop: parts.stop,
        home: parts.home,
        own: parts.own,
      })
    places.set(folder, place)
    return place
  }

  /**
   * In one of the asker's own folders it counts as inside; the STOP list and hard links stay what
   * they are.
   */
  const asIn = async (touch: CanonicalTouch, asker: Principal): Promise<CanonicalTouch> => {
    if (asker.kind !== 'mcp-client' || !('zone' in touch) || touch.zone !== 'outside') return touch
    const path = touch.kind === 'proc.run' ? touch.cwd : touch.path
    for (const folder of parts.folders(asker.name)) {
      const there = await placeIn(folder)(path)
      if (there.ok && there.value.zone === 'workspace') return { ...touch, zone: 'workspace' }
    }
    return touch
  }

  return {
    ...pipeline,
    find(principal, name) {
      const native = principal.kind === 'mcp-client' ? find(name) : null
      if (native === null) return pipeline.find(principal, name)
      // Whether the client may have it is for the gateway to say.
      const hidden =
        native.tool.manifest.id === 'agent.gateway'
          ? null
          : hiddenBy(native.tool.manifest, principal, pipeline.policy(principal))
      return hidden === null
        ? ok(native)
        : err(
            failure(
              'tool.hidden',
              `${name} is not available to ${principal.name}.`,
              'Do not use it in this session.',
            ),
          )
    },
    async canonical(touch, asker) {
      if (asker?.native !== true) return pipeline.canonical(touch, asker)
      // What another agent reaches by itself was reviewed by nobody here.
      if (touch.kind === 'mcp.call') return ok({ ...touch, trust: 'community', openWorld: true })
      const found = await pipeline.canonical(touch, asker)
      return found.ok ? ok(await asIn(found.value, asker.principal)) : found
    },
    previews: async (judged) => {
      if (find(judged.tool.manifest.name) === null) return pipeline.previews(judged)
      const inside = (path: string): boolean =>
        path === parts.workspace() || path.startsWith(parts.workspace() + sep)
      // Files are opened as they really lie.
      const touches = judged.decision.touches.map((touch) =>
        'path' in touch && touch.zone === 'workspace' && !inside(touch.path)
          ? { ...touch, zone: 'outside' as const }
          : touch,
      )
      return pipeline.previews({ ...judged, decision: { ...judged.decision, touches } })
    },
    journal(entry, when) {
      if (entry.kind !== 'outcome' || entry.status !== 'done') return pipeline.journal(entry, when)
      const native = nativeTool(entry.tool)
      return pipeline.journal(native === null ? entry : { ...entry, leftTo: native.agent }, when)
    },
    undo: {
      forecast: async (judged) =>
        find(judged.tool.manifest.name) === null
          ? pipeline.undo.forecast(judged)
          : { kind: 'none', text: 'This cannot be undone here: the agent runs it itself.' },
      before: async (judged, promised) =>
        find(judged.tool.manifest.name) === null
          ? pipeline.undo.before(judged, promised)
          : ok(null),
    },
  }
}
