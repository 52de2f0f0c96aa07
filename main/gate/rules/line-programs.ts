// Pure. The names by which rules may speak of a command line: what they are looked up by.
import { wordsWithin } from '../../../contract/policy/command-concern.ts'
import { bareName, namesFor } from '../../../contract/policy/command-names.ts'
import { otherForms } from '../../../contract/policy/other-forms.ts'
import type { CanonicalTouchOf } from '../../../contract/call/touch.ts'

/** A name of a program is shorter than this. */
const MOST_CHARS = 64

/**
 * The program of each part, with its folder and without, whatever a part may run that does not
 * show what it runs, and every word of the line that could be a program's name: a text may be run.
 * `look` may be given a name twice.
 */
export function lookUpPrograms(
  { parts = [], command }: CanonicalTouchOf<'proc.run'>,
  look: (name: string) => void,
): void {
  const seen = new Set<string>()
  const each = (program: string | undefined): void => {
    if (program === undefined || seen.has(program)) return
    seen.add(program)
    const bare = bareName(program)
    if (bare !== program) look(program)
    for (const name of namesFor(bare)) look(name)
  }
  for (const part of parts) {
    each(part.words[0])
    for (const { words } of otherForms(part)) each(words[0])
    for (const word of wordsWithin(part)) each(word.replace(/(?<=.)@.*$/s, ''))
  }
  for (const word of command.match(/[\w.+-]+/g) ?? []) if (word.length < MOST_CHARS) each(word)
}
