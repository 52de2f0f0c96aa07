// Pure. The tests and actions of find that read and print. What `-exec` and its like run is
// followed as a command of its own.
import type { Use } from '../effects/partial-part.ts'
import { HERE, type Word } from '../parse/words.ts'
import type { Reading } from './form.ts'
import { isQuoted } from './quoted.ts'
import { splitNames } from '../split-names.ts'

/** Without a value. */
export const FIND_FLAGS: ReadonlySet<string> = new Set(
  splitNames(`
    -print -print0 -ls -prune -quit -depth -xdev -mount -empty -executable -readable -writable
    -nouser -nogroup -true -false -daystart -follow -noleaf -ignore_readdir_race
    -noignore_readdir_race -warn -nowarn -not -and -or -a -o ( ) ! ,
  `),
)
/** With one value, which is no file that is opened. */
export const FIND_VALUED: ReadonlySet<string> = new Set(
  splitNames(`
    -name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -regextype
    -printf -type -xtype -size -mtime -mmin -atime -amin -ctime -cmin -maxdepth -mindepth -perm
    -user -group -uid -gid -inum -links -fstype -used
  `),
)
/** Whose value is a file that is compared with. */
export const FIND_FILES: ReadonlySet<string> = new Set(
  splitNames(`
    -newer -anewer -cnewer -samefile -newermm -neweraa -newercc -newermt -newerct -newerat
  `),
)
const RUNS: ReadonlySet<string> = new Set(splitNames('-exec -execdir -ok -okdir'))

/** Null for every word that is not one of these. */
export function findUses(words: readonly Word[]): Reading | null {
  const roots: Word[] = []
  const files: Word[] = []
  let inRoots = true
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const { value } = word
    if (inRoots && value !== null && /^(-[HLP]|-O\d|--)$/.test(value)) continue
    if (inRoots && (value === null ? isRoot(word) : !/^[-(!,]/.test(value))) {
      roots.push(word)
      continue
    }
    inRoots = false
    if (value === null) return null
    if (FIND_FLAGS.has(value)) continue
    if (RUNS.has(value)) {
      at = endOfCommand(words, at + 1)
      continue
    }
    const next = words[++at]
    if (next === undefined || (next.value === null && !isQuoted(next))) return null
    if (FIND_FILES.has(value)) {
      if (!value.endsWith('t')) files.push(next)
    } else if (!FIND_VALUED.has(value)) return null
  }
  const reads = [...(roots.length === 0 ? [HERE] : roots), ...files]
  return { uses: reads.map(({ path }): Use => ({ how: 'read', path })), repositories: [] }
}

/**
 * Whatever the shell makes of it is a place and no test: a pattern alone finds names such as
 * `-delete`.
 */
export const isRoot = ({ path, prefix }: Word): boolean =>
  path !== null && (path.whole || (prefix !== '' && !/^[-(!,)]/.test(prefix)))

function endOfCommand(words: readonly Word[], from: number): number {
  for (let at = from; at < words.length; at++) {
    const value = words[at]?.value
    if (value === ';' || (value === '+' && words[at - 1]?.value === '{}')) return at
  }
  return words.length
}
