// Suggestions that a person dismissed, and how often each had been approved then. Stored in a file of
// its own, by hashes: what was approved is nobody's business there. A damaged or missing file is
// treated as empty: then a suggestion is shown once more.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { replaceFile } from '../../disk/replace-file.ts'

export type PutAway = {
  /** How often it had been approved when it was put away; 0: it was not. */
  times(key: string): number
  put(key: string, times: number): void
}

export type PutAwayDeps = {
  readonly file: string
  readonly sha256: (text: string) => string
  /** It could not be kept: it counts until the end of this process. */
  readonly report: (fault: unknown) => void
}

/** The newest; nobody puts more away. */
const MOST = 500
const Stored = z.array(z.tuple([z.string().max(128), z.int().min(1)])).max(MOST)

export function openPutAway({ file, sha256, report }: PutAwayDeps): PutAway {
  const stored = new Map(read(file))
  return {
    times: (key) => stored.get(sha256(key)) ?? 0,
    put(key, times) {
      const hash = sha256(key)
      stored.delete(hash)
      stored.set(hash, times)
      const [oldest] = stored.keys()
      if (stored.size > MOST && oldest !== undefined) stored.delete(oldest)
      try {
        replaceFile(file, JSON.stringify([...stored]), 'content')
      } catch (fault) {
        report(fault)
      }
    },
  }
}

function read(file: string): readonly [string, number][] {
  try {
    return Stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return []
  }
}
