// A variable that is handed to a program: harmless only by its name, and tried with real programs.
// @module-tag whole
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { analyseCommand } from '../../main/command/analyse.ts'
import { steers, steersProgram } from '../../main/command/tables/variables.ts'
import { onlyReads } from '../../main/gate/command-risk.ts'

const zoneOf = async () => 'workspace' as const
const reads = async (line: string): Promise<boolean> =>
  onlyReads(await analyseCommand(line, { cwd: '/w', zoneOf }))

/** Names, each with what takes it; none of them may be handed on as if it were nothing. */
const taken: readonly (readonly [name: string, value: string, line: string])[] = [
  // Files that are read, or written.
  ['GREP_FILE', 'x', 'grep a b'],
  ['JQ_CONFIG', './x', 'jq . b.json'],
  ['GNUPGHOME', './k', 'cat a'],
  ['SQLITE_HISTORY', './h', 'cat a'],
  ['HISTFILE', './h', 'ls'],
  ['NODE_COMPILE_CACHE', './c', 'node --version'],
  ['NODE_V8_COVERAGE', './c', 'node --version'],
  ['NODE_REDIRECT_WARNINGS', './w', 'node --version'],
  ['NODE_EXTRA_CA_CERTS', './c', 'node --version'],
  ['SSLKEYLOGFILE', './k', 'ls'],
  ['GCOV_PREFIX', './g', 'ls'],
  ['LLVM_PROFILE_FILE', './p', 'ls'],
  ['ASAN_OPTIONS', 'log_path=./a', 'ls'],
  ['UBSAN_OPTIONS', 'log_path=./a', 'ls'],
  ['GOCOVERDIR', './c', 'ls'],
  ['GMON_OUT_PREFIX', './g', 'ls'],
  ['MALLOC_TRACE', './m', 'ls'],
  ['G_MESSAGES_DEBUG', 'all', 'ls'],
  ['RUSTUP_HOME', '.', 'cat a'],
  ['CARGO_HOME', '.', 'cat a'],
  // Programs and code.
  ['GIT_EXTERNAL_DIFF', './x', 'git diff'],
  ['GIT_DIR', './x', 'git status'],
  ['GIT_CONFIG_COUNT', '1', 'git status'],
  ['GIT_TRACE', './t', 'git status'],
  ['GIT_INDEX_FILE', './i', 'git status'],
  ['GIT_ALTERNATE_OBJECT_DIRECTORIES', './o', 'git log'],
  ['LD_PRELOAD', './x.so', 'ls'],
  ['LD_AUDIT', './x.so', 'ls'],
  ['DYLD_INSERT_LIBRARIES', './x', 'ls'],
  ['GLIBC_TUNABLES', 'glibc.malloc.check=3', 'ls'],
  ['NODE_OPTIONS', '--require=./x', 'node --version'],
  ['PYTHONSTARTUP', './x', 'cat a'],
  ['PERL5OPT', '-Mx', 'cat a'],
  ['RUBYOPT', '-rx', 'cat a'],
  ['AWKPATH', '.', 'cat a'],
  ['FZF_DEFAULT_OPTS', '--preview=./x', 'ls'],
  ['MANROFFOPT', '-x', 'ls'],
  ['LESSOPEN', '|./x %s', 'cat a'],
  ['BAT_PAGER', './x', 'cat a'],
  ['DELTA_PAGER', './x', 'git diff'],
  ['EDITOR', './x', 'ls'],
  ['SYSTEMD_EDITOR', './x', 'ls'],
  ['BROWSER', './x', 'ls'],
  // Hosts and addresses.
  ['http_proxy', 'http://evil.example', 'ls'],
  ['HTTPS_PROXY', 'http://evil.example', 'ls'],
  ['ALL_PROXY', 'http://evil.example', 'ls'],
  ['RES_OPTIONS', 'debug', 'ls'],
  ['LOCALDOMAIN', 'evil.example', 'ls'],
  ['DOCKER_HOST', 'tcp://evil.example', 'ls'],
  ['KUBECONFIG', './k', 'ls'],
  ['DISPLAY', 'evil.example:0', 'ls'],
  ['SSH_AUTH_SOCK', './s', 'ls'],
  // Of nobody we know.
  ['FOO', '1', 'ls'],
  ['TARGET', '/', 'ls'],
  ['_', 'x', 'ls'],
  ['lc_all', 'C', 'ls'],
  ['LC_', 'C', 'ls'],
  ['LC_ALLX', 'C', 'ls'],
  ['XTZ', 'C', 'ls'],
  ['LS_COLORSX', 'C', 'ls'],
]
const ways: readonly ((name: string, value: string, line: string) => string)[] = [
  (name, value, line) => `${name}='${value}' ${line}`,
  (name, value, line) => `env ${name}='${value}' ${line}`,
  (name, value, line) => `env -u X ${name}='${value}' ${line}`,
  (name, value, line) => `export ${name}='${value}'; ${line}`,
  (name, value, line) => `${name}='${value}'; export ${name}; ${line}`,
  (name, value, line) => `declare -x ${name}='${value}' && ${line}`,
  (name, value, line) => `typeset -rx ${name}='${value}' && ${line}`,
  (name, value, line) => `set -a; ${name}='${value}'; ${line}`,
  (name, value, line) => `( export ${name}='${value}'; ${line} )`,
  (name, value, line) => `sh -c "${name}='${value}' ${line}"`,
  (name, value, line) => `for i in 1; do ${name}='${value}' ${line}; done`,
]

describe('a variable handed to a program', () => {
  it.each(taken)(
    '%s is not harmless, by whatever way it is handed on',
    async (name, value, line) => {
      const wrong: string[] = []
      for (const way of ways) {
        const handed = way(name, value.replaceAll('|', ''), line)
        if (await reads(handed)) wrong.push(handed)
      }
      expect(wrong).toEqual([])
    },
  )

  it.each([
    'LC_ALL=C sort a',
    'LANG=C.UTF-8 LC_COLLATE=C sort a',
    'TZ=UTC date',
    'NO_COLOR=1 git status',
    'env TERM=dumb COLUMNS=80 ls',
    'GIT_PAGER=cat git log',
    'PAGER= git log',
    'export LC_ALL=C; sort a',
    'export FOO=1',
    'export FOO=1; echo "$FOO"; [ -n "$FOO" ] && printf x',
    'x=1; ls; echo $x',
    'IFS= read -r line < a',
    'FOO=1 true',
    'CI=1 NODE_ENV=test ls',
  ])('%s stays free', async (line) => {
    expect(await reads(line)).toBe(true)
  })
})

describe.runIf(process.platform === 'linux')(
  'every harmless name (skipped elsewhere: GNU programs)',
  () => {
    const names = [
      ...[
        'LANG',
        'LANGUAGE',
        'TZ',
        'TERM',
        'COLORTERM',
        'COLUMNS',
        'LINES',
        'LC_ALL',
        'LC_COLLATE',
      ],
      ...[
        'LC_CTYPE',
        'LC_MESSAGES',
        'LC_NUMERIC',
        'LC_TIME',
        'NO_COLOR',
        'FORCE_COLOR',
        'CLICOLOR',
      ],
      ...['CLICOLOR_FORCE', 'LS_COLORS', 'GREP_COLOR', 'GREP_COLORS', 'JQ_COLORS', 'QUOTING_STYLE'],
      ...[
        'TIME_STYLE',
        'BLOCK_SIZE',
        'BLOCKSIZE',
        'DF_BLOCK_SIZE',
        'DU_BLOCK_SIZE',
        'LS_BLOCK_SIZE',
      ],
      ...['TABSIZE', 'CI', 'DEBUG', 'VERBOSE', 'NODE_ENV', 'LOG_LEVEL', 'SOURCE_DATE_EPOCH'],
      ...['RUST_BACKTRACE', 'RUST_LOG', 'NODE_NO_WARNINGS', 'NODE_DISABLE_COLORS'],
    ]
    const root = mkdtempSync(join(tmpdir(), 'gatehouse-handed-'))
    afterAll(() => rmSync(root, { recursive: true, force: true }))
    const work = join(root, 'work')
    mkdirSync(join(work, 'sub'), { recursive: true })
    for (const [name, text] of [
      ['a', 'b\na\n'],
      ['b.json', '{"a":1}\n'],
      ['sub/c', 'foo\n'],
    ] as const)
      writeFileSync(join(work, name), text)
    writeFileSync(join(work, 'run'), `#!/bin/sh\ntouch ${root}/ran\n`, { mode: 0o755 })
    execFileSync('git', ['init', '-q'], { cwd: work })
    const values = [
      './run',
      '|./run',
      '!./run',
      '$(./run)',
      '`./run`',
      '; ./run',
      '--require=./run',
      './made',
      `file=${root}/made`,
      '*=./made',
      ':./run',
      '%n%s',
      '-o./made',
      '../made',
      '\u001b]0;x\u0007',
      'x'.repeat(5_000),
      '1',
      '',
    ]
    const lines: readonly (readonly string[])[] = [
      ['ls', '-la', '--color=auto'],
      ['cat', 'a'],
      ['grep', '-rn', '--color=always', 'a', '.'],
      ['sort', 'a'],
      ['wc', 'a'],
      ['date'],
      ['du', '-a'],
      ['df', '.'],
      ['stat', 'a'],
      ['find', '.', '-name', 'a'],
      ['git', 'status'],
      ['git', 'log'],
      ['git', 'diff', '--stat'],
      ['head', 'a'],
      ['od', '-c', 'a'],
      ['diff', '--color=auto', 'a', 'b.json'],
      ['id'],
      ['uname', '-a'],
      ['jq', '.', 'b.json'],
      ['tree'],
      ['ps'],
      ['node', '--version'],
    ]
    const listed = (folder: string): string =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name !== '.git/index' && !name.startsWith('work/.git'))
        .toSorted()
        .map((name) => `${name} ${statSync(join(folder, name)).mtimeMs}`)
        .join('\n')

    it(
      'makes no read-only program write or run anything, whatever it holds',
      { timeout: 600_000 },
      () => {
        expect(names.filter((name) => steersProgram(name, null) || steers(name))).toEqual([])
        const before = listed(root)
        // All names at once: what one of them does shows as well, and 18 rounds do for 800.
        for (const value of values)
          for (const [program = '', ...words] of lines)
            spawnSync(program, words, {
              cwd: work,
              timeout: 20_000,
              env: {
                PATH: process.env['PATH'],
                HOME: root,
                ...Object.fromEntries(names.map((name) => [name, value])),
              },
            })
        expect(listed(root)).toBe(before)
        expect(existsSync(join(root, 'ran'))).toBe(false)
      },
    )
  },
)
