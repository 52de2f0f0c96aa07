// Pure. Whether a server's program is the one that a person has looked at.
import { failure, type Failure } from '../../../contract/failure.ts'
import { hashedFile } from '../../../contract/server/launch.ts'
import { launchIn } from './items.ts'
import type { Pin } from './pin.ts'

/**
 * Null: it may be started. Another command or other arguments are the person's own words in the
 * configuration; another file at the same place is not.
 */
export function programChange(
  server: string,
  pins: readonly Pin[],
  launch: readonly string[],
): Failure | null {
  const known = pins.find(({ what }) => what === 'server')
  const changed = known === undefined ? null : otherFile(launchIn(known.text), launch)
  return changed === null
    ? null
    : failure(
        'server.program-changed',
        `${changed} changed since you reviewed ${server}, so it was not started.`,
        `Review it: gatehouse servers review ${server}`,
      )
}

/** The first file that both have, with another content; null: there is none. */
function otherFile(reviewed: readonly string[], now: readonly string[]): string | null {
  const hashes = new Map(
    reviewed.flatMap((part) => {
      const found = hashedFile(part)
      return found === null ? [] : [[found.file, found.hash] as const]
    }),
  )
  for (const part of now) {
    const found = hashedFile(part)
    const before = found === null ? undefined : hashes.get(found.file)
    if (before !== undefined && before !== found?.hash) return found?.file ?? null
  }
  return null
}
