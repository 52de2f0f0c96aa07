// Pure. What a program does beyond what the tables of programs say of it, by its verbs and options.
// Only ever adds.
import type { CommandEffect } from '../../../contract/call/command.ts'
import { does, harmless, hidden, together, type Verdict } from '../effects/partial-part.ts'
import type { Word } from '../parse/words.ts'
import { ACCOUNTS } from './accounts.ts'
import { BUILDS } from './builds.ts'
import { CLOUD } from './cloud.ts'
import { CREDENTIALS } from './credentials.ts'
import { DATABASES } from './databases.ts'
import { DOCUMENTS } from './documents.ts'
import type { Danger, Dangers } from './danger.ts'
import { LANGUAGES } from './languages.ts'
import { MACHINE } from './machine.ts'
import { RUNNERS } from './runners.ts'
import { DEPLOYS, SIGN_INS } from './sign-ins.ts'
import { SHORTENED } from './shortened-verbs.ts'
import { VERSION_CONTROL } from './version-control.ts'

const DANGERS: readonly Dangers[] = [
  ACCOUNTS,
  BUILDS,
  CLOUD,
  CREDENTIALS,
  DATABASES,
  DEPLOYS,
  DOCUMENTS,
  LANGUAGES,
  MACHINE,
  RUNNERS,
  SIGN_INS,
  VERSION_CONTROL,
]

const OF_ACCOUNTS: readonly Dangers[] = [CREDENTIALS, DEPLOYS, SIGN_INS]

/** Whether any table here has it that says what else it does: one of accounts does not. */
export const hasDangers = (name: string): boolean =>
  DANGERS.some((family) => !OF_ACCOUNTS.includes(family) && Object.hasOwn(family, name))

/** Verbs and options by which the command lines of services remove or publish, in those that no table has. */
const UNLISTED: readonly Danger[] = [
  [
    'destructive',
    / ([\w-]+[:.])?(delete|destroy|purge|wipe|terminate|erase|drop|prune|undeploy|deprovision|nuke|obliterate|truncate|uninstall|revoke|gc|(delete|destroy|purge|remove|drop|wipe|terminate)[-:_][\w-]+|[\w-]+[-:_](delete|destroy|purge|drop)) /,
    null,
  ],
  [
    'destructive',
    / (db|database|data|cache|state|index|queue) (reset|clear|flush|clean|remove) /,
    null,
  ],
  ['account', / ((?:[\w-]+:)?(publish|unpublish|deploy)|upload|release create) /, null],
  ['destructive', null, /^--(delete|destroy|purge|wipe|prune|erase)(-[\w-]+)?(=|$)/],
  // By its name the option holds code, or names what is loaded or run.
  [
    'opaque',
    null,
    /^--?(eval|exec|execute|run-command|shell-command|preload|plugin|plugin-(dir|path)|load-(plugin|module|extension|library)|lua-script|js-script|init-script|startup-script|(pre|post)-(command|script|exec|hook)|on-(complete|exit|error|success|failure|change)|install-extension)(=|$)/,
  ],
]

/** What the first word may mean, where the program takes the beginning of a verb for the verb. */
function fullVerbs(name: string, operands: readonly string[]): readonly string[] {
  const [verb = '', ...rest] = operands
  const verbs = SHORTENED[name] ?? []
  if (verb.length < 2 || verbs.includes(verb)) return []
  return verbs.filter((each) => each.startsWith(verb)).flatMap((each) => [each, ...rest])
}

/** Every danger of a program that these words hold. @param isUnlisted no other table has it either. */
export function dangersOf(name: string, words: readonly Word[], isUnlisted = false): Verdict {
  const listed = DANGERS.flatMap((family): readonly Danger[] =>
    Object.hasOwn(family, name) ? (family[name] ?? []) : [],
  )
  // A table of accounts says nothing of what else a program removes.
  const wanted = isUnlisted && !hasDangers(name) ? [...listed, ...UNLISTED] : listed
  if (wanted.length === 0) return harmless
  const options = words.flatMap(({ value, prefix }) =>
    (value ?? prefix).startsWith('-') ? [value ?? prefix] : [],
  )
  const operands = words
    .map(({ value, prefix }) => value ?? prefix)
    .filter((text) => !text.startsWith('-') || text === '-')
  const line = ` ${[...operands, ...fullVerbs(name, operands)].join(' ')} `
  const found = wanted.filter(
    ([, where, which, unless]) =>
      (where === null || where.test(line)) &&
      (which === null || options.some((option) => which.test(option))) &&
      (unless === undefined || !options.some((option) => unless.test(option))),
  )
  return together(
    ...found.map(([what]) => (what === 'opaque' ? hidden : does(what satisfies CommandEffect))),
  )
}
