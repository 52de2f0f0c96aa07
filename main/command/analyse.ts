// Takes a command line apart for the gate and for people. What a command really can do is decided by
// the sandbox; what is said here is never more than its words promise.
import type { CommandPart } from '../../contract/call/command.ts'
import { markExported } from './assignments.ts'
import { doubtsOf } from './parse/doubts.ts'
import { cut, type PartialPart } from './effects/partial-part.ts'
import { markFetched } from './fetched.ts'
import { noteHidden } from './substitutions.ts'
import { LONGEST_LINE, parseLine } from './parse/parse.ts'
import { MOST_PARTS, note, type Scope, type Sheet } from './scope.ts'
import { resolveEffects, type RepositoryPrograms, type ZoneOf } from './effects/resolve-effects.ts'
import { hasCd, hasFunction } from './parse/pre-scan.ts'
import { hasSpoofedCharacters } from './parse/spoofed-characters.ts'
import { walkScript } from './walk.ts'

/** Code inside of code inside of code. */
const DEEPEST_TEXT = 8
/**
 * Of all texts of a line together, those inside of others counted again: else each level of it
 * would cost as much as the line.
 */
const MOST_CHARACTERS = 2 * LONGEST_LINE

/**
 * Every simple command of a shell line, wherever it is, with what it would do as far as its
 * words tell. Assignments and redirections are parts of their own. What cannot be read is a part
 * without words that is opaque and `unknown`, beside whatever else was seen. Never empty, never
 * throws.
 *
 * A part is exact only where every shell of the list runs the same program with the same words:
 * `own` are those that can be behind `/bin/sh` (dash, bash, zsh, busybox); `any` are also those
 * that an agent may use itself, PowerShell, fish, cmd and a shell for people among them. What these
 * would read otherwise is one more part, without words, that is not exact.
 *
 * `cwd`: real absolute path of the folder it runs in. `zoneOf` is given absolute paths and such
 * that begin with `~/`, with `..` left in; where it fails the path counts as one nobody may reach.
 * `programsOf` says which programs the settings of a repository name; without it they are taken to
 * name none.
 */
export async function analyseCommand(
  command: string,
  { cwd, zoneOf, programsOf, shells = 'own' }: AnalysisContext,
): Promise<readonly CommandPart[]> {
  const partials: PartialPart[] = []
  const sheet: Sheet = {
    partials,
    assigned: new Set(),
    exported: new Set(),
    functions: new Set(),
    tainted: new Set(),
    reckoned: [],
    doubts: new Set(),
    spent: { words: 0, characters: 0 },
    runText: (text, scope) => runText(text, scope),
  }
  const scope: Scope = {
    sheet,
    via: [],
    folders: [cwd],
    depth: 0,
    numbers: new Set(),
    joint: '',
    loop: null,
    feed: null,
  }
  try {
    runText(command, scope)
    for (const { name, text, scope: where } of sheet.reckoned)
      if (sheet.tainted.has(name) || sheet.tainted.has('')) noteHidden(text, where)
    markExported(sheet)
    markFetched(partials)
    if (partials.length === 0 || partials.length > MOST_PARTS || hasSpoofedCharacters(command)) {
      partials.length = Math.min(partials.length, MOST_PARTS)
      noteHidden(command, scope)
    }
    if (shells === 'any' && sheet.doubts.has('called')) noteHidden(command, scope)
    if (shells === 'any' && (sheet.doubts.has('foreign') || sheet.doubts.has('loose')))
      note(scope, {
        text: cut(command),
        words: [],
        opaque: false,
        exact: false,
        effects: [],
        uses: [],
      })
    const sure = sheet.doubts.has('loose')
      ? partials.map((partial) => ({ ...partial, exact: false }))
      : partials
    return await resolveEffects(sure, zoneOf, programsOf)
  } catch {
    return [
      { text: cut(command), words: [], opaque: true, exact: false, via: [], effects: ['unknown'] },
    ]
  }
}

type AnalysisContext = {
  readonly cwd: string
  readonly zoneOf: ZoneOf
  readonly programsOf?: RepositoryPrograms
  readonly shells?: 'own' | 'any'
}

/** Reads a text as a shell line; one that cannot be read is noted whole. */
function runText(text: string, scope: Scope): void {
  const { spent } = scope.sheet
  spent.characters += text.length
  const tooMuch =
    scope.depth > DEEPEST_TEXT || text.length > LONGEST_LINE || spent.characters > MOST_CHARACTERS
  const script = tooMuch ? null : parseLine(text)
  if (script === null) return noteHidden(text, scope)
  const doubts = doubtsOf(text, script)
  for (const each of doubts) scope.sheet.doubts.add(each)
  const { length } = scope.sheet.partials
  // Who calls a function, and from where, is not followed.
  if (hasFunction(script) && hasCd(script)) scope.folders = null
  walkScript(script, text, scope)
  if (doubts.has('strange') && !scope.sheet.partials.slice(length).some(({ opaque }) => opaque))
    noteHidden(text, scope)
}
