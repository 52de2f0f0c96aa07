// Takes a command line apart for the gate and for people. Owns no wall: what a command really can do is decided by the
// sandbox, and what is said here is never more than what its words promise.
import type { CommandPart } from '../../contract/command.ts'
import { cut, type Draft } from './draft.ts'
import { noteHidden } from './inner.ts'
import { LONGEST_LINE, parseLine } from './parse.ts'
import type { Scope, Sheet } from './scope.ts'
import { settle, type RepositoryPrograms, type ZoneOf } from './settle.ts'
import { hasCd, hasFunction } from './survey.ts'
import { hasTricks } from './tricks.ts'
import { walkScript } from './walk.ts'

/** A line with more parts is not read by a person, and is kept with every decision. */
const MOST_PARTS = 400
/** Code inside of code inside of code. */
const DEEPEST_TEXT = 8

/**
 * Every simple command of a shell line, wherever it stands, with what it would do as far as its words tell. Assignments
 * and redirections are parts of their own. What cannot be read is a part without words that is opaque and `unknown`,
 * beside whatever else was seen. Never empty, never throws.
 *
 * `cwd`: real absolute path of the folder it runs in. `zoneOf` is given absolute paths and such that begin with `~/`,
 * with `..` left in; where it fails the path counts as one nobody may reach. `programsOf` says which programs the settings of
 * a repository name; without it they are taken to name none.
 */
export async function analyseCommand(
  command: string,
  { cwd, zoneOf, programsOf }: { readonly cwd: string; readonly zoneOf: ZoneOf; readonly programsOf?: RepositoryPrograms },
): Promise<readonly CommandPart[]> {
  const drafts: Draft[] = []
  const sheet: Sheet = { drafts, functions: new Set(), tainted: new Set(), reckoned: [], runText: (text, scope) => runText(text, scope) }
  const scope: Scope = { sheet, via: [], folders: [cwd], depth: 0 }
  try {
    runText(command, scope)
    for (const { name, text, scope: where } of sheet.reckoned) if (sheet.tainted.has(name) || sheet.tainted.has('')) noteHidden(text, where)
    if (drafts.length === 0 || drafts.length > MOST_PARTS || hasTricks(command)) {
      drafts.length = Math.min(drafts.length, MOST_PARTS)
      noteHidden(command, scope)
    }
    return await settle(drafts, zoneOf, programsOf)
  } catch {
    return [{ text: cut(command), words: [], opaque: true, exact: false, via: [], effects: ['unknown'] }]
  }
}

/** Reads a text as a shell line; one that cannot be read is noted whole. */
function runText(text: string, scope: Scope): void {
  const script = scope.depth > DEEPEST_TEXT || text.length > LONGEST_LINE ? null : parseLine(text)
  if (script === null) return noteHidden(text, scope)
  // Who calls a function, and from where, is not followed.
  if (hasFunction(script) && hasCd(script)) scope.folders = null
  walkScript(script, text, scope)
}
