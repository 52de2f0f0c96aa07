// Pure. Shells called by name: with code in their words, with a file, or waiting for what comes
// through a pipe.
import { does, harmless, hidden, type Verdict } from './partial-part.ts'
import { knownWord, type Word } from '../parse/words.ts'
import { splitNames } from '../split-names.ts'

const SHELLS: ReadonlySet<string> = new Set(
  splitNames('sh bash dash ash zsh ksh ksh93 mksh rbash yash posh'),
)
export const isShell = (name: string): boolean => SHELLS.has(name)

export type ShellCall = {
  readonly verdict: Verdict
  /** The text that `-c` runs, not null only where there is one. */
  readonly code: Word | null
  /** How many of the words, counted from the end, are the code and what it is given. */
  readonly rest: number
}

export function readShell(words: readonly Word[]): ShellCall {
  let hasCode = false
  let at = 0
  for (; at < words.length; at++) {
    const { value } = words[at] as Word
    // What is expanded may be an option, or the file to run.
    if (value === null) break
    if (value === '--' || value === '-') {
      at++
      break
    }
    if (/^--(posix|norc|noprofile|restricted|verbose|noediting)$/.test(value)) continue
    if (value.startsWith('--')) return { verdict: hidden, code: null, rest: 0 }
    if (!/^[-+]\w/.test(value)) break
    // Started as a login or interactive shell it reads files of its own; with -s what comes in.
    if (/[sil]/.test(value.replace(/^[-+]o.*/, ''))) return { verdict: hidden, code: null, rest: 0 }
    if (value.startsWith('-') && value.includes('c')) hasCode = true
    if (/^[-+]\w*[oO]$/.test(value)) at++
  }
  const operand = words[at]
  if (operand === undefined)
    return { verdict: isVersion(words) ? harmless : hidden, code: null, rest: 0 }
  if (hasCode)
    return {
      verdict: operand.value === null ? hidden : harmless,
      code:
        operand.value === null
          ? null
          : { ...knownWord(operand.value, operand.text), plain: operand.plain },
      rest: words.length - at,
    }
  // What a file holds is not looked at; it has a name at least.
  return {
    verdict:
      operand.value === null ||
      operand.value.startsWith('/dev/') ||
      operand.value.startsWith('/proc/')
        ? hidden
        : does('unknown'),
    code: null,
    rest: 0,
  }
}

const isVersion = (words: readonly Word[]): boolean =>
  words.length === 1 && words[0]?.value === '--version'
