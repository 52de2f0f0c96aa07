// Pure. Commands that a line holds as texts: in an option of a program that runs it, in a file that
// the line writes and then runs, or as a copy of the program under another name. What such a text does
// cannot be known for sure, so it needs approval where a rule denies it.
import { bareName, namesFor } from './command-names.ts'
import { concernsCommand } from './command-spelling.ts'
import type { SpokenCommand } from './spoken-command.ts'

export type TextPart = SpokenCommand & {
  readonly via: readonly string[]
  readonly effects?: readonly string[] | undefined
}

/** `line`: as written, where it is known. */
export const mayBeHeldBy = (
  pattern: readonly string[],
  parts: readonly TextPart[],
  line: string | null,
): boolean =>
  parts.some((part) => textsOf(part).some((text) => isIn(pattern, text))) ||
  parts.some((part) => renames(pattern[0] ?? '', part)) ||
  (line !== null && runsWhatItWrites(parts) && isIn(pattern, line.replaceAll(/['"\\]/g, ';')))

/** What a person reads and no program runs. */
const MESSAGE = /^(?:-\w*m|--message|--title|--body|--subject|--description|--notes|-[tb])$/
const HAS_MESSAGES = /^(?:git|gh|glab|hub|hg|svn|jj)$/

/** Words of several words, and those behind `--`, but of a program that only looks or says. */
function textsOf({ words, later = [], effects = [] }: TextPart): readonly string[] {
  const [name = '', ...own] = words
  if (effects.length > 0 && effects.every((effect) => effect === 'read-only')) return []
  const messages = HAS_MESSAGES.test(bareName(name))
  const behind = [...own, ...later].filter(
    (word, at) =>
      !messages || !(MESSAGE.test(own[at - 1] ?? '') || MESSAGE.test(word.replace(/=.*$/s, ''))),
  )
  // What is behind `--` may be a command whole, of a program whose table does not say so.
  const end = words.indexOf('--')
  return [
    ...[...(/^\w+=/.test(name) ? [name] : []), ...behind].filter((word) => /\s/.test(word)),
    ...(end < 0 ? [] : [words.slice(end + 1).join(' ')]),
  ]
}

/**
 * Before a command in a text: a shell's or an editor's mark, an option or a name with `=`, a kind with a
 * colon, the times of cron.
 */
const LEAD =
  /^(?:\s|[!%:|@-]|[\w.:-]+=|[A-Za-z]+::?(?=\S)|(?:(?:[\d*,/-]+|[A-Z]{3})\s+){5}|@\w+\s)+/

/** Whether it begins with such a command, or has one behind a sign that begins another. */
const isIn = (pattern: readonly string[], text: string): boolean =>
  text.split(/[;&|\n(){}`]/).some((piece) => {
    const words = piece
      .replace(LEAD, '')
      .split(/\s+/)
      .filter((word) => word !== '')
    return words.length > 0 && concernsCommand(pattern.join(' '), { words })
  })

const COPIES = /^(?:cp|ln|mv|install|rsync|start-stop-daemon|busybox)$/
const FINDS = /^(?:which|whence|where|type|command|readlink|realpath)$/

/** The program itself is copied, or its file is asked for within another command. */
function renames(program: string, { words, via }: TextPart): boolean {
  const [name = '', ...own] = words
  const finds = FINDS.test(bareName(name)) && via.some((each) => each.includes('$('))
  return (
    (finds || COPIES.test(bareName(name))) &&
    own.some((word) =>
      namesFor(bareName(word.replace(/^--[\w-]+=/, ''))).includes(bareName(program)),
    )
  )
}

/** A file that one part writes is a word of another one, which is not there to make it a program only. */
function runsWhatItWrites(parts: readonly TextPart[]): boolean {
  const written = new Set(
    parts.flatMap(({ words: [name = '', ...own] }) =>
      /^\d*&?>/.test(name) || bareName(name) === 'tee' ? own.map(bareName) : [],
    ),
  )
  return (
    written.size > 0 &&
    parts.some(
      ({ words }) =>
        !/^(?:\d*&?[<>].*|tee|chmod|cat|rm|ls)$/.test(bareName(words[0] ?? '')) &&
        words.some((word) => written.has(bareName(word))),
    )
  )
}
