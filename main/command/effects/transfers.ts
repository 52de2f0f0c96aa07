// Pure. What copies to other machines, or runs there.
import { does, harmless, hidden, together, using, type Verdict } from './partial-part.ts'
import { named, readArguments, type Valued } from './options.ts'
import { type Word } from '../parse/words.ts'
import { splitNames } from '../split-names.ts'

/** Options of rsync that take a value. */
const RSYNC_VALUED = splitNames(`
  e f T B M rsh rsync-path exclude include filter files-from temp-dir backup-dir log-file
  exclude-from include-from port password-file
`)

export function classifyRsync(words: readonly Word[]): Verdict {
  const { options, operands, wild } = readArguments(words, RSYNC_VALUED)
  if (
    wild ||
    named(options, 'e', 'rsh', 'rsync-path').length > 0 ||
    options.some(({ name }) => name === 'M')
  )
    return together(hidden, does('network'))
  const remote = operands.some(({ value }) => value === null || /^[^/]*:/.test(value))
  const removes = options.some(
    ({ name }) => name.startsWith('del') || name === 'remove-source-files',
  )
  const local = (operandWords: readonly Word[]): Word[] =>
    operandWords.filter(({ value }) => value === null || !/^[^/]*:/.test(value))
  const paths = named(options, 'temp-dir', 'backup-dir', 'log-file', 'T').flatMap(({ value }) =>
    value === null ? [] : [value],
  )
  const from = together(
    using('deep', local(operands.slice(0, -1))),
    remote ? does('network') : harmless,
  )
  return together(
    from,
    using('write', [...local(operands.slice(-1)), ...paths]),
    removes ? does('destructive') : harmless,
  )
}

/** Options of scp that take a value. */
const SCP_VALUED = splitNames('P i o F S c J l D X')

export function classifyScp(words: readonly Word[]): Verdict {
  const { options, operands, wild } = readArguments(words, SCP_VALUED)
  const runs = wild || options.some(({ name }) => ['o', 'F', 'S', 'D'].includes(name))
  const last = operands.at(-1)
  const here =
    last !== undefined && (last.value === null || !/^[^/]*:/.test(last.value))
      ? using('write', [last])
      : harmless
  return together(
    does('network'),
    runs ? hidden : harmless,
    using(
      'deep',
      operands.slice(0, -1).filter(({ value }) => value === null || !/^[^/]*:/.test(value)),
    ),
    here,
  )
}

export const SSH_VALUED: Valued = splitNames('o F i p l L R D J W b c E e I m O Q S w')

export function classifySsh(words: readonly Word[]): Verdict {
  const { options, wild } = readArguments(words, SSH_VALUED, { firstOnly: true })
  return together(
    does('network'),
    wild || options.some(({ name }) => ['o', 'F', 'I'].includes(name)) ? hidden : harmless,
  )
}
