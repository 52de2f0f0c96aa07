// The files that a server is started from, in the words of its review: `sha256 FILE HASH`. Pure.
import { z } from 'zod'

export type HashedFile = { readonly file: string; readonly hash: string }

const HASHED = /^sha256 (.*) (\S+)$/s
const Reviewed = z.looseObject({ launch: z.array(z.string()) })

/** Null: that part of a launch names no file. */
export function hashedFile(part: string): HashedFile | null {
  const [, file, hash] = HASHED.exec(part) ?? []
  return file === undefined || hash === undefined ? null : { file, hash }
}

/** Of a server's text as a review shows it. */
export function filesIn(text: string): readonly HashedFile[] {
  try {
    const { launch } = Reviewed.parse(JSON.parse(text))
    return launch.flatMap((part) => hashedFile(part) ?? [])
  } catch {
    return []
  }
}
