// What the card of a held call shows of the files that it would write: as they are and as they would be.
import { sep } from 'node:path'
import type { CanonicalTouch } from '../../../../contract/call/touch.ts'
import type { ApprovalFacts } from '../../../pipeline/pipeline-deps.ts'
import { filePowers } from '../../../sandbox/files/file-powers.ts'
import type { ResolvedPath } from '../../../sandbox/files/resolve-path.ts'
import { asRead } from '../permitted-touches.ts'

/**
 * A preview longer than this is left out of the card; the arguments are on it whole all the same.
 */
const PREVIEW_BYTES = 512 * 1024

export type CallPreviewsDeps = {
  readonly resolvedWorkspace: () => ResolvedPath
  readonly workspaceRealPath: () => string
  readonly redact: (text: string) => Promise<string>
}

export function callPreviews({
  resolvedWorkspace,
  workspaceRealPath,
  redact,
}: CallPreviewsDeps): ApprovalFacts['previews'] {
  /** A client's own folder counts as the workspace; its files are opened as they really lie. */
  const asItLies = (touch: CanonicalTouch): CanonicalTouch => {
    if (!('path' in touch) || touch.zone !== 'workspace') return touch
    const root = workspaceRealPath()
    const inside = touch.path === root || touch.path.startsWith(root + sep)
    return inside ? touch : { ...touch, zone: 'outside' }
  }
  return async ({ tool, args, decision }) => {
    if (tool.preview === undefined) return []
    const { read } = filePowers({
      permitted: decision.touches.map(asItLies).flatMap(asRead),
      resolved: resolvedWorkspace(),
    })
    const text = async (path: string): Promise<string | null> => {
      const found = await read.readText(path, { maxBytes: PREVIEW_BYTES })
      return found.ok ? found.value.text : null
    }
    const shown = (await tool.preview(tool.input.parse(args), text)).filter(
      ({ after }) => after.length <= PREVIEW_BYTES,
    )
    return Promise.all(
      shown.map(async ({ path, before, after }) => {
        return {
          path,
          before: before === null ? null : await redact(before),
          after: await redact(after),
        }
      }),
    )
  }
}
