// Pure. What packs and unpacks archives.
import { written } from './written-options.ts'
import { does, harmless, hidden, together, using, type Verdict } from './partial-part.ts'
import { named, readArguments } from './options.ts'
import { HERE, type Word } from '../parse/words.ts'
import { splitNames } from '../split-names.ts'

/** Options of tar that take a value. */
const TAR_VALUED = splitNames(`
  f C T X I F b g K N L V file directory files-from exclude use-compress-program to-command
  info-script checkpoint-action rsh-command transform strip-components
`)

export function classifyTar(words: readonly Word[]): Verdict {
  const [first, ...rest] = words
  // The old way writes the options without a dash.
  const old =
    typeof first?.value === 'string' && /^[a-zA-Z]+$/.test(first.value)
      ? { ...first, value: `-${first.value}` }
      : null
  const bundle = old?.value ?? ''
  // In an old bundle the values follow in the order of their letters.
  const values =
    old === null ? 0 : bundle.split('').filter((letter) => TAR_VALUED.includes(letter)).length
  const oldFile =
    old === null || !bundle.includes('f')
      ? null
      : (rest[
          bundle
            .split('')
            .filter((letter) => TAR_VALUED.includes(letter))
            .indexOf('f')
        ] ?? null)
  const { options, operands, wild } = readArguments(
    old === null ? words : rest.slice(values),
    TAR_VALUED,
  )
  const letter = (name: string): boolean =>
    bundle.includes(name) || options.some((option) => option.name === name)
  const runs =
    letter('I') ||
    letter('F') ||
    named(
      options,
      'use-compress-program',
      'to-command',
      'info-script',
      'new-volume-script',
      'checkpoint-action',
      'rsh-command',
      'rmt-command',
    ).length > 0
  if (runs || wild) return hidden
  const files = [
    ...named(options, 'f', 'file').flatMap(({ value }) => (value === null ? [] : [value])),
    ...(oldFile === null ? [] : [oldFile]),
  ]
  const remote = files.some(
    ({ value }) =>
      value === null || (value.includes(':') && !value.startsWith('/') && !value.startsWith('.')),
  )
  const folders = named(options, 'C', 'directory').flatMap(({ value }) =>
    value === null ? [] : [value],
  )
  const removes =
    named(options, 'remove-files', 'delete', 'recursive-unlink').length > 0
      ? does('destructive')
      : harmless
  // A list names files that are not in the words; a snapshot and an index are written beside the
  // archive.
  const listed = named(options, 'files-from').length > 0 || letter('T') ? does('unknown') : harmless
  const beside = written(
    options.filter(({ name }) => name === 'g' || /^(listed-incr|index-f)/.test(name)),
  )
  const base = together(
    listed,
    beside,
    remote ? does('network') : harmless,
    removes,
    letter('P') ? does('writes-outside') : harmless,
  )
  if (letter('t') || named(options, 'list').length > 0) return together(base, using('read', files))
  if (letter('x') || named(options, 'extract', 'get').length > 0)
    return together(
      base,
      using('read', files),
      using('write', folders.length > 0 ? folders : [HERE]),
    )
  return together(
    base,
    using('write', files),
    using('deep', [...operands, ...folders]),
    letter('c') ||
      letter('r') ||
      letter('u') ||
      named(options, 'create', 'append', 'update').length > 0
      ? harmless
      : does('unknown'),
  )
}
