// Answers "what is there by this very name?" for what a command left in its layer: the paths of a
// layer lead through no links, and what is written there is the name itself. Followed as other paths
// are, a link that is replaced would be judged by where it leads, and not by what it is called.
import { lstatSync, type Stats } from 'node:fs'
import { join, sep } from 'node:path'
import { err, ok } from '../../../contract/result.ts'
import { badForm } from './path-syntax.ts'
import { within, type RealPath, type ResolvedPath } from './resolve-path.ts'

/**
 * Gives the path itself, the zone of the folder that it lies in, and what is there now; a link is
 * `other`. Something that is no folder on the way makes way for one, so below it is nothing. In a
 * STOP place are what lies there and a link that leads there.
 *
 * Failures: those of `resolved`.
 * @param workspace real path; paths outside of it are resolved through links, as file tools do.
 */
export function resolveEntry(resolved: ResolvedPath, workspace: () => string): ResolvedPath {
  return async (path) => {
    const root = workspace()
    if (path === root || !within(path, root)) return resolved(path)
    const wrong = badForm(path, process.platform)
    if (wrong !== null) return err(wrong)
    const names = path.slice(root.length + 1).split(sep)
    let held = root
    let is: RealPath['is'] = 'missing'
    for (const [index, name] of names.entries()) {
      const next = join(held, name)
      const there = scan(next)
      const last = index === names.length - 1
      if (there === null || (!last && !there.isDirectory())) break
      if (there.isSymbolicLink()) {
        const led = await resolved(next)
        if (led.ok && led.value.zone === 'stop') return ok({ path, zone: 'stop', is: 'other' })
        is = 'other'
        break
      }
      if (last) return resolved(path)
      held = next
    }
    const folder = await resolved(held)
    if (!folder.ok) return folder
    return ok({ path, zone: folder.value.zone, is })
  }
}

function scan(path: string): Stats | null {
  try {
    return lstatSync(path)
  } catch {
    return null
  }
}
