// What a lease and a rule that allows cover of a command line: just what they show, whichever shell
// runs it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CommandPart } from '../../../contract/call/command.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { noPatterns } from '../../../contract/approval/lease.ts'
import type { Lease } from '../../../contract/approval/lease.ts'
import { CommandPrefix } from '../../../contract/policy/rule.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { analyseCommand } from '../../../main/command/analyse.ts'
import { verbLength } from '../../../main/command/verb-length.ts'
import { boundArgs, relaxesIsolation } from '../../../main/gate/bound-args.ts'
import { decide } from '../../../main/gate/decide.ts'
import { leasable } from '../../../main/gate/lease/lease.ts'
import { proposeScopes } from '../../../main/gate/scopes/propose.ts'
import type { DecisionRequest } from '../../../main/gate/decision-request.ts'
import { nativeTool } from '../../../main/clients/hook/native-tool.ts'
import { zoneOf } from '../../command/summary.ts'
import { createdLine, quotedLine, randomLine } from '../../command/nasty-lines.ts'
import { ask, callers, lease, plain, policyWith, rule, running } from '../decision-requests.ts'
import { tries } from '../../soak.ts'

type Shells = 'own' | 'any'
async function touchOf(
  command: string,
  shells: Shells = 'own',
): Promise<Extract<CanonicalTouch, { kind: 'proc.run' }>> {
  return {
    kind: 'proc.run',
    command,
    cwd: '/w',
    zone: 'workspace',
    parts: [...(await analyseCommand(command, { cwd: '/w', zoneOf, shells }))],
  }
}
/** A preset that lets no command run by itself. */
const request = (touch: CanonicalTouch): DecisionRequest =>
  ask(running, [touch], { sandboxed: false })
const allowed = async (
  commands: readonly string[],
  line: string,
  shells?: Shells,
): Promise<boolean> =>
  decide(
    request(await touchOf(line, shells)),
    policyWith({ rules: [rule('allow', { commands: [...commands] })] }),
  ).effect === 'allow'
const leased = (given: Partial<Lease>, touch: CanonicalTouch): boolean =>
  decide({ ...request(touch), leases: [lease(running.name, given)] }, plain).effect === 'allow'

const everyday: readonly (readonly [rule: string, line: string])[] = [
  ['ls', 'ls'],
  ['ls', 'ls -la src'],
  ['ls', '/bin/ls "a b" c\\ d'],
  ['git status', 'git status --short'],
  ['git log', "git log --format='%h %s' -n 5"],
  ['git show', 'git show HEAD~1 stash@{0}'],
  ['npm test', 'npm test'],
  ['npm test', 'npm test -- --run test/a.test.ts'],
  ['npm test', 'npm test 2>&1'],
  ['npm test', 'npm test > /dev/null 2>&1'],
  ['npm run', 'npm run build \\\n  --silent'],
  ['npm test', '# the tests\nnpm test'],
  ['node', 'node --version'],
  ['grep', "grep -rn 'foo$' src"],
  ['make', 'if make; then make test; fi'],
  ['make', '{ make; } && (make test) || ! make clean'],
]

/** With each of these a rule for the first word allowed what it does not show. */
const holes: readonly (readonly [rule: string, line: string])[] = [
  ['ls', "ls $'\\'; touch pwn #'"],
  ['ls', `ls "\${x:-'}"; touch pwn; ls "'}"`],
  ['ls', "ls <<E\n${x:-'}\nE\ntouch pwn\nls '}'"],
  ['ls', "ls <<$'E'\nE\ntouch pwn\n$E"],
  ['ls', 'ls <<"E F"\nE F\ntouch pwn'],
  ['ls', "ls *(e:'touch pwn':)"],
  ['ls', "ls (e:'touch pwn':)"],
  ['ls', 'ls $((_))'],
  ['ls', 'ls $((REPLY))'],
  ['ls', "RANDOM+='x[$(touch pwn)]' ls"],
  ['ls', 'ls $[x]'],
  ['ls', 'ls ${x[$(touch pwn)]}'],
  ['ls', 'ls $x[$(touch pwn)]'],
  ['jobs', 'jobs -x touch pwn'],
  ['ls', 'ls $x'],
  ['ls', 'ls "$x"'],
  ['ls', 'ls *'],
  ['ls', 'ls ~'],
  ['ls', 'ls a=~/x'],
  ['ls', 'ls {a,b}'],
  ['ls', 'ls =cat'],
  ['ls', 'ls @(a|b)'],
  ['ls', 'ls !(a)'],
  ['ls', 'ls <(ls)'],
  ['ls', 'ls <<< x'],
  ['ls', 'ls &> a'],
  ['ls', 'ls |& ls'],
  ['ls', 'ls >& a'],
  ['ls', 'ls > a'],
  ['ls', 'ls 10> a'],
  ['ls', 'ls &! ls'],
  ['ls', 'ls <1-2>'],
  ['ls', 'ls $(ls)'],
  ['ls', 'ls `ls`'],
  ['ls', 'time ls'],
  ['ls', 'coproc ls'],
  ['ls', 'ls() { touch pwn; }; ls'],
  ['ls', 'f() { ls; }; f'],
  ['ls', 'case a in a) ls;; esac'],
  ['ls', '[[ -f a ]] && ls'],
  ['ls', 'ls; touch pwn'],
  ['ls', 'A=1 ls'],
  ['ls', 'PATH=. ls'],
  ['ls', 'LD_PRELOAD=./x.so ls'],
  ['git status', 'GIT_EXTERNAL_DIFF=./x git status'],
  ['ls', 'BASH_ENV=x ls'],
  ['ls', 'IFS=/ ls'],
  ['ls', 'exec ls'],
  ['ls', 'eval ls'],
  ['ls', 'command ls'],
  ['ls', 'sudo ls'],
  ['ls', 'ls\r'],
  ['ls', 'ls\u00a0-l'],
  ['ls', 'ls \u0000'],
  ['ls', "ls 'a"],
  ['ls', 'ls }'],
  ['ls', 'ls > }'],
  ['ls', '{ls'],
  ['ls', "ls ''=cat"],
  ['eval', "eval ls $'a'"],
  ['sh', "sh -c $'ls'"],
  ['ls', 'repeat 2 ls'],
  ['set', 'set -H'],
  ['set', 'set -'],
  ['trap', 'trap ls EXIT'],
  ['enable', 'enable -f ./x y'],
  ['hash', 'hash -p ./x ls'],
  ['source', 'source ls'],
  ['alias', 'alias ls=touch'],
  ['unset', "unset 'a[$(touch pwn)]'"],
  ['export', "export 'a[$(touch pwn)]=1'"],
  ['read', "read 'a[$(touch pwn)]'"],
  ['printf', "printf -v 'a[$(touch pwn)]' x"],
  ['test', "test -v 'a[$(touch pwn)]'"],
  ['/usr/bin/../bin/touch', '/usr/bin/../bin/touch pwn'],
  ['ls', '/tmp/../bin/ls'],
]

/** What only another agent's shell would read otherwise. */
const foreign: readonly string[] = [
  ...[
    'ls a,b',
    'ls "a\\"; touch pwn; \\""',
    "ls 'a\\\\'",
    "ls 'a\\'",
    'ls \\; touch',
    'ls "a!b"',
    'ls !x',
    '! ls',
    '(ls)',
    '{ ls; }',
    'ls # a',
    'ls ""',
  ],
  ...[
    "ls 'a&touch pwn'",
    'ls a^b',
    'ls %PATH%',
    'ls @a',
    'ls “a”',
    'ls –l',
    "ls 'a\"b'",
    'if ls; then ls; fi',
    'ls --%',
    'ls {}',
    'ls -a.b',
  ],
]

describe('a rule that allows a command', () => {
  it.each(everyday)('%s: covers %j as before', async (commands, line) =>
    expect(await allowed([commands], line)).toBe(true),
  )
  it.each(holes)('%s: does not cover %j', async (commands, line) => {
    expect(await allowed([commands], line)).toBe(false)
    expect(await allowed([commands], line, 'any')).toBe(false)
  })
  it.each(foreign)('does not cover %j where the agent chooses the shell', async (line) => {
    expect(await allowed(['ls'], line, 'any')).toBe(false)
    expect(await allowed(['ls {any}'], line, 'any')).toBe(false)
  })
  it.each([
    'ls',
    'ls -la src',
    'git status',
    "git status --short 'a b'",
    'npm test',
    'npm test -- --run a',
    'ls; npm test 2>&1 | ls',
    'ls "a b"',
  ])('covers %j there, too', async (line) =>
    expect(await allowed(['ls', 'git status', 'npm test'], line, 'any')).toBe(true),
  )
  it('without words for a command covers only what is exact as well', async () => {
    const free = policyWith({ rules: [rule('allow', { tools: ['exec'] })] })
    const effects = await Promise.all(
      ['make', 'make "$x"', 'make *'].map(
        async (line) => decide(request(await touchOf(line)), free).effect,
      ),
    )
    expect(effects).toEqual(['allow', 'confirm', 'confirm'])
  })
})

describe('{any} at the end of a pattern', () => {
  const lines: readonly (readonly [commands: string, line: string, covered: boolean])[] = [
    ['cat {any}', 'cat "$f"', true],
    ['cat {any}', 'cat *.ts', true],
    ['cat {any}', 'cat', true],
    ['cat {any}', 'for f in a b; do cat "$f"; done', true],
    ['cat {any}', 'cat "$(touch pwn)"', false],
    ['cat {any}', 'cat *(e:touch:)', false],
    ['cat {any}', 'cat $f > out', false],
    ['git log {any}', 'git "$verb"', false],
    ['git log {any}', 'git log "$x"', true],
    ['{any}', 'make "$x" && ls *', true],
    ['{any}', '$cmd', false],
    ['{any}', 'rm -rf x', false],
  ]
  it.each(lines)('%s: of %j says %s', async (commands, line, covered) =>
    expect(await allowed([commands], line)).toBe(covered),
  )
  it('is nowhere else', () => {
    expect(
      ['ls {any}', '{any}', 'git log {any}', 'a {any} b', '{any} a', 'a{any}', 'a {any}b'].map(
        (text) => CommandPrefix.safeParse(text).success,
      ),
    ).toEqual([true, true, true, false, false, false, false])
  })
  it('names the same commands as without it where a rule refuses', async () => {
    const refused = policyWith({ rules: [rule('deny', { commands: ['git push {any}'] })] })
    const effects = await Promise.all(
      ['git push', 'git push "$x"', 'git log'].map(
        async (line) => decide(request(await touchOf(line)), refused).effect,
      ),
    )
    expect(effects).toEqual(['deny', 'deny', 'confirm'])
  })
})

describe('a lease for a command', () => {
  const facts = { workspace: '/w', verbLength }
  it.each(['ls "$x"', 'cat *', "ls $'a'", 'cat <<E\nx\nE', 'ls <(ls)', 'f() { ls; }; f'])(
    'is not offered for %j, which can only be denied as it is',
    async (line) => {
      const touch = await touchOf(line)
      expect([
        leasable('R3', 'tier', [touch]),
        proposeScopes([touch], facts).map(({ exact }) => exact),
      ]).toEqual([false, [true]])
    },
  )
  it.each(everyday)('%s: is offered for %j', async (_rule, line) =>
    expect(leasable('R3', 'tier', [await touchOf(line)])).toBe(true),
  )
  it('for a line of several parts is for these, in their order', async () => {
    const shown = await touchOf('cd src && npm test')
    const [, wide] = proposeScopes([shown], facts)
    expect(wide?.patterns.parts).toEqual([
      { words: ['cd', 'src'], more: false },
      { words: ['npm', 'test'], more: true },
    ])
    expect(wide?.text).toBe('“cd src”, then “npm test” with any arguments')
    const given = { touches: [shown], patterns: wide?.patterns ?? noPatterns }
    const covered = async (line: string): Promise<boolean> => leased(given, await touchOf(line))
    const lines = [
      'cd src && npm test',
      'cd src && npm test -- -x "a b"',
      'cd src lib && npm test',
      'cd src; npm test -- -x',
      'cd src || npm test',
      'cd src & npm test',
      'cd src | npm test',
      '(cd src && npm test)',
      '! cd src && npm test',
      'npm test',
      'cd src',
      'npm test && cd src',
      'cd src && npm test && npm test',
    ]
    expect(await Promise.all(lines.map(covered))).toEqual([
      true,
      true,
      ...lines.slice(2).map(() => false),
    ])
  })
  it('by hand is a list of commands that may each run', async () => {
    const given = { approvalId: null, patterns: { ...noPatterns, commands: ['ls', 'git status'] } }
    const lines = ['ls', 'git status && ls', 'ls $x', 'ls; rm a']
    expect(
      await Promise.all(lines.map(async (line) => leased(given, await touchOf(line)))),
    ).toEqual([true, true, false, false])
  })
  it('covers the line that was shown only as it was read then', async () => {
    const shown = await touchOf('npm test')
    const before = {
      ...shown,
      parts: [{ ...(shown.parts?.[0] as CommandPart), words: ['npm', 'test', '--all'] }],
    }
    expect([
      leased({ touches: [shown] }, shown),
      leased({ touches: [before] }, shown),
      leased({ touches: [await touchOf('ls $x')] }, await touchOf('ls $x')),
    ]).toEqual([true, false, false])
  })
})

describe('a call of an agent that runs its own commands', () => {
  const bash = nativeTool('claude_code_Bash')?.tool.manifest
  if (bash === undefined) throw new Error('no such tool')
  const call = async (input: JsonObject): Promise<DecisionRequest> =>
    ask(bash, [await touchOf('git status', 'any')], {
      args: { cwd: '/w', input: { command: 'git status', ...input } },
      principal: callers['mcp-client'],
      sandboxed: false,
    })
  const inputs: readonly (readonly [
    string,
    JsonObject,
    rule: boolean,
    lease: boolean,
    bound: boolean,
  ])[] = [
    ['nothing more', {}, true, true, false],
    [
      'harmless words',
      { description: 'x', timeout: 5, run_in_background: true },
      true,
      true,
      false,
    ],
    ['what is not said', { dangerouslyDisableSandbox: false }, true, true, false],
    ['its own sandbox off', { dangerouslyDisableSandbox: true }, false, false, false],
    [
      'its own sandbox off, in other words',
      { sandbox_permissions: 'require_escalated' },
      false,
      false,
      false,
    ],
    ['another program as shell', { shell: './x' }, false, false, false],
    ['a word nobody knows', { frobnicate: 1 }, false, false, true],
    ['a word nobody knows that switches off', { sandboxed: false }, false, false, true],
    ['a word nobody knows that is empty', { guard: '' }, false, false, true],
  ]
  it.each(inputs)('with %s', async (_what, input, byRule, byLease, bound) => {
    const asked = await call(input)
    const touches = asked.touches.slice()
    const within = (args: Lease['args']): boolean =>
      decide({ ...asked, leases: [lease(bash.name, { touches, args })] }, plain).effect === 'allow'
    const named = Object.fromEntries(
      Object.entries(input).map(([key, value]) => [`/input/${key}`, value]),
    )
    expect([
      decide(asked, policyWith({ rules: [rule('allow', { commands: ['git status'] })] })).effect ===
        'allow',
      within({}),
      within(named),
    ]).toEqual([byRule, byLease, byLease || bound])
    expect(relaxesIsolation(bash, asked.args)).toBe(!byRule && !bound)
  })
  it('is bound to the value that was shown', async () => {
    const asked = await call({ frobnicate: 1 })
    const given = lease(bash.name, {
      touches: asked.touches.slice(),
      args: { '/input/frobnicate': 2 },
    })
    expect(decide({ ...asked, leases: [given] }, plain).effect).toBe('confirm')
  })
})

describe("a call of another agent's MCP tool", () => {
  const create = nativeTool('claude_code_mcp__forge__create')?.tool.manifest
  if (create === undefined) throw new Error('no such tool')
  const touches = [
    {
      kind: 'mcp.call',
      server: 'forge',
      tool: 'mcp__forge__create',
      trust: 'community',
      openWorld: true,
    },
  ] as const
  const shown = { title: 'x', description: 'one', draft: true }
  const effectOf = (input: JsonObject, given: JsonObject = shown): string => {
    const args = Object.fromEntries(
      boundArgs(create, { cwd: '/w', input: given }).map((pointer) => [
        pointer,
        given[pointer.slice('/input/'.length)] ?? null,
      ]),
    )
    const asked = ask(create, [...touches], {
      args: { cwd: '/w', input },
      principal: callers['mcp-client'],
      sandboxed: false,
    })
    return decide(
      { ...asked, leases: [lease(create.name, { touches: [...touches], args })] },
      plain,
    ).effect
  }

  it('is covered with the arguments that were shown', () => expect(effectOf(shown)).toBe('allow'))
  it('that showed none is covered without any', () => expect(effectOf({}, {})).toBe('allow'))
  it.each<[string, JsonObject]>([
    ['another description', { ...shown, description: 'two' }],
    ['no description', { title: 'x', draft: true }],
    ['a second one in other letters', { ...shown, Description: 'two' }],
    ['a second one below', { ...shown, meta: { description: 'two' } }],
    ['its switch off', { ...shown, draft: false }],
    ['one more switch, off', { ...shown, dry_run: false }],
    ['one more word, empty', { ...shown, label: '' }],
    ['one more word, null', { ...shown, label: null }],
    ['a word that is harmless in a command', { ...shown, timeout: 5 }],
    ['a word that lifts a guard, off', { ...shown, tty: false }],
    ['a name that every object has', { ...shown, toString: 'x' }],
  ])('asks again with %s', (_what, input) => expect(effectOf(input)).toBe('confirm'))
  it('that showed a name every object has asks where it is missing', () =>
    expect(effectOf({ title: 'x' }, { title: 'x', toString: 'y' })).toBe('confirm'))
})

describe('whatever the line, the rule and the lease', () => {
  const line = fc.oneof(
    createdLine,
    randomLine,
    quotedLine,
    fc.constantFrom(...everyday.map(([, text]) => text), ...holes.map(([, text]) => text)),
  )
  const commands = fc.subarray(
    ['ls', 'alpha', 'cat', 'echo', 'git status', 'alpha a', 'npm test', 'jobs', 'set', 'cd'],
    { minLength: 1 },
  )
  const words = (parts: readonly CommandPart[] = []): string[] =>
    parts.map((part) => [...part.via, '', ...part.words].join('\0'))

  it('what runs without a person is exact, each part is one that the rule shows, and none is opaque', async () => {
    await fc.assert(
      fc.asyncProperty(
        line,
        commands,
        fc.constantFrom<Shells>('own', 'any'),
        async (text, prefixes, shells) => {
          const touch = await touchOf(text, shells)
          if (
            decide(request(touch), policyWith({ rules: [rule('allow', { commands: prefixes })] }))
              .effect !== 'allow'
          )
            return
          for (const part of touch.parts ?? []) {
            expect({ exact: part.exact, opaque: part.opaque }).toEqual({
              exact: true,
              opaque: false,
            })
            expect(
              prefixes.some((prefix) => `${part.words.join(' ')} `.startsWith(`${prefix} `)),
            ).toBe(true)
          }
        },
      ),
      { numRuns: tries(2_000) },
    )
  })

  it('an approval of one line covers another only with the same parts in the same order', async () => {
    await fc.assert(
      fc.asyncProperty(
        line,
        line,
        fc.boolean(),
        fc.constantFrom<Shells>('own', 'any'),
        async (shownText, text, same, shells) => {
          const [shown, touch] = [
            await touchOf(shownText, shells),
            await touchOf(same ? shownText : text, shells),
          ]
          expect(
            leased({ touches: [shown] }, touch) ? words(touch.parts) : words(shown.parts),
          ).toEqual(words(shown.parts))
          for (const { patterns } of leasable('R3', 'tier', [shown])
            ? proposeScopes([shown], { workspace: '/w', verbLength })
            : []) {
            if (!leased({ touches: [shown], patterns }, touch)) continue
            expect(touch.parts?.length).toBe(shown.parts?.length)
            expect(
              touch.parts?.every(
                ({ exact, words: [program] }, at) =>
                  exact && program === shown.parts?.[at]?.words[0],
              ),
            ).toBe(true)
          }
        },
      ),
      { numRuns: tries(1_500) },
    )
  })
})
