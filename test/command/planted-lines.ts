// Lines with the path of a planted program in every place of a line: what sets a variable in one shell
// is the name of a command in another, and a word of one shell's grammar is a program to the next.
import fc from 'fast-check'

/** The one path with a slash that lines of these tests may have. */
export const PLANTED = 'planted/evil'

/** Folders in which it lies: as a shell finds it that takes an assignment or a pattern for a command. */
export const FOLDERS = ['', 'z=', 'z+=', 'z[1]=', 'z1=', 'z[1]+=', 'LANG=', 'TZ+=', '=', 'z=='].map(
  (beginning) => `${beginning}planted`,
)

const name = fc.constantFrom('z', 'LANG', 'TZ', 'x', 'i', '_', 'z_1')
const operator = fc.constantFrom('=', '+=', '[1]=', '[1]+=', '[i]=', '==', ':=', '-=', '?=', '[]=')
const value = fc.constantFrom(
  PLANTED,
  `'${PLANTED}'`,
  `"${PLANTED}"`,
  `(${PLANTED})`,
  `$(${PLANTED})`,
  `planted\\/evil`,
  `\${x}${PLANTED}`,
  `{${PLANTED},}`,
  `1`,
)
const set = fc.tuple(name, operator, value).map((parts) => parts.join(''))
const path = fc.constantFrom(
  PLANTED,
  `\\${PLANTED}`,
  `=${PLANTED}`,
  `@${PLANTED}`,
  `${PLANTED}=1`,
  `${PLANTED}()`,
  `{${PLANTED},a}`,
  `"${PLANTED}"`,
)
const SHAPES = [
  ...([
    '{}',
    '{} ls',
    '{} a=1 ls',
    'a=1 {}',
    'a=1 {} ls',
    'LANG=C {}',
    '<a {}',
    '<a {} ls',
  ] as const),
  ...([
    '! {}',
    'time {}',
    'time {} ls',
    'time -p {}',
    'time <a {}',
    'time -- {}',
    'ls | time {}',
  ] as const),
  ...([
    'time ! {}',
    '! time {}',
    'time { {}; }',
    'time ( {} )',
    '( {} )',
    '{ {}; }',
    '{} | cat',
  ] as const),
  ...([
    'ls; {}',
    '{} && ls',
    '{} || ls',
    'ls && {}',
    'if {}; then ls; fi',
    'while {}; do break; done',
  ] as const),
  ...(['for z in {}; do ls; done', 'for z in a; do {}; done', 'case {} in a) ls;; esac'] as const),
  ...([
    'select z in {}; do ls; break; done <<< 1',
    'repeat 1 {}',
    'coproc {}',
    'function {}',
  ] as const),
  ...([
    'noglob {}',
    'nocorrect {}',
    'builtin {}',
    'command {}',
    'exec {}',
    '- {}',
    '. {}',
    '[[ {} ]]',
  ] as const),
  ...([
    'eval {}',
    "eval '{}'",
    'export {}',
    'declare {}',
    'typeset {}',
    'local {}',
    'readonly {}',
  ] as const),
  ...([
    'set {}',
    'set -- {}',
    'let {}',
    'integer {}',
    'alias {}',
    'hash {}',
    'trap {} EXIT',
    'read {}',
  ] as const),
  ...([
    'env {}',
    'env {} ls',
    'nohup {}',
    'echo {}',
    'cat {}',
    'ls {}',
    'test {}',
    '[ {} ]',
    'cd {}',
  ] as const),
  ...([
    'echo "$({})"',
    'ls `{}`',
    'ls <({})',
    'ls > z{}',
    'cat <<E\n{}\nE',
    'cat <<< {}',
    '{}\nls',
  ] as const),
  ...([
    'and {}',
    'not {}',
    'begin; {}; end',
    '& {}',
    'ls & {}',
    'ls #{}',
    'ls |& {}',
    'unset {}',
  ] as const),
] as const
const shape = fc.constantFrom(...SHAPES)
const filled = (word: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(shape, word).map(([line, each]) => line.replaceAll('{}', () => each))

export const plantedLine: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: filled(set) },
  filled(path),
  filled(filled(set)),
  fc
    .tuple(filled(set), fc.constantFrom('; ', ' && ', '\n', ' | '), filled(set))
    .map((all) => all.join('')),
)

/** Whether a line names another place than the folder that it runs in. */
export const leavesFolder = (line: string): boolean =>
  line.replaceAll(PLANTED, '').replaceAll('planted\\/evil', '').includes('/')
