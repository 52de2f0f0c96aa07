// Which programs say nothing but names of files, so that what reads them behind a pipe is known to
// be given places below a folder.
import type { CommandNode } from 'unbash'
import { programName } from './commands.ts'
import { readWord, type Word } from './parse/words.ts'
import { readingOf } from './read-only/read.ts'
import type { Feed } from './scope.ts'

/** What a command says, if it says names; null: anything. */
export function feedOf(node: CommandNode | undefined): Feed | null {
  if (node?.type !== 'Command' || node.name === undefined || node.redirects.length > 0) return null
  if (node.prefix.length > 0) return null
  const [program, ...words] = [node.name, ...node.args].map((word) =>
    word.type === 'Word' ? readWord(word) : null,
  )
  if (program === undefined || program === null || words.some((word) => word === null)) return null
  const known = words.filter((word) => word !== null)
  const name = programName(program)
  if (name === null || readingOf(name, known) === null) return null
  if (name === 'find' || name === 'gfind') return ofFind(known)
  if (name === 'git' && known[0]?.value === 'ls-files') return ofGit(known.slice(1))
  if (name === 'ls')
    return known.every(({ value }) => value !== null && /^-[1aAtrSU]+$/.test(value))
      ? { at: '.', whole: false }
      : null
  return null
}

/** Expressions that print something else than the name. */
const PRINTS = /^-(?:f?printf|fprint0?|f?ls|exec|execdir|ok|okdir|files0-from)$/

function ofFind(words: readonly Word[]): Feed | null {
  if (words.some(({ value }) => value !== null && PRINTS.test(value))) return null
  const from = words.findIndex(({ value }) => value === null || !/^-[HLP]$/.test(value))
  const rest = from < 0 ? [] : words.slice(from)
  // What is known only while the line runs may be an expression, but for a home or a folder.
  const end = rest.findIndex(({ value, prefix }) => value !== null && /^[-(!]/.test(prefix))
  const starts = end < 0 ? rest : rest.slice(0, end)
  if (starts.length > 1 || starts.some(({ path }) => path === null)) return null
  const prints = words.filter(({ value }) => value === '-print' || value === '-print0')
  if (prints.length > 1) return null
  return { at: starts[0]?.path?.at ?? '.', whole: prints[0]?.value === '-print0' }
}

/** Names are in quotes where they hold anything strange, but not with `-z`. */
const ofGit = (words: readonly Word[]): Feed | null =>
  words.some(
    ({ value }) =>
      value === null || /^-(?!z$|[com]$|-(?:cached|others|exclude-standard)$)/.test(value),
  )
    ? null
    : { at: '.', whole: words.some(({ value }) => value === '-z') }
