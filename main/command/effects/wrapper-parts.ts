// What every program that leads to another needs: a part of its own, and a way on.
import { namedPaths } from './named-paths.ts'
import { cut, harmless, hidden, together, type Verdict } from './partial-part.ts'
import { noteHidden } from '../substitutions.ts'
import { dangersOf } from '../risks/risk.ts'
import { wraps } from '../read-only/read.ts'
import { knownWords, laterWords, note, type Scope } from '../scope.ts'
import type { Word } from '../parse/words.ts'

export type Run = (words: readonly Word[], text: string, scope: Scope) => void
export type Wrapped = (
  name: string,
  words: readonly Word[],
  text: string,
  scope: Scope,
  run: Run,
) => void

/** Code that runs in the same shell also moves it. */
export function runText(code: Word | null, scope: Scope): void {
  if (code === null || code.value === null) return noteHidden(code?.text ?? '…', scope)
  // Another shell makes another text of it.
  if (!code.plain) noteHidden(code.text, scope)
  const within = { ...scope, depth: scope.depth + 1, loop: null, feed: null }
  scope.sheet.runText(code.value, within)
  scope.folders = within.folders
}

/** The text that a shell gets when words are put together with spaces. */
export function joined(words: readonly Word[]): Word | null {
  const values = words.map(({ value }) => value)
  if (values.some((value) => value === null)) return null
  const value = values.join(' ')
  return {
    text: textOf(words),
    value,
    prefix: value,
    path: null,
    plain: words.every(({ plain }) => plain),
  }
}

export const textOf = (words: readonly Word[]): string => words.map(({ text }) => text).join(' ')

/** fd takes all behind `-x` for the command. */
const ownOf = (name: string, words: readonly Word[]): readonly Word[] => {
  const at = /^fd/.test(name)
    ? words.findIndex(({ value }) => value !== null && /^(-[xX]|--exec(-batch)?)$/.test(value))
    : -1
  return at < 0 ? words : words.slice(0, at)
}

export function noteOwn(
  name: string,
  own: readonly Word[],
  text: string,
  scope: Scope,
  verdict: Verdict,
  all: readonly Word[] | null = own,
): void {
  const { words, exact } = knownWords(own)
  const { effects, opaque } = together(
    verdict,
    verdict.opaque ? hidden : harmless,
    all === null ? harmless : dangersOf(name, all),
  )
  const named = namedPaths(own)
  note(scope, {
    ...verdict,
    effects,
    opaque,
    text: cut(text),
    words: [name, ...words],
    exact,
    uses: [...verdict.uses, ...named.uses],
    unlisted: wraps(name, ownOf(name, own)) ? undefined : 'form',
    later: laterWords(own),
    closed: named.patterns,
  })
}
