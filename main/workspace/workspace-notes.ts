// The file in which a workspace tells agents how things are done there. Only whether there is one:
// it is read by a call, like any other file.
import { lstatSync } from 'node:fs'
import { join } from 'node:path'

const NAME = 'AGENTS.md'
/** Bytes; nobody writes so much for an agent to read. */
const LARGEST = 1024 * 1024

/** Its name; null where there is no file of that name, or it is a link or too large. */
export function workspaceNotes(workspace: string): string | null {
  try {
    const found = lstatSync(join(workspace, NAME))
    return found.isFile() && found.size > 0 && found.size <= LARGEST ? NAME : null
  } catch {
    return null
  }
}
