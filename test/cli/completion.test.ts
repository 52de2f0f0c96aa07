// The completion scripts, each run by its own shell, and the manual page, read by troff.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allCommands } from '../../main/host/cli/commands.ts'
import { manPage } from '../../main/host/cli/reference/man-page.ts'
import { completionScripts } from '../../main/host/cli/reference/scripts.ts'
import { readSyntax } from '../../main/host/cli/reference/syntax.ts'
import { findProgram } from '../../main/host/launch/program.mjs'
import { makeHome } from './gatehouse.ts'

const commands = await allCommands()
const scripts = completionScripts(commands)
let folder: string
const file = (shell: string): string => join(folder, shell)
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-completion-'))
  for (const [shell, script] of Object.entries(scripts)) writeFileSync(file(shell), script)
  mkdirSync(join(folder, 'here', 'rules'), { recursive: true })
  writeFileSync(join(folder, 'here', 'rules.yaml'), '')
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (program: string, args: readonly string[]): readonly string[] =>
  execFileSync(program, args, {
    encoding: 'utf8',
    cwd: join(folder, 'here'),
    env: { PATH: process.env['PATH'], HOME: folder },
  })
    .split('\n')
    .map((line) => line.split(/[\t:]/)[0] ?? '')
    .filter((line) => line !== '')
    .toSorted()

/** What each shell offers for these words, the last of which is being typed. */
const offers: Readonly<Record<string, (words: readonly string[]) => readonly string[]>> = {
  bash: (words) =>
    run('bash', [
      '--norc',
      '-c',
      'source "$0"; COMP_WORDS=(gatehouse "$@"); COMP_CWORD=$#; _gatehouse; printf "%s\\n" "${COMPREPLY[@]}"',
      file('bash'),
      ...words,
    ]),
  // The builtins of the line editor answer only there, so that what would reach it is printed.
  zsh: (words) =>
    run('zsh', [
      '-f',
      '-c',
      `compdef() {}
       offer() { print -l -- \${(M)@:#\${words[CURRENT]}*} }
       compadd() { shift; offer "$@" }
       _describe() { offer \${(P)2} }
       _files() { setopt nullglob; print -l -- \${words[CURRENT]}* }
       source "$0"; words=(gatehouse "$@"); CURRENT=$#words; _gatehouse`,
      file('zsh'),
      ...words,
    ]),
  fish: (words) =>
    run('fish', [
      '--no-config',
      '-c',
      'source $argv[1]; complete -C "$argv[2]"',
      file('fish'),
      ['gatehouse', ...words].join(' '),
    ]),
}

const cases: readonly [what: string, words: readonly string[], want: readonly string[]][] = [
  ['the first word', ['too'], ['tools']],
  ['a subcommand', ['tools', ''], ['describe', 'list', 'run']],
  ['what help explains', ['help', 'clients', 're'], ['remove']],
  ['an option of the command', ['tools', 'run', 'exec', '--ap'], ['--approve']],
  ['an option of every command', ['doctor', '--js'], ['--json']],
  [
    'the choices of an option',
    ['audit', 'export', '--format', ''],
    ['csv', 'jsonl', 'otel', 'proof'],
  ],
  ['nothing where a value follows that nobody knows', ['serve', '--port', ''], []],
  ['a command after an option with its value', ['--config', 'a.yaml', 'appr'], ['approvals']],
  ['the agents it can connect', ['connect', '--hooks', 'claude-c'], ['claude-code']],
  ['a choice of a second operand', ['clients', 'commands', 'cursor', 's'], ['sandbox']],
  ['the files of an option', ['policy', 'simulate', '--rules', 'rules.'], ['rules.yaml']],
  ['the files of an operand', ['redact', 'rules.'], ['rules.yaml']],
  ['no further command behind an operand', ['undo', 'call_1', 'un'], []],
  ['a command that is also the first word of others', ['step-up', 't'], ['totp']],
]

describe.each(Object.keys(offers))('%s', (shell) => {
  it.for(cases)('completes %s', ([, words, want], { skip }) => {
    skip(findProgram(shell) === null, `there is no ${shell}`)
    expect(offers[shell]?.(words)).toEqual(want)
  })

  it('completes every command there is, word by word', ({ skip }) => {
    skip(findProgram(shell) === null, `there is no ${shell}`)
    // One process a shell would take a minute: those of one topic stand for all.
    const topic = commands.filter(({ name }) => name.startsWith('servers '))
    expect(offers[shell]?.(['servers', ''])).toEqual(
      topic.map(({ name }) => name.slice(8)).toSorted(),
    )
    const first = new Set([...commands.map(({ name }) => name.split(' ')[0] ?? ''), 'help'])
    expect(offers[shell]?.([''])).toEqual([...first].toSorted())
  })
})

it('completes in the line editor of zsh, after one press of Tab @whole', ({ skip }) => {
  skip(findProgram('zsh') === null, 'there is no zsh')
  const driver = `zmodload zsh/zpty
    zpty -b editor zsh -f -i
    until_seen() { local got='' more; while [[ $got != *$1* ]]; do zpty -r editor more && got+=$more; done; print -r -- $got }
    zpty -w editor 'autoload -Uz compinit && compinit -u -D && source "${file('zsh')}"; PS1=""; echo RE''ADY'
    until_seen READY >/dev/null
    zpty -n -w editor $'gatehouse polic\\tsimul\\t'
    until_seen 'simulate'`
  expect(execFileSync('zsh', ['-f', '-c', driver], { encoding: 'utf8', timeout: 60_000 })).toMatch(
    /gatehouse policy.* simulate/s,
  )
})

describe('the PowerShell script', () => {
  it('has every command and topic with its options', () => {
    const nodes = readSyntax(commands)
    const missing = nodes.filter(({ path, options }) => {
      const flags = options.flatMap((option) => option.flags).map((flag) => `'${flag}'`)
      return !scripts.powershell.includes(`    '${path}' = @(${flags.join(', ')})`)
    })
    expect(missing).toEqual([])
  })
})

describe('the manual page', () => {
  it('is read by troff without a warning, and names every command', ({ skip }) => {
    skip(findProgram('groff') === null, 'there is no groff')
    const { stdout, stderr } = spawnSync('groff', ['-ww', '-man', '-Tutf8', '-P-cbou'], {
      input: manPage(commands, '1.2.3'),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    const flat = stdout.replace(/\s+/g, ' ')
    expect(commands.filter(({ name }) => !flat.includes(`gatehouse ${name}`))).toEqual([])
  })
})

describe('gatehouse completion', () => {
  it('prints the script of a shell, and says which shells there are @whole', async () => {
    const home = makeHome()
    try {
      expect(await home.run('completion', 'bash')).toEqual({
        code: 0,
        stdout: scripts.bash,
        stderr: '',
      })
      expect(await home.run('completion', 'bsh')).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining('Did you mean bash?'),
      })
    } finally {
      await home.remove()
    }
  })
})
