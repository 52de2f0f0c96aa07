// Pure. git, by its verb. Its configuration and hooks can run programs too; they are files, and
// writing them is what is judged elsewhere. What is listed here is read from the words alone.
import { has, LISTS, NETWORK, READS, WRITES } from './git-listing.ts'
import { MILD_SETTING, REMOVES, risksOf } from './git-risks.ts'
import { does, harmless, hidden, together, using, type Verdict } from './partial-part.ts'
import { isNamed, readArguments, type Arguments } from './options.ts'
import { HERE, mayBeOption, type Word } from '../parse/words.ts'
import { splitNames } from '../split-names.ts'

export function classifyGit(words: readonly Word[]): Verdict {
  const found: Verdict[] = []
  const roots: Word[] = []
  let at = 0
  for (; at < words.length; at++) {
    const word = words[at] as Word
    if (!mayBeOption(word)) break
    const { value } = word
    if (value === null) return hidden
    if (value === '-C' || value === '--git-dir' || value === '--work-tree') {
      const root = words[++at]
      if (root === undefined) return hidden
      roots.push(root)
    } else if (/^--(git-dir|work-tree)=/.test(value)) {
      const path = value.slice(value.indexOf('=') + 1)
      roots.push({ ...word, path: path.startsWith('~') ? null : { at: path, whole: true } })
    } else if (value === '-c') {
      const setting = words[++at]?.value
      if (typeof setting !== 'string' || !MILD_SETTING.test(setting)) found.push(hidden)
    } else if (/^(-p|--paginate|--exec-path=|--config-env|-c.)/.test(value)) found.push(hidden)
    else if (/^--(version|help|html-path|man-path|info-path|exec-path)$|^-[vh]$/.test(value))
      return together(...found)
  }
  const verb = words[at]
  if (verb === undefined) return together(...found)
  if (verb.value === null) return hidden
  return together(...found, classifyVerb(verb.value, words.slice(at + 1), roots))
}

function classifyVerb(verb: string, words: readonly Word[], roots: readonly Word[]): Verdict {
  const read = readArguments(words, VALUED[verb] ?? [])
  const { options, operands } = read
  const first = operands[0]?.value ?? ''
  const risks = risksOf(verb, read, first)
  const repository = using('write', roots.length > 0 ? roots : [HERE])
  if (NETWORK.has(verb))
    return together(
      risks,
      does('network'),
      using('write', elsewhere(read)),
      writesOf(verb, read, repository),
    )
  if (READS.has(verb) || LISTS[verb]?.(read, first) === true) {
    // An expansion can be an option that writes or runs.
    const outputs = options.filter(
      ({ name }) => name === 'output' || (name.length > 2 && 'output'.startsWith(name)),
    )
    return together(
      risks,
      read.wild ? does('unknown') : harmless,
      using('read', roots),
      using('deep', elsewhere(read)),
      ...outputs.map(({ value }) =>
        value === null ? does('writes-outside') : using('write', [value]),
      ),
    )
  }
  if (WRITES.has(verb) || REMOVES.has(verb))
    return together(risks, using('write', elsewhere(read)), writesOf(verb, read, repository))
  // An alias of the person's, or a program named git-…: what it runs is elsewhere.
  return hidden
}

/** What is named by a path that leads out of where git runs. */
const elsewhere = ({ options, operands }: Arguments): readonly Word[] =>
  [...operands, ...options.flatMap(({ value }) => (value === null ? [] : [value]))].filter(
    ({ prefix: wrapper, path }) =>
      /^(\/|~|\.\.(\/|$))/.test(wrapper) || path?.at.startsWith('~') === true,
  )

/**
 * Options that take a value in words of their own, where the value could be taken for something
 * else.
 */
const VALUED: Readonly<Record<string, readonly string[]>> = {
  commit: ['m', 'F', 'C', 'c', 't', 'message', 'file', 'author', 'date', 'template'],
  tag: ['m', 'F', 'u', 'message', 'file', 'contains', 'points-at'],
  push: ['o', 'push-option', 'repo', 'receive-pack', 'exec'],
  fetch: ['upload-pack', 'depth', 'o', 'j'],
  clone: splitNames(`
    b u o c j branch upload-pack origin depth config template reference separate-git-dir
  `),
  archive: ['o', 'output', 'format', 'prefix', 'remote', 'exec'],
  'format-patch': ['o', 'output-directory', 'v', 'n'],
  stash: ['m', 'message'],
  merge: ['m', 'F', 's', 'X', 'message', 'file', 'strategy'],
  rebase: ['x', 'exec', 'onto', 's', 'X', 'strategy'],
  log: ['n', 'L', 'S', 'G', 'author', 'grep', 'since', 'until', 'after', 'before', 'format'],
  branch: ['u', 'set-upstream-to'],
  config: ['f', 'file', 'blob', 'type', 'default'],
  grep: ['e', 'f', 'A', 'B', 'C', 'm'],
  apply: ['p', 'C', 'directory', 'exclude', 'include'],
}

function writesOf(verb: string, { options, operands }: Arguments, repository: Verdict): Verdict {
  const led = options.filter(
    (option) =>
      (verb === 'archive' || verb === 'format-patch') &&
      (option.name === 'o' || isNamed(option, 'output') || isNamed(option, 'output-directory')),
  )
  const led2 = led.map(({ value }) =>
    value === null ? does('writes-outside') : using('write', [value]),
  )
  if (verb === 'ls-remote') return harmless
  if (verb === 'clone')
    return operands.length > 1 ? using('write', operands.slice(-1)) : using('write', [HERE])
  if (verb === 'init') return operands.length > 0 ? using('write', operands) : repository
  if (verb === 'config')
    return together(
      repository,
      has(options, 'global', 'system') ? does('writes-outside') : harmless,
      ...options
        .filter(({ name }) => name === 'f' || name === 'file')
        .map(({ value }) => using('write', value === null ? [] : [value])),
    )
  if (verb === 'worktree') return together(repository, using('write', operands.slice(1, 2)))
  return together(repository, ...led2)
}
