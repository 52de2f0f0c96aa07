// Pure. What a program does beyond what the tables of programs say of it, by its verbs and options. Only ever adds.
import type { CommandEffect } from '../../../contract/command.ts'
import { does, harmless, hidden, together, type Verdict } from '../draft.ts'
import type { Word } from '../words.ts'
import { BUILDS } from './builds.ts'
import { CLOUD } from './cloud.ts'
import { DATABASES } from './databases.ts'
import type { Danger, Dangers } from './danger.ts'
import { MACHINE } from './machine.ts'
import { RUNNERS } from './runners.ts'
import { VERSION_CONTROL } from './version-control.ts'

const DANGERS: readonly Dangers[] = [BUILDS, CLOUD, DATABASES, MACHINE, RUNNERS, VERSION_CONTROL]

/** Whether any table here has it. */
export const hasDangers = (name: string): boolean => DANGERS.some((family) => Object.hasOwn(family, name))

/** Every danger of a program that these words hold. */
export function dangersOf(name: string, words: readonly Word[]): Verdict {
  const listed = DANGERS.flatMap((family): readonly Danger[] => (Object.hasOwn(family, name) ? (family[name] ?? []) : []))
  if (listed.length === 0) return harmless
  const options = words.flatMap(({ value, lead }) => ((value ?? lead).startsWith('-') ? [value ?? lead] : []))
  const operands = words.map(({ value, lead }) => value ?? lead).filter((text) => !text.startsWith('-') || text === '-')
  const line = ` ${operands.join(' ')} `
  const found = listed.filter(
    ([, where, which]) => (where === null || where.test(line)) && (which === null || options.some((option) => which.test(option))),
  )
  return together(...found.map(([what]) => (what === 'opaque' ? hidden : does(what satisfies CommandEffect))))
}
