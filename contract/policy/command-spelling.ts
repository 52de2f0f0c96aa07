// Pure. How deny and confirm rules see a command: options count wherever they are and however they
// are written. Shared by the gate, which compares, and by the window and the command line, which
// say what is compared.
import { gitCommands } from './git-spelling.ts'
import type { SpokenCommand } from './spoken-command.ts'

/**
 * Options that mean the same, by program and verb; the first is what the others are read as. Values
 * of options are left out.
 */
const SAME: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'git push': [
    ['--force', '-f', '--force-with-lease', '--force-if-includes', '--mirror'],
    ['--delete', '-d', '--prune'],
    ['--all', '--branches'],
    ['--no-verify'],
  ],
  'git clean': [
    ['--force', '-f'],
    ['-x', '-X'],
  ],
  'git commit': [['--no-verify', '-n'], ['--all', '-a'], ['--amend']],
  'git branch': [
    ['--delete', '-d', '-D'],
    ['--force', '-f'],
    ['--move', '-m', '-M'],
    ['--copy', '-c', '-C'],
  ],
  'git tag': [
    ['--delete', '-d'],
    ['--force', '-f'],
  ],
  'git checkout': [['--force', '-f']],
  'git switch': [['--force', '-f', '--discard-changes']],
  'git rebase': [
    ['--interactive', '-i'],
    ['--exec', '-x'],
  ],
  rm: [
    ['--recursive', '-r', '-R', '-Recurse'],
    ['--force', '-f', '-Force'],
  ],
  cp: [
    ['--recursive', '-r', '-R', '-a', '--archive'],
    ['--force', '-f'],
  ],
  chmod: [['--recursive', '-R']],
  chown: [['--recursive', '-R']],
  npm: [['--global', '-g', '--location']],
  pnpm: [['--global', '-g']],
  curl: [
    ['--request', '-X'],
    ['--data', '-d', '--data-raw', '--data-binary', '--data-urlencode', '--json'],
    ['--insecure', '-k'],
    ['--upload-file', '-T'],
    ['--output', '-o'],
  ],
  docker: [
    ['--force', '-f'],
    ['--volume', '-v', '--mount'],
  ],
  kubectl: [
    ['--namespace', '-n'],
    ['--filename', '-f'],
  ],
}

/**
 * Options of the program itself that take the next word, so that what follows is no verb; and such
 * that surely take none.
 */
const GLOBAL: Readonly<
  Record<string, { readonly valued: readonly string[]; readonly flags: readonly string[] }>
> = {
  git: {
    valued: [
      '-C',
      '-c',
      '--git-dir',
      '--work-tree',
      '--namespace',
      '--super-prefix',
      '--config-env',
      '--exec-path',
      '--attr-source',
      '--list-cmds',
    ],
    flags: [
      ...[
        '-p',
        '--paginate',
        '-P',
        '--no-pager',
        '--no-replace-objects',
        '--no-lazy-fetch',
        '--no-optional-locks',
        '--no-advice',
        '--bare',
      ],
      ...['--literal-pathspecs', '--glob-pathspecs', '--noglob-pathspecs', '--icase-pathspecs'],
    ],
  },
  npm: {
    valued: ['--prefix', '-C', '-w', '--workspace', '--registry', '--userconfig'],
    flags: ['--silent', '-s', '--workspaces', '--yes', '-y'],
  },
  pnpm: {
    valued: ['--prefix', '-C', '--dir', '--filter', '-F'],
    flags: ['-r', '--recursive', '-w', '--silent'],
  },
  yarn: { valued: ['--cwd'], flags: ['--silent', '-s'] },
  docker: {
    valued: ['-H', '--host', '-c', '--context', '--config', '-l', '--log-level'],
    flags: ['-D', '--debug', '--tls', '--tlsverify'],
  },
  kubectl: {
    valued: [
      '-n',
      '--namespace',
      '--context',
      '--cluster',
      '--kubeconfig',
      '-s',
      '--server',
      '--user',
      '--token',
      '--as',
    ],
    flags: [],
  },
  cargo: {
    valued: ['--color', '--config', '-C', '-Z'],
    flags: ['-q', '--quiet', '-v', '--verbose', '--offline', '--locked', '--frozen'],
  },
  systemctl: {
    valued: ['-H', '--host', '-M', '--machine', '-t', '--type', '-p', '--property'],
    flags: ['--user', '--system', '--now', '--no-pager'],
  },
}

/** The last name of a program's path: a rule that names git means every git. */
const programOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1)

/** On some systems neither case nor an ending makes another program of it. */
export const bareName = (word: string): string =>
  programOf(word.slice(word.lastIndexOf('\\') + 1))
    .replace(/\.(?:exe|cmd|bat|com)$/i, '')
    .toLowerCase()

/** Programs that take the beginning of a verb for the verb. */
const SHORTENS: ReadonlySet<string> = new Set(['npm', 'gem', 'bundle', 'composer', 'hg', 'fossil'])

const isVerb = (program: string, verb: string, word: string): boolean =>
  word === verb || (SHORTENS.has(program) && word.length >= 2 && verb.startsWith(word))

/**
 * Does a deny or confirm rule for `pattern` concern this command? The program and the verbs have to
 * be there in their order, options of the program itself left out. Every option of the pattern has
 * to be somewhere, in any of its spellings. `unsure`: a word that is not known may be any of them.
 */
export function concernsCommand(
  pattern: string,
  spoken: SpokenCommand,
  unsure: 'unsure' | null = null,
): boolean {
  const bare = bareName(spoken.words[0] ?? '')
  return (
    concerns(pattern, bare, spoken, unsure !== null) ||
    gitCommands(bare, spoken).some((each) => concerns(pattern, 'git', each, unsure !== null))
  )
}

function concerns(
  pattern: string,
  bare: string,
  { words, later = [] }: SpokenCommand,
  unsure: boolean,
): boolean {
  const [program = '', ...rest] = pattern.split(' ').filter((word) => word !== '')
  const name = bareName(program)
  if (bare !== name) return false
  const firstOption = rest.findIndex(isOption)
  const verbs = firstOption < 0 ? rest : rest.slice(0, firstOption)
  const all = [...words.slice(1), ...later]
  if (!hasVerbs(name, verbs, all, unsure)) return false
  const key = [name, verbs[0]].filter((word) => word !== undefined).join(' ')
  return (firstOption < 0 ? [] : rest.slice(firstOption)).every((wanted) =>
    isOption(wanted)
      ? hasOption(key, wanted, all) || (unsure && mayHaveOption(all))
      : all.some(
          (word) =>
            word === wanted ||
            (unsure && word === '') ||
            word.endsWith(`=${wanted}`) ||
            (/^-[A-Za-z]./.test(word) && word.slice(2) === wanted),
        ),
  )
}

/** Whether a word that is known only while the line runs may be an option. */
function mayHaveOption(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return (end < 0 ? words : words.slice(0, end)).some((word) => word === '' || word === '-')
}

const isOption = (word: string): boolean => /^[-+]./.test(word)

function hasVerbs(
  program: string,
  verbs: readonly string[],
  words: readonly string[],
  unsure: boolean,
): boolean {
  const known = GLOBAL[program]
  let at = 0
  let mayBeValue = false
  let isValue = false
  for (const word of words) {
    if (at === verbs.length || (unsure && word === '')) return true
    // What is not known may be an option with its value, or several words.
    if (word === '') mayBeValue = true
    if (word === '' || isValue) isValue = false
    else if (isOption(word)) {
      // Before the verb the program's own options; behind it any that is not known may take the
      // next word.
      isValue = at === 0 && known?.valued.includes(word) === true
      mayBeValue =
        !isValue && !word.includes('=') && !(at === 0 && known?.flags.includes(word) === true)
      continue
    } else if (isVerb(program, verbs[at] ?? '', word)) at++
    else if (!mayBeValue) return false
    mayBeValue = word === ''
  }
  return at === verbs.length
}

function hasOption(key: string, wanted: string, words: readonly string[]): boolean {
  const ways = waysOf(key, wanted)
  const end = words.indexOf('--')
  const options = end < 0 ? words : words.slice(0, end)
  if (
    ways.every((way) => options.some((word) => way.some((spelling) => isSpelled(spelling, word))))
  )
    return true
  // `+main` pushes by force, `:main` deletes.
  if (key !== 'git push') return false
  const forced =
    ways.some((way) => way.includes('--force')) && words.some((word) => word.startsWith('+'))
  return (
    forced ||
    (ways.some((way) => way.includes('--delete')) && words.some((word) => /^\+?:/.test(word)))
  )
}

/** For each option of a word that holds several (`-rf`), the ways it can be written. */
function waysOf(key: string, wanted: string): readonly (readonly string[])[] {
  const groups = SAME[key] ?? SAME[key.split(' ')[0] ?? ''] ?? []
  const name = wanted.replace(/=.*$/s, '')
  const same = (option: string): readonly string[] => [
    ...new Set([option, ...groups.filter((group) => group.includes(option)).flat()]),
  ]
  if (name.startsWith('--') || name.startsWith('+')) return [same(name)]
  // One dash and several letters: a bundle, or one long name as find and java have them.
  const whole = same(name)
  if (name.length === 2 || whole.length > 1) return [whole]
  return name
    .slice(1)
    .split('')
    .map((letter) => [...same(`-${letter}`), name])
}

/** Long names may be shortened; letters may be bundled or carry a value. */
function isSpelled(spelling: string, word: string): boolean {
  if (spelling.startsWith('--')) {
    const name = word.replace(/=.*$/s, '')
    return (
      name === spelling || (name.length > 3 && name.startsWith('--') && spelling.startsWith(name))
    )
  }
  if (spelling.startsWith('+')) return word === spelling
  return spelling.length > 2
    ? word === spelling
    : /^-[^-]/.test(word) && word.includes(spelling.slice(1), 1)
}

/**
 * What a deny or confirm rule for this pattern sees beside the pattern as written, for people: a
 * few examples, then the rest in words.
 */
export function spellingsOf(pattern: string): readonly string[] {
  const [program = '', ...rest] = pattern.split(' ').filter((word) => word !== '')
  const firstOption = rest.findIndex(isOption)
  const verbs = firstOption < 0 ? rest : rest.slice(0, firstOption)
  const options = firstOption < 0 ? [] : rest.slice(firstOption).filter(isOption)
  const name = programOf(program)
  const base = [program, ...verbs].join(' ')
  const key = [name, verbs[0]].filter((word) => word !== undefined).join(' ')
  const same = options.flatMap((option) => waysOf(key, option).flat())
  const global = GLOBAL[name]?.valued[0]
  const examples = [
    ...(verbs.length > 0 && global !== undefined
      ? [`${program} ${global} … ${rest.join(' ')}`]
      : []),
    ...[...new Set(same)]
      .filter((spelling) => !options.includes(spelling))
      .map((spelling) => `${base} ${spelling}`),
    ...(options.length > 0 ? [`${base} … ${options.join(' ')}`] : []),
    ...(key === 'git push' && same.includes('--force') ? [`${base} … +main`] : []),
    ...(key === 'git push' && same.includes('--delete') ? [`${base} … :main`] : []),
  ]
  return [...new Set(examples)].filter(
    (example) => example !== pattern && concernsCommand(pattern, { words: example.split(' ') }),
  )
}

/** More examples than these are not read. */
const MOST_EXAMPLES = 6

/**
 * The spellings of such a sentence, and how many more there are. Null where there is nothing to
 * say.
 */
export function spellingExamples(
  effect: 'allow' | 'confirm' | 'deny',
  patterns: readonly string[],
): { readonly shown: readonly string[]; readonly more: number } | null {
  if (effect === 'allow') return null
  const examples = [...new Set(patterns.flatMap(spellingsOf))]
  return examples.length === 0
    ? null
    : {
        shown: examples.slice(0, MOST_EXAMPLES),
        more: Math.max(0, examples.length - MOST_EXAMPLES),
      }
}

/**
 * In a sentence; null for an allow rule, which is taken word by word, and where there is nothing to
 * add.
 */
export function spellingSentence(
  effect: 'allow' | 'confirm' | 'deny',
  patterns: readonly string[],
): string | null {
  const examples = spellingExamples(effect, patterns)
  if (examples === null) return null
  const { shown, more } = examples
  return `The rule also applies to ${shown.join(' · ')}${more > 0 ? ` · and ${more} more` : ''}.`
}
