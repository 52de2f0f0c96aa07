// How many backups of the database stay.
import { rmSync } from 'node:fs'

const MOST_BACKUPS = 7

/**
 * The newest stay. What a clock that ran ahead has dated after now goes first, or it would drive out
 * every copy to come.
 */
export function removeOldBackups(
  all: readonly { readonly file: string; readonly at: number }[],
  now: number,
): void {
  const stored = [...all.filter(({ at }) => at <= now), ...all.filter(({ at }) => at > now)]
  for (const old of stored.slice(MOST_BACKUPS)) rmSync(old.file, { force: true })
}
