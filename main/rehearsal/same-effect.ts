// Pure. What an approval after a rehearsal depends on: the files that the call names or changed.
import { relative, resolve } from 'node:path'
import type { Approval } from '../../contract/approval/approval.ts'

/**
 * Of the changed paths those that the call surely touches: written out in its command, or changed
 * by its rehearsal.
 */
export function touchedBy(
  { decision, rehearsal }: Approval,
  changed: readonly string[],
  workspace: string,
): readonly string[] {
  const touched = new Set(rehearsal?.changes.map(({ path }) => path) ?? [])
  for (const touch of decision.touches) {
    if (touch.kind === 'fs.read' || touch.kind === 'fs.write')
      touched.add(relative(workspace, touch.path))
    if (touch.kind !== 'proc.run') continue
    // Quotes and operators are taken for gaps: a word too many only makes an approval ask again.
    const words = [
      ...touch.command.split(/[\s'"`;|&<>()=,:{}]+/),
      ...(touch.parts ?? []).flatMap((part) => part.words),
    ]
    for (const word of words)
      if (word !== '') touched.add(relative(workspace, resolve(touch.cwd, word)))
  }
  return changed.filter((path) => path !== '' && touched.has(path))
}

const MOST_NAMED = 3

/** For a sentence: `a.txt`, `a, b, c and 4 more`. */
export const named = (paths: readonly string[]): string =>
  paths.length <= MOST_NAMED
    ? paths.join(', ')
    : `${paths.slice(0, MOST_NAMED).join(', ')} and ${paths.length - MOST_NAMED} more`
