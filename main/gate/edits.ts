// Pure. What counts as editing files, whichever tool does it: a lease for edits covers these, and what
// a command changed in a layer.
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { DecisionRequest } from './decision-request.ts'
import { writesGuarded } from './touch-facts.ts'

/** By what the tool can. */
const EDITORS: readonly string[] = ['fs.write', 'fs.edit']

export const isEditor = (capability: string): boolean => EDITORS.includes(capability)

/** It writes files, and reads at most what it writes: a part of a file is replaced by reading it. */
export const onlyEdits = (touches: readonly CanonicalTouch[]): boolean => {
  const written = new Set(touches.flatMap((touch) => (touch.kind === 'fs.write' ? touch.path : [])))
  return (
    written.size > 0 &&
    touches.every(
      (touch) => touch.kind === 'fs.write' || (touch.kind === 'fs.read' && written.has(touch.path)),
    )
  )
}

/** It edits files and touches nothing else, or is about to write what came of a command. */
export const makesEdits = ({ manifest, touches, phase }: DecisionRequest): boolean =>
  (phase === undefined ? isEditor(manifest.id) : phase.kind === 'commit') && onlyEdits(touches)

/**
 * A commit that creates and changes plain files of the workspace, all of which can be undone. What
 * deletes, reaches a guarded path or lies outside is for a person each time.
 */
export const leavesAllInPlace = ({ touches, phase }: DecisionRequest): boolean =>
  phase?.kind === 'commit' &&
  phase.facts.whole &&
  phase.facts.trees.length === 0 &&
  phase.facts.deleted === 0 &&
  phase.facts.privileged.length === 0 &&
  phase.facts.repositories.length === 0 &&
  touches.every(
    (touch) => touch.kind === 'fs.write' && touch.zone === 'workspace' && !writesGuarded(touch),
  )
