// Lines made to be read in two ways: words with every kind of quoting, operators of every shell,
// and characters by chance. No slash is in them, so that nothing is reached but the folder they run
// in and the programs that are meant.
import fc from 'fast-check'

const PAYLOADS = [
  'evil',
  'evil x',
  'rm a',
  'ls > pwn',
  ': > pwn',
  '$(evil)',
  '`evil`',
  'alpha; evil',
]
const payload = fc.constantFrom(...PAYLOADS)
const plain = fc.constantFrom(
  'a',
  'b',
  'sub',
  '-n',
  '-la',
  'x=1',
  'status',
  'a.b',
  'A_1',
  '--x=y',
  '1',
  'HEAD~1',
  '@',
  '%',
  ':',
  ',',
  '+',
  '-',
  '.',
  '^',
)
const quoting = fc.constantFrom(
  "'",
  '"',
  '\\',
  '`',
  '$',
  '{',
  '}',
  '#',
  '!',
  '=',
  '~',
  '*',
  '?',
  '[',
  ']',
  "\\'",
  '\\"',
  "''",
  '""',
  '\\\\',
  '$[',
)

const single = fc.oneof(plain, payload).map((text) => `'${text}'`)
const double = fc
  .oneof(plain, payload, fc.constantFrom('$x', '\\$x', '\\\\', "'", '!', 'it is', '${x}'))
  .map((text) => `"${text}"`)
const ansi = fc
  .oneof(plain, payload, fc.constantFrom("\\'", '\\n', '\\x61', "\\\\'", "\\'; evil #"))
  .map((text) => `$'${text}'`)
const braces = fc
  .tuple(
    fc.constantFrom('x', 'y', 'z', 'i', '_', '#x', '!x', 'x[0]', 'x[i]', '@', 'z[$(evil)]'),
    fc.constantFrom('', ':-', '-', ':=', '%', '##', '/', ':', '^', '@P', ':?'),
    fc.oneof(plain, quoting, single, double, payload),
  )
  .map(([name, operator, operand]) =>
    operator === '' ? `\${${name}}` : `\${${name}${operator}${operand}}`,
  )
const dollar = fc.oneof(
  fc.constantFrom(
    '$x',
    '$1',
    '$@',
    '$#',
    '$$',
    '$_',
    '$((1+1))',
    '$((i))',
    '$((_))',
    '$((REPLY))',
    '$x[1]',
    '$x[$(evil)]',
    '$"a"',
    '$=x',
    '$~y',
    '$~p',
    '$^~p',
    '$+x',
  ),
  braces,
  fc.oneof(plain, payload).map((text) => `$(${text})`),
  fc.constantFrom(
    '$(ls)',
    '$(alpha b)',
    '$(cat a | beta)',
    '`alpha`',
    '`ls a`',
    '$(alpha # )\n)',
    '$(case a in a) evil;; esac)',
  ),
)
const odd = fc.constantFrom(
  ...[
    '=alpha',
    '~',
    '~+',
    '*',
    '{a,b}',
    '{1..2}',
    '?',
    '[ab]',
    '*(e:evil:)',
    'a(e:evil:)',
    '(e:evil:)',
    '@(a|b)',
    '!(a)',
    '<(alpha)',
    '>(alpha)',
  ],
  ...[
    '=(alpha)',
    '{}',
    'a{}',
    '}',
    '{',
    'a}',
    '#',
    '#a',
    'a#b',
    '!',
    '!!',
    '!x',
    'é',
    'a=~',
    'a==alpha',
    '<1-2>',
    '10',
    '{fd}',
  ],
)
const word = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: plain },
      { weight: 2, arbitrary: single },
      double,
      dollar,
      ansi,
      odd,
      quoting,
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((pieces) => pieces.join(''))
const redirect = fc
  .tuple(
    fc.constantFrom(
      '>',
      '>>',
      '<',
      '2>',
      '>|',
      '<>',
      '>&',
      '&>',
      '<<<',
      '10>',
      '>!',
      '{fd}>',
      '>>|',
      '2>&1 >',
      '> out 2>&1 <',
    ),
    fc.oneof(fc.constantFrom('out', 'a', ' out', ' a', '-', '1', '2'), word),
  )
  .map((both) => both.join(''))
const hereDocument = fc
  .tuple(
    fc.constantFrom('<<', '<<-', '<< '),
    fc.constantFrom(
      'E',
      "'E'",
      '"E"',
      '\\E',
      "$'E'",
      'E$x',
      "E'F'",
      '"E F"',
      '`E`',
      "$'E\\n'",
      'E\\',
    ),
    fc.constantFrom(
      '',
      'text',
      'evil',
      '$(evil)',
      "${x:-'}",
      '$x',
      '`evil`',
      '\\',
      'E\\\nE',
      "it's",
      '"',
      '\tE\nevil',
    ),
    fc.constantFrom('E', ' E', '\tE', 'EF', 'E F', 'E; evil', "'E'"),
  )
  .map(([operator, delimiter, body, end]) => `${operator}${delimiter}\n${body}\n${end}\n`)
const program = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('alpha', 'beta', 'ls', 'cat', 'git', 'npm') },
  fc.constantFrom(
    'echo',
    'true',
    ':',
    'test',
    '[',
    'printf',
    'cd',
    'set',
    'jobs -x',
    'command',
    'exec',
    'eval',
    'noglob',
    'repeat 2',
    'time',
    '!',
    '-',
    'a=1',
    'RANDOM+=',
    'x+=1',
    'unset',
    'export',
    'read',
    'sh -c',
  ),
  fc.constantFrom(
    "'ls'",
    'l\\s',
    '"alpha"',
    "a'l'pha",
    '$x',
    'function',
    'coproc',
    'typeset',
    'let',
    'exit',
    'shift',
    'print',
    'hash',
    'enable',
    'alias',
  ),
)
const simple = fc
  .tuple(
    program,
    fc.array(fc.oneof({ weight: 8, arbitrary: word }, redirect, hereDocument), { maxLength: 4 }),
  )
  .map(([name, words]) => [name, ...words].join(' '))
const joiner = fc.constantFrom(
  '; ',
  ' && ',
  ' || ',
  ' | ',
  ' & ',
  '\n',
  ';',
  '&&',
  '|',
  '|&',
  ' &! ',
  ' &| ',
  ';;',
  '; # ',
  ' \\\n',
  '\r\n',
  '\u00a0',
  '\t',
  ';&',
)
const group = fc.constantFrom(
  ...([
    '{}',
    '({})',
    '{ {}; }',
    '( {} )',
    'if {}; then {}; fi',
    'while false; do {}; done',
    'for z in a b; do {}; done',
    'f() { {}; }; f',
    '[[ {} ]]',
  ] as const),
  ...([
    'case a in a) {};; esac',
    '{ {} }',
    '! {}',
    'eval {}',
    "sh -c '{}'",
    '$({})',
    '(({}))',
    'if ({}) {}',
    'for z (a b) {}',
    '{} always { {} }',
  ] as const),
)

/** By a grammar that knows what shells disagree about. */
export const createdLine: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(simple, fc.array(fc.tuple(joiner, simple), { maxLength: 2 }))
      .map(([first, rest]) => first + rest.flat().join('')),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(group, simple)
      .map(([shape, nested]) => shape.replaceAll('{}', () => nested)),
  },
)

const CHARACTERS = 'aabx  \'"\\`$(){}[];&|<>#!=~*?^%,:-+@1\n\t_'.split('')
/** Characters by chance behind the name of a program. */
export const randomLine: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('alpha', 'ls', 'cat'),
    fc.array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...CHARACTERS) },
        { weight: 1, arbitrary: fc.constantFrom('evil', 'ls', 'alpha', '>pwn') },
      ),
      { maxLength: 24 },
    ),
  )
  .map(([name, rest]) => `${name} ${rest.join('')}`)

/** Quotes and what ends them, close together: where readings part. */
export const quotedLine: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      "'",
      '"',
      '\\',
      '$',
      '`',
      '${x:-',
      '}',
      '$(',
      ')',
      '; evil',
      ' evil ',
      'alpha',
      ' ',
      '\n',
      "$'",
      '$"',
      '#',
      '<<E',
      'E',
      'a',
      '$((',
      '))',
      '{',
      '(',
      '$[',
      ']',
      ':',
      '=',
      '!',
      '"$x"',
      "''",
    ),
    { maxLength: 14 },
  )
  .map((pieces) => `alpha ${pieces.join('')}`)

/** What later words mean is changed first, or left as it is: below `1` every program is another. */
export const steeringLine: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      ...([
        'for PATH in 1; do {}; done',
        'for PATH in 1 2; do {}; done',
        'for path in 1; do {}; done',
        'for x in 1; do {}; done',
        'for ((PATH=1;;)); do {}; break; done',
        'for ((i=0;i<1;i++)); do {}; done',
        'while read -r PATH; do {}; done <<< 1',
        'until false; do {}; break; done',
        'select PATH in 1; do {}; break; done <<< 1',
        'coproc PATH { {}; }',
      ] as const),
      ...([
        'mapfile -t PATH <<< 1; {}',
        'mapfile -t x <<< 1; {}',
        'read -a PATH <<< 1; {}',
        'read -A path <<< 1; {}',
        'read -p PATH <<< 1; {}',
        'read PATH <<< 1; {}',
        'read -r x <<< 1; {}',
        'printf -v PATH 1; {}',
        'getopts s PATH -s; {}',
        'declare -n z=PATH; z=1; {}',
        'typeset -T PATH z; z=(1); {}',
      ] as const),
      ...([
        'echo ${PATH::=1}; {}',
        'echo ${x+${PATH::=1}}; {}',
        'echo ${PATH:=1}; {}',
        'echo ${z=1}; {}',
        ': $((PATH=1)); {}',
        'x=1; : $((x)); {}',
        'PATH=1 {}',
        'PATH=1; {}',
        'x=1; {}',
        'export PATH=1; {}',
        'unset x; {}',
      ] as const),
      ...([
        'a=1; exit $i',
        'a=1; printf %d "$i"; {}',
        'a=1; [ -t "$i" ]; {}',
        'y=-v; test $y "$i"; {}',
        'test $x; {}',
        '[ "$x" = "$y" ] && {}',
        '[ $? -eq 0 ] && {}',
        'read -t "$i" z; {}',
        'command {}',
        'hash -p sub ls; {}',
        'alias ls=evil; {}',
      ] as const),
    ),
    fc.constantFrom('ls', 'cat a', 'alpha', 'beta b', 'ls -la; cat a', 'alpha && ls'),
  )
  .map(([shape, nested]) => shape.replaceAll('{}', () => nested))
