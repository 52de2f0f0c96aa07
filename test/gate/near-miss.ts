// Command lines that are almost one that was approved: one thing about them is changed.
import fc from 'fast-check'

/** What an approval may have shown, with a blank between any two words and operators. */
const APPROVED = [
  'npm test',
  'git status --short',
  'npm run build --silent',
  'cd src && npm test',
  'cd src ; npm test',
  'make || make clean',
  'git log -n 5 | head -5',
  'make & make test',
  'A=1 npm test',
  'npm test > out.txt',
  'npm test 2> out.txt > log.txt',
  '( make ; make test )',
  '{ make ; make test ; }',
  '! make test',
  'if make ; then make test ; fi',
  'for i in 1 2 ; do make test ; done',
  'while make ; do make test ; done',
  `sh -c 'make && make test'`,
  'sudo make install',
  'timeout 5 make test',
  'env A=1 make test',
  'cd src && make && make test > out.txt',
  `echo 'a b' ; ls src`,
] as const

const OPERATORS = ['&&', '||', ';', '|', '&', '\n', '|&'] as const
const isOperator = (word: string): boolean => OPERATORS.some((each) => each === word)
const isPlain = (word: string): boolean => /^[\w./-]+$/.test(word)

export const MUTATIONS = [
  ...[
    'none',
    'option',
    'quote',
    'operator',
    'assignment',
    'redirection',
    'extra part',
    'part left out',
    'order',
    'folder',
    'wrapper',
  ],
  ...[
    'group',
    'blank',
    'comment',
    'expansion',
    'word left out',
    'word replaced',
    'another folder to run in',
    'loop',
  ],
] as const
export type Mutation = (typeof MUTATIONS)[number]
export type NearMiss = {
  readonly shown: string
  readonly mutation: Mutation
  readonly line: string
  readonly cwd: string
}

/** `pick` gives a number below the one it is given. */
type Pick = (below: number) => number
const of = <T>(list: readonly T[], pick: Pick): T => list[pick(list.length)] as T

const QUOTES: readonly ((word: string) => string)[] = [
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `\\${word}`,
  (word) => `$'${word}'`,
  (word) => `${word.slice(0, 1)}''${word.slice(1)}`,
  (word) => `${word.slice(0, 1)}\\\n${word.slice(1)}`,
]

function changed(words: readonly string[], mutation: Mutation, pick: Pick): readonly string[] {
  const plain = words.flatMap((word, at) => (isPlain(word) ? [at] : []))
  const at = plain.length === 0 ? 0 : of(plain, pick)
  const operators = words.flatMap((word, position) => (isOperator(word) ? [position] : []))
  const insert = (position: number, ...more: readonly string[]) => [
    ...words.slice(0, position),
    ...more,
    ...words.slice(position),
  ]
  const replace = (position: number, word: string) => words.with(position, word)
  switch (mutation) {
    case 'none':
    case 'another folder to run in':
      return words
    case 'option':
      return insert(at + 1, of(['-x', '--force', '-c', '--', '-'], pick))
    case 'quote':
      return replace(at, of(QUOTES, pick)(words[at] ?? ''))
    case 'operator':
      return operators.length === 0 ? words : replace(of(operators, pick), of(OPERATORS, pick))
    case 'assignment':
      return insert(
        at,
        of(['A=1', 'PATH=.', 'LD_PRELOAD=./x.so', 'IFS=/', 'GIT_PAGER=./x', 'A='], pick),
      )
    case 'redirection':
      return insert(
        of([0, at + 1, words.length], pick),
        of(['>', '>>', '<', '2>', '>|', '&>'], pick),
        of(['f', 'out.txt', '/dev/null', '~/f'], pick),
      )
    case 'extra part':
      return insert(
        words.length,
        of(OPERATORS, pick),
        of(['touch pwn', 'make', 'npm test', 'ls'], pick),
      )
    case 'part left out':
      return operators.length === 0 ? words : words.slice(of(operators, pick) + 1)
    case 'order': {
      const position = operators.length === 0 ? null : of(operators, pick)
      return position === null
        ? words.toReversed()
        : [...words.slice(position + 1), words[position] ?? ';', ...words.slice(0, position)]
    }
    case 'folder':
      return insert(0, 'cd', of(['sub', '/tmp', '..'], pick), of(['&&', ';'], pick))
    case 'wrapper':
      return insert(
        of([0, at], pick),
        of(['sudo', 'env', 'command', 'exec', 'nice', 'xargs', 'time', 'eval', 'timeout 5'], pick),
      )
    case 'group':
      return of(
        [
          ['(', ...words, ')'],
          ['{', ...words, ';', '}'],
          ['!', ...words],
          [...words, '&'],
          ['if', ...words, ';', 'then', 'true', ';', 'fi'],
        ],
        pick,
      )
    case 'blank':
      return replace(
        at,
        `${words[at] ?? ''}${of(['\r', '\u00a0', '\u3000', '\t', '\v', '\u0000', '\n', '\u200b'], pick)}`,
      )
    case 'comment':
      return insert(at + 1, of(['# x', '#x\n', ': #'], pick))
    case 'expansion':
      return replace(
        at,
        of(
          [
            '$x',
            '*',
            '~',
            '{a,b}',
            '$(touch pwn)',
            '`touch pwn`',
            '"$x"',
            '$((x))',
            '=ls',
            '<(ls)',
          ],
          pick,
        ),
      )
    case 'word left out':
      return words.filter((_, position) => position !== at)
    case 'word replaced':
      return replace(at, of(['rm', 'touch', 'a', 'test', 'src', '5'], pick))
    case 'loop':
      return of(
        [
          ['for', 'i', 'in', '1', '2', '3', ';', 'do', ...words, ';', 'done'],
          ['while', 'true', ';', 'do', ...words, ';', 'done'],
        ],
        pick,
      )
  }
}

/** Split at blanks outside of quotes. */
const wordsOf = (line: string): readonly string[] => line.match(/'[^']*'|\S+/g) ?? []

export const nearMiss: fc.Arbitrary<NearMiss> = fc
  .tuple(
    fc.constantFrom(...APPROVED),
    fc.constantFrom(...MUTATIONS),
    fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  )
  .map(([shown, mutation, numbers]) => {
    let at = 0
    const pick: Pick = (below) => (numbers[at++ % numbers.length] ?? 0) % below
    const line = changed(wordsOf(shown), mutation, pick).join(' ')
    return { shown, mutation, line, cwd: mutation === 'another folder to run in' ? '/w/sub' : '/w' }
  })
