// Pure. find and fd: what they look through, what they remove or write, and what they run for each
// of what they find.
import { does, harmless, hidden, together, using, type Verdict } from './partial-part.ts'
import { below, knownWord, unknownWord, type Word } from '../parse/words.ts'
import { isRoot } from '../read-only/find.ts'
import { splitNames } from '../split-names.ts'

export type FindCall = {
  readonly verdict: Verdict
  readonly runs: readonly { readonly by: string; readonly nested: readonly Word[] }[]
}

const RUNS = new Set(['-exec', '-execdir', '-ok', '-okdir'])
/** `-x`, alone, behind other letters or with a program attached; letters that take a value end it. */
const FD_RUN = /^(?:--exec(?:-b[a-z]*)?|-[^-dEteScjgo=]*[xX])/
const WRITES = new Set(['-fprint', '-fprint0', '-fls', '-fprintf'])
/** Behind these is a value, whatever it looks like. */
const VALUED: ReadonlySet<string> = new Set(
  splitNames(`
    -name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -printf -type
    -xtype -size -mtime -mmin -atime -amin -ctime -cmin -maxdepth -mindepth -perm -user -group -uid
    -gid -inum -links -samefile -newer -anewer -cnewer -regextype -fstype -used -D -context
  `),
)

export function readFind(words: readonly Word[], name: string): FindCall {
  return name === 'fd' || name === 'fdfind' ? readFd(words) : readPlainFind(words)
}

function readPlainFind(words: readonly Word[]): FindCall {
  const roots: Word[] = []
  const verdicts: Verdict[] = []
  const runs: { by: string; nested: readonly Word[] }[] = []
  let inRoots = true
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const { value } = word
    if (value === null && (word.prefix === '' || word.prefix.startsWith('-'))) {
      // The home among the folders is a place; any other expansion can be a test or an action.
      if (inRoots && isRoot(word)) roots.push(word)
      else verdicts.push(hidden)
      continue
    }
    if (inRoots && value !== null && /^-([HLP]|O\d)$/.test(value)) continue
    if (inRoots && value !== null && (value.startsWith('-') || value === '(' || value === '!'))
      inRoots = false
    if (inRoots) roots.push(word)
    if (value === null) continue
    if (value === '-delete')
      verdicts.push(
        does('destructive'),
        using('write', roots.length === 0 ? [below('.', '.')] : roots),
      )
    else if (value === '-files0-from' || value === '--files0-from') verdicts.push(hidden)
    else if (WRITES.has(value)) {
      const target = words[++at]
      verdicts.push(target === undefined ? does('writes-outside') : using('write', [target]))
      if (value === '-fprintf') at++
    } else if (RUNS.has(value)) {
      const { nested, end } = commandAfter(words, at + 1)
      runs.push({ by: value, nested: filled(nested, roots) })
      at = end
    } else if (VALUED.has(value) || value.startsWith('-newer')) at++
  }
  return { verdict: together(using('read', roots), ...verdicts), runs }
}

function commandAfter(
  words: readonly Word[],
  from: number,
): { nested: readonly Word[]; end: number } {
  for (let at = from; at < words.length; at++) {
    const value = words[at]?.value
    if (value === ';' || (value === '+' && words[at - 1]?.value === '{}'))
      return { nested: words.slice(from, at), end: at }
  }
  return { nested: words.slice(from), end: words.length }
}

/**
 * `{}` means something below where the search begins; inside of a longer word nobody knows
 * what it makes.
 */
function filled(nested: readonly Word[], roots: readonly Word[]): readonly Word[] {
  const paths = roots.length === 0 ? ['.'] : roots.map(({ path }) => path?.at ?? null)
  return nested.flatMap((word) => {
    if (word.value === null || !word.value.includes('{}')) return [word]
    // A `-` in front of a root would make an option of what is found.
    return paths.map((at) =>
      word.value === '{}' && at !== null && !at.startsWith('-')
        ? below('{}', at)
        : unknownWord(word.text),
    )
  })
}

function readFd(words: readonly Word[]): FindCall {
  const at = words.findIndex(({ value }) => value !== null && FD_RUN.test(value))
  const own = at < 0 ? words : words.slice(0, at)
  // An expansion before can itself be `-x`.
  const wild = own.some(
    ({ value, prefix: wrapper }) => value === null && (wrapper === '' || wrapper.startsWith('-')),
  )
  const verdict = together(
    using(
      'read',
      own.filter(({ value }) => value === null || !value.startsWith('-')),
    ),
    wild ? hidden : harmless,
  )
  if (at < 0) return { verdict, runs: [] }
  // The program may be attached to the option.
  const attached = words[at]?.value?.replace(FD_RUN, '').replace(/^=/, '') ?? ''
  const nested = [
    ...(attached === '' ? [] : [knownWord(attached)]),
    ...words.slice(at + 1).filter(({ value }) => value !== ';'),
  ]
  const marked = nested.some(({ text }) => /\{[/.]*\}/.test(text))
  const words2 = nested.map((word) => (/\{[/.]*\}/.test(word.text) ? unknownWord(word.text) : word))
  return { verdict, runs: [{ by: '-x', nested: marked ? words2 : [...words2, unknownWord('…')] }] }
}
