// Pure. Programs that need more than a table: those that remove, change rights, end processes or copy
// devices.
import { does, harmless, together, using, type Verdict } from './partial-part.ts'
import { named, readArguments } from './options.ts'
import type { Word } from '../parse/words.ts'

/** More operands than these are removed in bulk. */
const FEW = 20

export function classifyRm(words: readonly Word[]): Verdict {
  const { options, operands, wild } = readArguments(words)
  const bulk =
    named(options, 'r', 'R', 'recursive').length > 0 ||
    wild ||
    operands.length > FEW ||
    operands.some(({ value }) => value === null)
  return together(using('write', operands), bulk ? does('destructive') : harmless)
}

/** chmod; who owns a file is changed by those who have more rights. */
export function classifyChmod(words: readonly Word[]): Verdict {
  // `-x` takes a right away: it is a mode and no option.
  const isMode = ({ value }: Word): boolean => value !== null && /^-[rwxXstugo]/.test(value)
  const { options, operands, wild } = readArguments(words.filter((word) => !isMode(word)))
  const plain = operands[0]?.value ?? null
  const modeIsNamed =
    words.some(isMode) ||
    (plain !== null && !/^([0-7]{1,5}|[ugoa]*[-+=][rwxXstugo,=+-]*)$/.test(plain))
  const modes = words.filter((word) => isMode(word)).concat(operands.slice(0, 1))
  const setsId = modes.some(({ value }) => value === null || /^0*[2-7]\d{3}$|[+=]\w*s/.test(value))
  const bulk = wild || options.some(({ name }) => name === 'R' || 'recursive'.startsWith(name))
  return together(
    using('write', modeIsNamed ? operands : operands.slice(1)),
    bulk ? does('destructive') : harmless,
    setsId ? does('privileged') : harmless,
  )
}

export function classifyKill(words: readonly Word[]): Verdict {
  const asks = words.length > 0 && /^-(l|L)|^--(list|table)/.test(words[0]?.value ?? '')
  if (asks) return harmless
  const all =
    words.slice(1).some(({ value }) => value === null || /^-(1|0)?$|^-1$|^0$|^1$/.test(value)) ||
    (words.length === 1 && words[0]?.value === '-1')
  return all ? does('destructive', 'unknown') : does('unknown')
}

export function classifyDd(words: readonly Word[]): Verdict {
  if (
    words.some(
      ({ value, prefix: wrapper }) =>
        value === null && !/^(if|of|bs|count|seek|skip|conv|status)=/.test(wrapper),
    )
  )
    return does('unknown', 'destructive')
  const paths = (key: string): Word[] =>
    words
      .filter(({ prefix: wrapper }) => wrapper.startsWith(key))
      .map((word) => ({
        ...word,
        path: word.value === null ? null : { at: word.value.slice(key.length), whole: true },
      }))
  return together(using('read', paths('if=')), using('write', paths('of=')))
}

export function classifyTruncate(words: readonly Word[]): Verdict {
  const { options, operands, wild } = readArguments(words, ['s', 'r', 'size', 'reference'])
  const empties = named(options, 's', 'size').some(({ value }) => value?.value === '0')
  return together(
    using('write', operands),
    wild || (empties && (operands.length > 1 || operands.some(({ value }) => value === null)))
      ? does('destructive')
      : harmless,
  )
}

/** date and hostname set what they show when they are given a value. */
export function classifyDate(words: readonly Word[], name: string): Verdict {
  const { options, operands, wild } = readArguments(
    words,
    name === 'date' ? ['d', 'f', 'r', 's', 'date', 'file', 'reference', 'set'] : ['F'],
  )
  const sets =
    wild ||
    named(options, ...(name === 'date' ? ['s', 'set'] : ['F', 'file', 'b', 'boot'])).length > 0
  const shows =
    name === 'date'
      ? operands.every(({ prefix: wrapper }) => wrapper.startsWith('+'))
      : operands.length === 0
  const files = named(options, 'f', 'file', 'r', 'reference').flatMap(({ value }) =>
    value === null ? [] : [value],
  )
  return together(
    sets || !shows ? does('privileged') : harmless,
    name === 'date' ? using('read', files) : harmless,
  )
}
