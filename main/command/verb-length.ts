// Pure. How many of its first words say what a command is, so that “with any arguments” has a
// meaning: the program and its verb. Null where no table knows it, and where further words could do
// more than build, test or look.
import type { CommandPart } from '../../contract/call/command.ts'
import { isInterpreter } from './effects/interpreters.ts'
import { builds } from './tables/program.ts'
import { PROGRAMS } from './tables/programs.ts'
import { splitNames } from './split-names.ts'

/** The second word is the verb, and what is behind these verbs has a name of its own. */
const VERBED: ReadonlySet<string> = new Set(
  splitNames(`
    git npm pnpm yarn bun pip pip3 uv poetry pipenv cargo go gem bundle composer dotnet deno
  `),
)
const NAMING: ReadonlySet<string> = new Set(['run', 'run-script', 'task', 'tool'])
/** The second word is a target of their own. */
const TARGETED: ReadonlySet<string> = new Set(
  splitNames('make gmake ninja just task rake gradle mvn nx turbo bazel'),
)
/** Only look, whatever is behind them. Those that change the shell they run in are not here. */
const READERS: ReadonlySet<string> = new Set(
  splitNames(`
    cat tac head tail wc nl cut fold od hexdump cksum md5sum sha1sum sha256sum sha512sum stat
    readlink realpath cmp strings ls dir du df grep egrep fgrep rg tree diff basename dirname which
    jq
  `),
)

const CONTAINED: ReadonlySet<string> = new Set(['read-only', 'writes-inside'])

export function verbLength({ words, opaque, exact, effects }: CommandPart): number | null {
  if (opaque || !exact || !effects.every((effect) => CONTAINED.has(effect))) return null
  const [name, verb, third] = words
  if (name === undefined || name.includes('/')) return null
  const found = countOf(name, verb, third)
  return found === null || words.slice(0, found).some((word) => /\s/.test(word)) ? null : found
}

function countOf(name: string, verb: string | undefined, third: string | undefined): number | null {
  if (VERBED.has(name)) {
    if (!isVerb(verb)) return null
    if (!NAMING.has(verb)) return 2
    return isName(third) ? 3 : null
  }
  // Without a target: all of them.
  if (TARGETED.has(name)) return isVerb(verb) ? 2 : null
  // Code in the words is no verb; a file or a module is.
  if (isInterpreter(name))
    return verb === '-m' ? (isName(third) ? 3 : null) : isName(verb) ? 2 : null
  return READERS.has(name) || PROGRAMS.get(name) === builds ? 1 : null
}

const isVerb = (word: string | undefined): word is string =>
  word !== undefined && /^[a-z][\w:.-]*$/i.test(word)
const isName = (word: string | undefined): word is string =>
  word !== undefined && /^[\w@.][\w@.:/+-]*$/.test(word)
