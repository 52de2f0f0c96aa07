// Pure. What else a command of git amounts to, for rules that deny or ask: git has its verbs as
// programs of their own, and a line can give a verb another name, or its options by a setting.
import type { SpokenCommand } from './spoken-command.ts'

/** Verbs below `push` that do the same. */
const PUSHES = /^(?:send-pack|http-push)$/
/** Settings by which a push without any option is one by force. */
const FORCED = /^(?:-c)?remote\.[^=]*\.(?:push=\+|mirror(?:=(?!false|no|off|0)|$))/i
/** Settings that do what an option does. */
const SETTINGS: readonly (readonly [set: RegExp, option: string])[] = [
  [/^(?:-c)?clean\.requireforce=(?:false|no|off|0)$/i, '--force'],
  [/^(?:-c)?core\.hookspath=/i, '--no-verify'],
]
const ALIAS = /^(?:-c)?alias\.[^=\s]+(?:=(.*))?$/is

/** `bare`: the name of the program, without folder and ending. The command itself is not among them. */
export function gitCommands(
  bare: string,
  { words, later }: SpokenCommand,
): readonly SpokenCommand[] {
  const [, ...own] = words
  const verb = /^git-([a-z][a-z-]*)$/.exec(bare)?.[1]
  if (verb !== undefined)
    return [{ words: ['git', PUSHES.test(verb) ? 'push' : verb, ...own], later }]
  const set = /^git_config_(?:value_\d+|parameters)=(.*)$/is.exec(words[0] ?? '')?.[1]
  if (set !== undefined)
    return set.split("'").map((text) => ({ words: asWords(ALIAS.exec(text)?.[1] ?? text) }))
  if (bare !== 'git') return []
  return [
    ...(own.some((word) => PUSHES.test(word))
      ? [{ words: ['git', ...own.map((word) => (PUSHES.test(word) ? 'push' : word))], later }]
      : []),
    ...SETTINGS.flatMap(([setting, option]) =>
      own.some((word) => setting.test(word)) ? [{ words: ['git', ...own, option], later }] : [],
    ),
    ...(own.some((word) => FORCED.test(word))
      ? [{ words: ['git', ...own, '--force'], later }]
      : []),
    ...removed(own).map((said) => ({ words: said, later })),
    ...own.flatMap((word, at) => {
      const sets = /^-c/.test(word) || own[at - 1] === '-c' || own.includes('config')
      const alias = sets ? ALIAS.exec(word) : null
      // `git config alias.x value` has it in the next word.
      return alias === null ? [] : [{ words: asWords(alias[1] ?? own[at + 1] ?? ''), later: own }]
    }),
  ]
}

/** Branches and tags that are removed by their reference; files that are taken back, by either verb. */
function removed(own: readonly string[]): readonly (readonly string[])[] {
  const references = own.includes('update-ref') && own.some((word) => /^-d$|^--delete$/.test(word))
  if (references)
    return own.flatMap((word) => {
      const [, kind, name = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(word) ?? []
      return kind === undefined ? [] : [['git', kind === 'heads' ? 'branch' : 'tag', '-d', name]]
    })
  const at = own.indexOf('restore')
  if (at >= 0) return [['git', ...own.slice(0, at), 'checkout', ...own.slice(at + 1)]]
  const files = own.indexOf('checkout') < 0 ? -1 : own.indexOf('--')
  return files < 0 ? [] : [['git', 'restore', ...own.slice(files + 1)]]
}

const asWords = (text: string): readonly string[] => [
  'git',
  ...text.split(/\s+/).filter((word) => word !== ''),
]
