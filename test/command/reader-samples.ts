// One command line for every option of every form in the allow-list, with values and operands that
// would make an output file or run a program if anything about them could.
import type { Form, Kind, Listed } from '../../main/command/read-only/form.ts'
import { FIND_FILES, FIND_FLAGS, FIND_VALUED } from '../../main/command/read-only/find.ts'
import { READ_ONLY } from '../../main/command/read-only/programs.ts'
import { specsOf } from '../../main/command/read-only/read.ts'
import { WRAPPING } from '../../main/command/read-only/shell.ts'

export type Sample = {
  readonly program: string
  readonly option: string
  readonly words: readonly string[]
}

/**
 * Values that look like files to be made and programs to be started. `./canary` leaves a file
 * behind when it is run.
 */
const TEXTS: readonly string[] = ['new-file', './canary', '!./canary', '|./canary', '1']

const VALUES: Readonly<Record<string, string>> = {
  number: '1',
  file: 'a',
  deep: 'src',
  sed: 's/b/new-file/',
  awk: '{print $1, "./canary"}',
  jq: '.',
  format: '%H ./canary',
  setting: 'color.ui=never',
  'date-format': '+%s',
  'local-file': 'a.tar',
  'config-key': 'user.name',
  test: 'a',
}

const valuesOf = (kind: Kind): readonly string[] =>
  kind === 'text' ? TEXTS : [VALUES[kind] ?? kind.split('|')[0] ?? '']

/** Options without which the form is another. */
const neededBy = (form: Form, option: string): readonly string[] => {
  const [first] = form.requiredOptions ?? []
  if (first === undefined || form.requiredOptions?.includes(option) === true) return []
  const spec = specsOf(form.options).get(first)
  return spec === undefined || spec.how === 'flag' || spec.how === '?' || spec.how === '%'
    ? [first]
    : [first, valuesOf(spec.kind)[0] ?? '']
}

function operandsOf(
  form: Form,
  option: string,
  own: Readonly<Record<string, string>>,
): readonly string[] {
  if (form.operands === null) return []
  const replaced = form.instead?.includes(option) === true
  const first = form.first ?? form.operands
  const value = (kind: Kind): string =>
    own[kind] ?? (kind === 'text' ? 'new-file' : (valuesOf(kind)[0] ?? ''))
  const count = Math.min(form.most ?? 2, 2)
  return Array.from({ length: count }, (_, at) =>
    value(at === 0 && !replaced ? first : form.operands === null ? '' : (form.operands ?? '')),
  )
}

function samplesOf(
  program: string,
  listed: Listed,
  before: readonly string[],
  own: Readonly<Record<string, string>>,
): readonly Sample[] {
  if ('verbs' in listed) {
    const nested = Object.entries(listed.verbs).flatMap(([verb, below]) =>
      samplesOf(program, below, [...before, verb], own),
    )
    const [verb, below] = Object.entries(listed.verbs)[0] ?? []
    const plain = below !== undefined && !('verbs' in below) ? below[0] : undefined
    const rest =
      plain === undefined || verb === undefined ? [] : [verb, ...operandsOf(plain, '', own)]
    const global = [...specsOf(listed.options)].flatMap(([option, { how, kind }]) =>
      how === 'flag'
        ? [{ program, option, words: [...before, option, ...rest] }]
        : valuesOf(kind).map((value) => ({
            program,
            option,
            words: [...before, option, value, ...rest],
          })),
    )
    const alone = listed.alone === undefined ? [] : samplesOf(program, listed.alone, before, own)
    return [...nested, ...global, ...alone]
  }
  return listed.flatMap((form) => {
    const plain = {
      program,
      option: '',
      words: [...before, ...neededBy(form, ''), ...operandsOf(form, '', own)],
    }
    const each = [...specsOf(form.options)].flatMap(
      ([option, { how, kind }]): readonly Sample[] => {
        const behind = [...neededBy(form, option), ...operandsOf(form, option, own)]
        const words = (...given: readonly string[]): Sample => ({
          program,
          option,
          words: [...before, ...given, ...behind],
        })
        if (option === '-#') return [words('-1')]
        if (how === 'flag') return [words(option)]
        if (how === '&') return valuesOf(kind).map((value) => words(option, 'name', value))
        const attached = option.startsWith('--') ? `${option}=` : option
        return valuesOf(kind).flatMap((value) =>
          how === ':'
            ? [words(option, value), words(attached + value)]
            : [words(option), ...(value === '' ? [] : [words(attached + value)])],
        )
      },
    )
    return [plain, ...each]
  })
}

/** Programs whose operands have to be something else than a file of text. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nm: { file: '/bin/ls' },
  size: { file: '/bin/ls' },
  zcat: { file: 'a.gz' },
  zgrep: { file: 'a.gz' },
  bzcat: { file: 'a.bz2' },
  xzcat: { file: 'a.xz' },
  zstdcat: { file: 'a.zst' },
  jq: { file: 'b.json' },
  sleep: { text: '0' },
  tail: {},
  lsblk: { file: '/dev/null' },
  git: { text: 'HEAD', file: 'a' },
}

/**
 * Every option of every program that runs as one of its own; builtins of the shell are tried by
 * `sh`.
 */
export function allSamples(): readonly Sample[] {
  const programs = Object.entries(READ_ONLY).flatMap(([program, listed]) =>
    samplesOf(program, listed, [], OWN[program] ?? {}),
  )
  const found = [
    ...[...FIND_FLAGS].map((flag): Sample => ({
      program: 'find',
      option: flag,
      words: ['.', ...inFind(flag)],
    })),
    ...[...FIND_VALUED].flatMap((name) =>
      ['1', 'f', './canary', '%p\\n'].map((value): Sample => ({
        program: 'find',
        option: name,
        words: ['.', name, value],
      })),
    ),
    ...[...FIND_FILES].map((name): Sample => ({
      program: 'find',
      option: name,
      words: ['.', name, name.endsWith('t') ? '2020-01-01' : 'a'],
    })),
  ]
  const leading = Object.entries(WRAPPING).flatMap(([program, listed]) =>
    WRAPPERS[program] === undefined
      ? []
      : samplesOf(program, listed, [], {}).map((each) => led(each, WRAPPERS[program] ?? [])),
  )
  return [...programs, ...found, ...leading]
}

const inFind = (flag: string): readonly string[] => {
  if (flag === '(' || flag === ')') return ['(', '-true', ')']
  if (['-and', '-or', '-a', '-o', ','].includes(flag)) return ['-true', flag, '-true']
  return ['-not', '!'].includes(flag) ? [flag, '-true'] : [flag]
}

/**
 * What comes after the options of a program that leads to another, instead of operands of its
 * own.
 */
const WRAPPERS: Readonly<Record<string, readonly string[]>> = {
  env: ['true'],
  nice: ['true'],
  ionice: ['true'],
  timeout: ['5', 'true'],
  stdbuf: ['true'],
  setsid: ['true'],
  taskset: ['1', 'true'],
  xargs: ['true'],
}

const led = ({ program, option, words }: Sample, rest: readonly string[]): Sample => ({
  program,
  option,
  words: [...words.slice(0, words.length - 2), ...rest],
})
