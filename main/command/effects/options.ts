// Pure. Takes the words behind a program apart into options and operands, in the way of getopt.
import { mayBeOption, type Word } from '../parse/words.ts'

export type Option = { readonly name: string; readonly value: Word | null }
export type Arguments = {
  readonly options: readonly Option[]
  readonly operands: readonly Word[]
  /** A word is where an option could be, and is known only while the line runs. */
  readonly wild: boolean
}

/**
 * Names of options that take a value: `o` means -o, `output` for --output. Long ones may be
 * shortened.
 */
export type Valued = readonly string[]

/**
 * `firstOnly` stops at the first operand, as wrappers do whose operands are a command of its own.
 * `whole` reads `-name` as one long option, as find and java do.
 */
export function readArguments(
  words: readonly Word[],
  valued: Valued = [],
  { firstOnly = false } = {},
): Arguments {
  const options: Option[] = []
  const operands: Word[] = []
  let wild = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    if (!mayBeOption(word)) {
      operands.push(word)
      if (!firstOnly) continue
      operands.push(...words.slice(at + 1))
      break
    }
    const text = word.value
    if (text === '--') {
      operands.push(...words.slice(at + 1))
      break
    }
    if (text === null) {
      wild = true
      if (firstOnly) {
        operands.push(...words.slice(at))
        break
      }
      operands.push(word)
    } else if (text.startsWith('--')) {
      const [name, attached] = split(text.slice(2))
      if (attached !== null) options.push({ name, value: part(word, attached) })
      else if (valued.some((each) => each.length > 1 && each.startsWith(name)))
        options.push({ name, value: words[++at] ?? null })
      else options.push({ name, value: null })
    } else {
      for (let letter = 1; letter < text.length; letter++) {
        const name = text[letter] as string
        if (!valued.includes(name)) {
          options.push({ name, value: null })
          continue
        }
        const attached = text.slice(letter + 1)
        options.push({
          name,
          value: attached === '' ? (words[++at] ?? null) : part(word, attached),
        })
        break
      }
    }
  }
  return { options, operands, wild }
}

const split = (text: string): readonly [name: string, value: string | null] => {
  const at = text.indexOf('=')
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)]
}

const part = (word: Word, value: string): Word => ({
  text: word.text,
  value,
  prefix: value,
  path: {
    at: value.startsWith('~') && !value.startsWith('~/') ? `./${value}` : value,
    whole: true,
  },
  plain: word.plain,
})

/**
 * Long names may be shortened as far as they stay clear; that they are clear is not checked, so
 * more is matched than would be.
 */
export const isNamed = ({ name }: Option, full: string): boolean =>
  name === full || (full.length > 1 && name.length > 1 && full.startsWith(name))

export const named = (options: readonly Option[], ...names: readonly string[]): readonly Option[] =>
  options.filter((option) => names.some((full) => isNamed(option, full)))
