// Lines of harmless programs in which a word changes what a later one means: where programs are
// looked for, or what a number is. Each is run by the shell that falls for it, in a folder where
// programs of those names lie that leave a file; none of them may count as only reading.
import { execFile } from 'node:child_process'
import { access, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { analyseCommand } from '../../main/command/analyse.ts'
import { onlyReads } from '../../main/gate/command-risk.ts'
import { zoneOf } from './summary.ts'

const run = promisify(execFile)
const ARGUMENTS = {
  dash: ['-c'],
  bash: ['--norc', '--noprofile', '-c'],
  zsh: ['-f', '-c'],
} as const

type Row = readonly [shell: keyof typeof ARGUMENTS, line: string]

const LINES: readonly Row[] = [
  // The name of a loop, whatever kind of loop it is.
  ['dash', 'for PATH in 1; do ls; done'],
  ['bash', 'for PATH in 1 2; do ls; done'],
  ['bash', 'for ((PATH=1;;)); do ls; break; done'],
  ['zsh', 'for ((PATH=1;;)); do ls; break; done'],
  ['zsh', 'for path in .; do ls; done'],
  // An option that takes no value is taken for one that does.
  ['bash', 'mapfile -t PATH < here; ls'],
  ['bash', 'readarray -t PATH < here; ls'],
  ['bash', 'mapfile -n 1 -t PATH < here; ls'],
  ['bash', 'read -a PATH < here; ls'],
  ['zsh', 'read -A path < here; ls'],
  // Another way to set a variable inside of a word.
  ['zsh', 'echo ${PATH::=.}; ls'],
  ['zsh', 'echo "${PATH::=.}"; ls'],
  ['zsh', 'x=${PATH::=.}; ls'],
  ['zsh', 'echo ${x+${PATH::=.}}; ls'],
  ['zsh', 'echo ${x#${PATH::=.}}; ls'],
  ['zsh', 'for i in ${PATH::=.}; do ls; done'],
  ['zsh', 'case ${PATH::=.} in *) ls;; esac'],
  ['zsh', 'cat <<E\n${PATH::=.}\nE\nls'],
  // What is reckoned is known only while it runs.
  ['zsh', 'a=1; printf %d "$z"'],
  ['zsh', 'a=1; exit "$z"'],
  ['zsh', 'a=1; return $z'],
  ['zsh', 'a=1; shift $z'],
  ['zsh', 'a=1; break $z'],
  ['zsh', 'read -t "$z" y < here'],
  ['zsh', 'read -n "$z" y < here'],
  ['zsh', 'a=1; [ -t "$z" ]'],
  ['zsh', 'a=1; printf -v SECONDS %s "$z"'],
  // An operator of a test is known only while it runs.
  ['bash', 'y=-v; test $y "$z"'],
  ['bash', 'y=-v; [ "$y" "$z" ]'],
  ['bash', 'y="-v $z"; [ $y ]'],
  ['bash', 'y="-v $z -o x"; [ $y = x ]'],
  // A value that is looked up as a pattern, with what the pattern says to do for each name.
  ['zsh', 'echo $~p'],
  ['zsh', 'echo pre; cat $~p'],
  ['zsh', 'echo $^~p'],
  ['zsh', 'read q < pattern; echo $~q'],
  ['zsh', 'for i in $~p; do echo $i; done'],
  ['zsh', 'cat < $~p'],
  ['zsh', 'set -- "$p"; echo $~1 $~@'],
  // A pattern where tests and actions can be.
  ['bash', 'cd deep; find *'],
]

/** Of the same programs and words, with nothing in them that changes another's meaning. */
const HARMLESS: readonly string[] = [
  'for i in 1 2; do echo $i; done',
  'for ((i=0;i<3;i++)); do echo $i; done',
  'mapfile -t lines < here; echo "${lines[@]}"',
  'while read -r a _; do echo "$a"; done < here',
  'read -t 5 x < here',
  "read -p 'Name: ' x < here",
  'echo ${x:1:2} ${x:0}',
  "printf '%d\\n' 3",
  'printf \'%s\\n\' "$x"',
  "printf '%d\\n' $((1+2))",
  'exit $?',
  '[ $? -eq 0 ] && ls',
  '[ "$x" -gt 3 ]',
  '[ "$x" = y ]',
  '[ ! -e "$x" ]',
  'test -n "$x"',
  '[ "$a" = "$b" -a "$c" = "$d" ]',
  'find ./* -name x',
  'find src* -name x',
  'find ~ -name x',
  'echo "$" "a$" $',
  'grep "foo$" here',
  "grep -E 'a$~b|c$=d' here",
  'echo a~ b=$x c^d',
]

/** It finds any name, and runs a program for each. */
const PATTERN = '*(e:./ls:)'

let folder = ''
const evilRan = (): Promise<boolean> =>
  access(join(folder, 'planted')).then(
    () => true,
    () => false,
  )

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-meaning-')))
  await mkdir(join(folder, '1'))
  await mkdir(join(folder, 'deep'))
  await writeFile(join(folder, 'here'), '.\n')
  await writeFile(join(folder, 'pattern'), `${PATTERN}\n`)
  // The only name that a pattern finds there; `find` runs what comes after it.
  for (const name of ['-okdir', '-exec']) await writeFile(join(folder, 'deep', name), '')
  for (const name of ['ls', 'cat', '1/ls'])
    await writeFile(join(folder, name), `#!/bin/sh\n: > "${folder}/planted"\n`, { mode: 0o755 })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const counts = async (line: string): Promise<boolean> =>
  onlyReads(await analyseCommand(line, { cwd: '/w', zoneOf }))

describe('a line that changes what its own words mean', () => {
  it.each(LINES)('does not count as reading, of %s: %j', async (_, line) => {
    expect(await counts(line)).toBe(false)
  })

  it.each(LINES.filter(([, line]) => !line.includes('find')))(
    'runs more than it says, by %s: %j',
    async (shell, line) => {
      await rm(join(folder, 'planted'), { force: true })
      await run(shell, [...ARGUMENTS[shell], line], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'] ?? '',
          HOME: folder,
          x: 'b',
          p: PATTERN,
          // Without a blank: what is parted stays one word.
          z: `a[$(:>${folder}/planted)]`,
        },
        timeout: 20_000,
      }).catch((fault: unknown) => fault)
      expect(await evilRan()).toBe(true)
    },
  )

  it('finds an action by a pattern, of find', async () => {
    const { stderr } = await run('bash', ['-c', 'cd deep; find * 2>&1 | cat >&2'], { cwd: folder })
    expect(stderr).toContain('-exec')
  })
})

describe('a line of similar words that changes nothing', () => {
  it.each(HARMLESS)('counts as reading: %j', async (line) => {
    expect(await counts(line)).toBe(true)
  })
})
