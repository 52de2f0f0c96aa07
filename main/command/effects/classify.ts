// What one program does with the words it is given, where a table says so.
import type { CommandEffect } from '../../../contract/call/command.ts'
import { does, harmless, hidden, together, using, type Verdict } from './partial-part.ts'
import { steers } from '../tables/variables.ts'
import { isNamed, readArguments, type Arguments } from './options.ts'
import { HIDDEN } from '../tables/listed.ts'
import type { Program, Risk } from '../tables/program.ts'
import { PROGRAMS } from '../tables/programs.ts'
import { specialCaseOf } from '../tables/special-cases.ts'
import { HERE, mayBeOption, type Word } from '../parse/words.ts'
import { splitNames } from '../split-names.ts'

/** By name and words; a program that no table knows is unknown. */
export function classify(name: string, words: readonly Word[]): Verdict {
  if (HIDDEN.has(name)) return hidden
  if (/^mkfs(\.|$)/.test(name))
    return together(
      does('destructive'),
      using(
        'write',
        words.filter((word) => !mayBeOption(word)),
      ),
    )
  const specialCase = specialCaseOf(name)
  if (specialCase !== null) return specialCase(words, name)
  const program = PROGRAMS.get(name)
  return program === undefined ? does('unknown') : byTable(program, words)
}

export function byTable(program: Program, words: readonly Word[]): Verdict {
  if (
    program.readOnlyArgs !== undefined &&
    words.every(({ value }) => value !== null) &&
    program.readOnlyArgs.test(words.map(({ value }) => value).join(' '))
  ) {
    return harmless
  }
  const read = readArguments(words, program.valued)
  const risks = Object.entries(program.risky ?? {})
  const options = read.options.flatMap((option) =>
    risks.filter(([full]) => isNamed(option, full)).map(([, risk]) => ofRisk(risk, option.value)),
  )
  // An expansion in the place of an option can be any of them.
  const wild = read.wild && risks.length > 0 ? does('unknown') : harmless
  return together(
    { effects: program.effects, uses: [], opaque: false },
    ...options,
    wild,
    ofOperands(program, read, words),
  )
}

function ofRisk(risk: Risk, value: Word | null): Verdict {
  if (risk === 'opaque') return hidden
  if (risk === 'read' || risk === 'write')
    return value === null ? does(...ANYWHERE[risk]) : using(risk, [value])
  return does(risk)
}

const ANYWHERE: Readonly<Record<'read' | 'write', readonly CommandEffect[]>> = {
  read: ['unknown'],
  write: ['writes-outside'],
}

/** Long options that surely take no value; behind any other the next word may be one. */
const FLAGS: ReadonlySet<string> = new Set(
  splitNames(`
    recursive force verbose archive parents no-clobber update dereference no-dereference
    interactive link symbolic-link symbolic no-target-directory remove-destination attributes-only
    one-file-system
  `),
)

function ofOperands(
  program: Program,
  { options, operands, wild }: Arguments,
  words: readonly Word[],
): Verdict {
  switch (program.operands) {
    case 'text':
      return harmless
    case 'read':
    case 'deep': {
      const given =
        program.pattern === undefined ||
        options.some((option) => program.pattern?.some((full) => isNamed(option, full)))
      const deep =
        program.operands === 'deep' ||
        options.some((option) => program.deepWith?.some((full) => isNamed(option, full)))
      // An option that is not known to take a value may have taken the pattern's place.
      const sure = given ? operands : operands.slice(1)
      // Values of options are read as well, where they are paths: `--file=x`.
      const values = options.flatMap(({ value }) => (value === null ? [] : [value]))
      const here = deep && sure.length === 0 ? using('deep', [HERE]) : harmless
      return together(
        here,
        using('read', values),
        using(deep ? 'deep' : 'read', wild ? operands : sure),
      )
    }
    case 'build': {
      const values = options.flatMap(({ value }) => (value === null ? [] : [value]))
      // `make SHELL=…` sets what runs.
      const steered = operands.some(
        ({ prefix: wrapper }) =>
          wrapper.includes('=') && steers(wrapper.slice(0, wrapper.indexOf('='))),
      )
      const paths = using(
        'write',
        [...operands, ...values].filter(({ value }) => value === null || /[/~]|^\.\.$/.test(value)),
      )
      return together(paths, steered ? hidden : harmless)
    }
    case 'write':
      return using('write', operands)
    case 'once':
      return wild
        ? using('write', operands)
        : together(using('read', operands.slice(0, 1)), using('write', operands.slice(1)))
    case 'into': {
      const led = options.some(
        (option) => isNamed(option, 'target-directory') || option.name === 't',
      )
      const sure =
        !wild &&
        options.every(({ name, value }) => name.length === 1 || value !== null || FLAGS.has(name))
      if (!sure)
        return using(
          'write',
          words.filter((word) => !(word.value ?? '').startsWith('-')),
        )
      const how = options.some((option) => program.deepWith?.some((full) => isNamed(option, full)))
        ? 'deep'
        : 'read'
      return led
        ? using(how, operands)
        : together(using(how, operands.slice(0, -1)), using('write', operands.slice(-1)))
    }
  }
}
