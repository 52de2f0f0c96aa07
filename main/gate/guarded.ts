// Pure. Does a path lie where other programs look for what to run?
import { foldName } from '../../contract/fold-name.ts'
import { anyName, guardedSpots } from '../../contract/guarded-spots.ts'
import type { CanonicalTouch, CanonicalTouchOf } from '../../contract/touch.ts'

/** Folded once: this runs for every decision that writes. */
const anywhere = new Set<string>()
const below = new Map<string, ReadonlySet<string>>()
for (const [folder, names] of guardedSpots) {
  const folded = names.map(foldName)
  if (folder === '') for (const name of folded) anywhere.add(name)
  else below.set(foldName(folder), new Set(folded))
}

/** Names are folded always: a hook by another case is a hook on some systems, and a question too many on others. */
export function isGuarded(path: string): boolean {
  const names = path.split(/[/\\]/).map(foldName)
  return names.some((name, at) => {
    if (anywhere.has(name)) return true
    const spots = below.get(names[at - 1] ?? '')
    return spots !== undefined && (spots.has(name) || spots.has(anyName))
  })
}

/** The one question of tiers and of coverage: does this touch write where other programs look for what to run? */
export const writesGuarded = (touch: CanonicalTouch): touch is CanonicalTouchOf<'fs.write'> =>
  touch.kind === 'fs.write' && isGuarded(touch.path)
