// Pure. Commands that are another one in other words, for rules that deny or ask.
import { bareName } from './command-names.ts'
import { formsOf, NONE, type As } from './program-forms.ts'
import type { SpokenCommand } from './spoken-command.ts'

/**
 * What a command amounts to in other words. Itself is not among them. Asked for every part of every
 * line, and most programs have none: so a program is looked up, not compared with each that has.
 */
export function otherForms(spoken: SpokenCommand): readonly SpokenCommand[] {
  const program = spoken.words[0] ?? ''
  const bare = bareName(program)
  const forms = formsOf(bare, program)
  const runsScripts = INTERPRETERS.test(bare)
  if (forms === null && !runsScripts) return NONE
  const own = spoken.words.slice(1)
  const as = (...words: readonly string[]): SpokenCommand => ({ words, later: spoken.later })
  return [
    ...(forms === null ? NONE : forms({ bare, own, as, spoken })),
    ...(runsScripts ? ofScript(bare, own, as) : NONE),
  ]
}

const INTERPRETERS =
  /^(?:node|nodejs|bun|deno|electron|python[\d.]*|pypy[\d.]*|ruby[\d.]*|php[\d.]*|perl[\d.]*)$/
/** The file of a manager of packages, as it is called where it is installed. */
const MANAGER =
  /(?:^|\/)(npm|npx|yarn|pnpm|pnpx|corepack|composer|pip|gem|bundle)(?:-cli\.[cm]?js|-[\d.]+\.[cm]?js|\.phar)$|\/bin\/(npm|npx|yarn|pnpm|pnpx|corepack|pip|gem|bundle)\.(?:[cm]?js|py|rb)$/

/**
 * An interpreter that is given a program's own script: `node …/npm-cli.js publish`, `python3 /usr/bin/pip`,
 * `ruby -S gem`, `node --run name`, `python3 -m pip`.
 */
function ofScript(bare: string, own: readonly string[], as: As): readonly SpokenCommand[] {
  const found: SpokenCommand[] = []
  for (const [at, word] of own.entries()) {
    const behind = own.slice(at + 1)
    const [, run = null] = /^--run(?:=(.*))?$/.exec(word) ?? []
    if (word === '--run' || run !== null)
      found.push(as('npm', 'run', ...(run === null ? [] : [run]), ...behind))
    const modules = /^python|^pypy/.test(bare) ? /^-[A-Za-z]*?m(.*)$/.exec(word)?.[1] : undefined
    if (modules !== undefined) return [as(...(modules === '' ? [] : [modules]), ...behind)]
    const [, cli, script] = MANAGER.exec(word) ?? []
    const manager = cli ?? script
    if (manager !== undefined) found.push(as(manager, ...behind))
    else if (own[at - 1] === '-S' || /(?:^|\/)\.?bin\/[\w-]+$/.test(word))
      found.push(as(word.slice(word.lastIndexOf('/') + 1), ...behind))
  }
  return found.flatMap((form) => [form, ...otherForms(form)])
}
