// Pure. git, by its verb. Its configuration and hooks can run programs too; they are files, and
// writing them is what is judged elsewhere. What is listed here is read from the words alone.
import type { CommandEffect } from '../../../contract/call/command.ts'
import { does, harmless, hidden, together, using, type Verdict } from './partial-part.ts'
import { isNamed, readArguments, type Arguments, type Option } from './options.ts'
import { HERE, mayBeOption, type Word } from '../parse/words.ts'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const READS = set(
  'status log diff show rev-parse ls-files blame annotate describe shortlog rev-list cat-file show-ref for-each-ref merge-base ls-tree ' +
    'diff-tree diff-index diff-files check-ignore check-attr check-mailmap count-objects name-rev whatchanged version var grep ' +
    'range-diff cherry merge-tree verify-commit verify-tag show-branch get-tar-commit-id patch-id stripspace check-ref-format ls',
)
const WRITES = set(
  'add commit checkout switch restore rm mv merge rebase cherry-pick revert stash tag branch init apply am notes bisect config ' +
    'sparse-checkout worktree format-patch archive bundle pack-refs read-tree write-tree commit-tree hash-object update-index update-ref ' +
    'symbolic-ref mktag mktree replace rerere fsck reflog remote submodule reset clean gc prune repack maintenance checkout-index',
)
const NETWORK = set(
  'clone fetch pull push ls-remote remote-update fetch-pack send-pack request-pull lfs svn p4 send-email archive-remote',
)
const REMOVES = set('filter-branch filter-repo prune')
/** Verbs that only look when they are given no more than these. */
const LISTS: Readonly<Record<string, (read: Arguments, first: string) => boolean>> = {
  branch: ({ options, operands }) =>
    has(options, 'list', 'l') || has(options, 'show-current')
      ? !has(options, ...CHANGES)
      : (operands.length === 0 ||
          has(options, 'contains', 'merged', 'no-merged', 'points-at', 'no-contains')) &&
        !has(options, ...CHANGES),
  tag: ({ options, operands }) =>
    (operands.length === 0 || has(options, 'list', 'l', 'contains', 'points-at')) &&
    !has(options, 'd', 'delete', 'f', 'force', 'a', 's', 'u', 'm', 'F'),
  remote: ({ operands }, first) => operands.length === 0 || first === 'get-url',
  stash: (_, first) => first === 'list' || first === 'show',
  config: ({ options, operands }, first) =>
    (has(options, 'get', 'get-all', 'get-regexp', 'list', 'l', 'get-urlmatch') ||
      first === 'get' ||
      first === 'list' ||
      operands.length === 1) &&
    !has(
      options,
      'add',
      'unset',
      'unset-all',
      'replace-all',
      'rename-section',
      'remove-section',
      'e',
      'edit',
    ) &&
    !['edit', 'set', 'unset'].includes(first),
  reflog: (_, first) =>
    first === '' || first === 'show' || first === 'exists' || first === 'list' || first === 'HEAD',
  worktree: (_, first) => first === 'list',
  notes: (_, first) => first === '' || first === 'list' || first === 'show',
  submodule: (_, first) => first === '' || first === 'status' || first === 'summary',
  bundle: (_, first) => first === 'verify' || first === 'list-heads',
  'symbolic-ref': ({ options, operands }) =>
    operands.length === 1 && !has(options, 'd', 'delete', 'm'),
  fsck: ({ options }) => !has(options, 'lost-found'),
  apply: ({ options }) =>
    has(options, 'check', 'stat', 'numstat', 'summary') &&
    !has(options, 'apply', 'index', '3', '3way'),
  'hash-object': ({ options }) => !has(options, 'w'),
}
const CHANGES = [
  ...[
    'd',
    'D',
    'm',
    'M',
    'c',
    'C',
    'f',
    'u',
    'delete',
    'move',
    'copy',
    'force',
    'set-upstream-to',
    'unset-upstream',
    'edit-description',
    'track',
    't',
  ],
]

const has = (options: readonly Option[], ...names: readonly string[]): boolean =>
  options.some(({ name }) =>
    names.some(
      (full) => name === full || (full.length > 1 && name.length > 1 && full.startsWith(name)),
    ),
  )

/** Settings on the command line that only name people or colours. */
const MILD_SETTING =
  /^(user\.(name|email)|color\.[\w.]+|core\.(quotepath|abbrev|autocrlf|eol|safecrlf)|advice\.\w+|commit\.gpgsign|init\.defaultbranch|log\.(date|decorate|abbrevcommit|follow)|status\.(short|branch|relativepaths|showuntrackedfiles|showstash|renames|aheadbehind))(=|$)/i

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
  // An alias of the person's, or a program named git-…: what it runs stands elsewhere.
  return hidden
}

/** What is named by a path that leads out of where git runs. */
const elsewhere = ({ options, operands }: Arguments): readonly Word[] =>
  [...operands, ...options.flatMap(({ value }) => (value === null ? [] : [value]))].filter(
    ({ lead, path }) => /^(\/|~|\.\.(\/|$))/.test(lead) || path?.at.startsWith('~') === true,
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
  clone: [
    'b',
    'u',
    'o',
    'c',
    'j',
    'branch',
    'upload-pack',
    'origin',
    'depth',
    'config',
    'template',
    'reference',
    'separate-git-dir',
  ],
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

function risksOf(verb: string, { options, operands, wild }: Arguments, first: string): Verdict {
  const effects: CommandEffect[] = []
  let opaque = false
  const bulk = (yes: boolean): void => {
    if (yes) effects.push('destructive')
  }
  if (
    has(
      options,
      'ext-diff',
      'exec',
      'upload-pack',
      'receive-pack',
      'textconv',
      'filters',
      'open-files-in-pager',
    ) ||
    (verb === 'rebase' && has(options, 'x'))
  )
    opaque = true
  switch (verb) {
    case 'grep':
      opaque ||= options.some(({ name }) => name === 'O')
      break
    case 'reset':
      bulk(has(options, 'hard', 'merge', 'keep') || wild)
      break
    case 'clean':
      bulk(!has(options, 'n', 'dry-run') || has(options, 'f', 'force') || wild)
      break
    case 'push':
      bulk(
        options.some((option) =>
          [
            'f',
            'd',
            'force',
            'force-with-lease',
            'delete',
            'mirror',
            'prune',
            'force-if-includes',
          ].some((full) => isNamed(option, full)),
        ),
      )
      bulk(wild || operands.slice(1).some(({ value, lead }) => /^[+:]/.test(value ?? lead)))
      break
    case 'checkout':
    case 'switch':
      bulk(
        has(options, 'f', 'force', 'discard-changes') ||
          operands.some(({ value }) => value === '.'),
      )
      break
    case 'restore':
      bulk(
        operands.some(({ value }) => value === null || value === '.' || value === ':/') &&
          !has(options, 'staged', 'S'),
      )
      break
    case 'rm':
      bulk(has(options, 'r', 'f') || operands.some(({ value }) => value === null))
      break
    case 'branch':
    case 'tag':
      bulk(has(options, 'D', 'delete', 'd', 'force', 'f'))
      break
    case 'stash':
      bulk(first === 'drop' || first === 'clear')
      break
    case 'reflog':
      bulk(first === 'expire' || first === 'delete')
      break
    case 'worktree':
      bulk(first === 'remove')
      break
    case 'update-ref':
      bulk(has(options, 'd', 'stdin'))
      break
    case 'gc':
      bulk(has(options, 'prune', 'aggressive'))
      break
    case 'bisect':
      opaque ||= first === 'run'
      break
    case 'submodule':
      opaque ||= first === 'foreach'
      if (first === 'update' || first === 'add' || first === 'init') effects.push('network')
      break
    case 'remote':
      if (['update', 'show', 'prune'].includes(first)) effects.push('network')
      break
    case 'archive':
      if (has(options, 'remote')) effects.push('network')
      break
    case 'config':
      // Much of what can be set names a program that git runs later.
      opaque ||=
        LISTS['config']?.({ options, operands, wild }, first) !== true &&
        !MILD_SETTING.test((first === 'set' ? operands[1]?.value : first) ?? '')
      break
    default:
      bulk(REMOVES.has(verb))
      opaque ||= verb === 'filter-branch' || (verb === 'rebase' && has(options, 'i', 'interactive'))
  }
  if (opaque) effects.push('unknown')
  return { effects, uses: [], opaque }
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
