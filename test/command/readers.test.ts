// Every option of every program in the allow-list is run in a real tree, and watched for writes,
// children and addresses.
// @module-tag whole
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readingOf, wraps } from '../../main/command/read-only/read.ts'
import { knownWord } from '../../main/command/parse/words.ts'
import { findProgram } from '../../main/host/launch/program.mjs'
import { installDebianPackage } from '../../main/host/launch/system.mjs'
import { allSamples } from './reader-samples.ts'
import type { Sample } from './reader-samples.ts'
import { readTrace, watchedRun, watchedRuns } from './watched-run.ts'
import { soak } from '../soak.ts'

const run = promisify(execFile)
const samples = allSamples()
const programs = [...new Set(samples.map(({ program }) => program))]

/** The Debian package of each program that is in no base system. */
const PACKAGES: Readonly<Record<string, string>> = {
  tree: 'tree',
  fdfind: 'fd-find',
  gawk: 'gawk',
  getfacl: 'acl',
  cal: 'ncal',
  ncal: 'ncal',

  strace: 'strace',
  jq: 'jq',
  rg: 'ripgrep',
  xxd: 'xxd',
  file: 'file',
  nm: 'binutils',
  column: 'bsdextrautils',
  ps: 'procps',
  ip: 'iproute2',
  ifconfig: 'net-tools',
  zstdcat: 'zstd',
  git: 'git',
}
/**
 * Not in Debian's main packages of this size, or of other systems; their options are taken from
 * their manuals alone.
 */
const NOT_TRIED: ReadonlySet<string> = new Set([
  ...[
    'swift',
    'julia',
    'Rscript',
    'elixir',
    'ghc',
    'ghci',
    'luajit',
    'lua',
    'php',
    'ruby',
    'clang',
    'clang++',
  ],
  ...[
    'meson',
    'ninja',
    'cmake',
    'gmake',
    'g++',
    'gcc',
    'cc',
    'c++',
    'make',
    'ksh',
    'zsh',
    'bash',
    'dash',
    'node',
    'nodejs',
    'python',
    'python3',
    'perl',
  ],
  ...['fd', 'crontab', 'systemctl', 'look', 'busybox', 'gawk', 'mawk', 'cal'],
])
/**
 * Words of the shell: they are tried by `test/command/real-shell.test.ts`, and no program of that
 * name is started.
 */
const BUILTINS: ReadonlySet<string> = new Set([
  ...[
    ':',
    'exit',
    'return',
    'break',
    'continue',
    'shift',
    'times',
    'cd',
    'chdir',
    'pushd',
    'popd',
    'dirs',
    'set',
    'shopt',
    'jobs',
    'wait',
  ],
  ...[
    'ulimit',
    'umask',
    'export',
    'readonly',
    'local',
    'declare',
    'typeset',
    'unset',
    'read',
    'mapfile',
    'readarray',
    'getopts',
    'type',
  ],
])
/** Shell scripts of the system itself, and what they are made of. */
const MAY_START: Readonly<Record<string, RegExp>> = {
  egrep: /^\/(usr\/)?bin\/grep$/,
  fgrep: /^\/(usr\/)?bin\/grep$/,
  zcat: /^\/(usr\/)?bin\/(gzip|zcat)$/,
  dpkg: /^\/usr\/bin\/dpkg-query$|^dpkg-query$/,
  tar: /^\/(usr\/)?bin\/(gzip|bzip2|xz|zstd|sh)$|^gzip$/,
  ...Object.fromEntries(
    ['env', 'nice', 'ionice', 'timeout', 'stdbuf', 'setsid', 'taskset', 'xargs'].map((name) => [
      name,
      /\/true$/,
    ]),
  ),
}
/** git keeps a cache of file times, which it may write whenever it looks. */
const MAY_WRITE: Readonly<Record<string, RegExp>> = {
  git: /(^|\/|unlink |rename )\.git\/index(\.lock)?$|\.git\/index\.lock$/,
}

/**
 * The system's own programs, not what a person's shell puts before them; node is wherever it runs
 * from.
 */
const PLACES = `/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${dirname(process.execPath)}`

let outer = ''
let cwd = ''
let missing: string[] = []

beforeAll(async () => {
  for (const program of ['strace', ...programs]) {
    const debian = PACKAGES[program]
    if (debian !== undefined && findProgram(program) === null)
      await installDebianPackage(debian, 'used by tests')
  }
  missing = programs.filter((program) => !BUILTINS.has(program) && findProgram(program) === null)
  outer = await realpath(await mkdtemp(join(tmpdir(), 'gatehouse-readers-')))
  cwd = join(outer, 'work')
  await mkdir(join(cwd, 'src'), { recursive: true })
  await mkdir(join(outer, 'home'))
  await writeFile(join(cwd, 'a'), 'b 1\na 2\na 2\n')
  await writeFile(join(cwd, 'b.json'), '{"a":1}\n')
  await writeFile(join(cwd, 'src', 'x.ts'), 'foo\nbar\n')
  await writeFile(join(cwd, 'canary'), '#!/bin/sh\ntouch ran\ncat\n')
  await chmod(join(cwd, 'canary'), 0o755)
  await symlink('a', join(cwd, 'link'))
  await run(
    'sh',
    [
      '-c',
      'gzip -k a; tar cf a.tar src; bzip2 -k a 2>/dev/null; xz -k a 2>/dev/null; zstd -q a 2>/dev/null; true',
    ],
    { cwd },
  )
  const git = (...words: readonly string[]) =>
    run('git', [...words], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: join(outer, 'home') },
    })
  await git('init', '-q')
  await git('add', 'a', 'src', 'canary')
  for (const text of ['first', 'second'])
    await git(
      '-c',
      'user.name=x',
      '-c',
      'user.email=x@example.com',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      text,
    )
}, 600_000)
afterAll(async () => {
  await rm(outer, { recursive: true, force: true })
})

/** Of each option the sample that has the most to run: the others are for the long run. */
function onePerOption(all: readonly Sample[]): readonly Sample[] {
  const found = new Map<string, Sample>()
  for (const sample of all) {
    const key = `${sample.option} ${sample.words[0]?.startsWith('-') === true ? '' : (sample.words[0] ?? '')}`
    if (!found.has(key) || sample.words.some((word) => word.includes('canary')))
      found.set(key, sample)
  }
  return [...found.values()]
}

const WORKERS = 3
const nothing = { wrote: [], started: [], dialled: [] }

const line = ({ program, words }: Sample): string => [program, ...words].join(' ')

describe('the tracer of commands', () => {
  it('sees what is written, started and dialled', () => {
    const trace = [
      '1 execve("/bin/x", ["x"], 0x1) = 0',
      '1 openat(AT_FDCWD, "out", O_WRONLY|O_CREAT, 0666) = 3',
      '1 openat(AT_FDCWD, "in", O_RDONLY) = 3',
      '2 execve("/bin/y", ["y"], 0x1) = 0',
      '2 connect(3, {sa_family=AF_INET, sin_port=htons(80)}, 16) = 0',
      '2 unlink("gone") = 0',
    ].join('\n')
    expect(readTrace(trace)).toEqual({
      wrote: ['out', 'unlink gone'],
      started: ['/bin/y'],
      dialled: ['3, {sa_family=AF_INET, sin_port=htons(80)}, 16) = 0'],
    })
  })

  it('tells a program that writes and starts another from one that reads', async () => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: join(outer, 'home') }
    const watched = await watchedRun(['sh', '-c', './canary < a'], {
      cwd,
      env,
      trace: join(outer, 'trace'),
      limitMs: 5_000,
    })
    expect(watched.wrote.length).toBeGreaterThan(0)
    expect(watched.started).toContain('./canary')
    await rm(join(cwd, 'ran'))
  })
})

describe('the tracer of several commands', () => {
  it('tells what one leaves running from the next, and joins a system call that another interrupted', async () => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: join(outer, 'home') }
    const [left, next, last] = await watchedRuns(
      [
        ['sh', '-c', '(sleep 0.2; exec ./canary < a) > b &'],
        ['cat', 'a'],
        ['sh', '-c', 'cat a & cat a & cat a & wait'],
      ],
      { cwd, env, trace: join(outer, 'trace'), limitMs: 5_000 },
    )
    expect(left?.started).toContain('./canary')
    expect(left?.wrote).toContain('ran')
    expect(next).toEqual(nothing)
    expect(last?.started.filter((path) => path.endsWith('/cat'))).toHaveLength(3)
    expect(last?.wrote).toEqual([])
    await Promise.all(['ran', 'b'].map((name) => rm(join(cwd, name))))
  })
})

describe('the allow-list', () => {
  it('lists every sample made from it', () => {
    const refused = samples.filter(({ program, words }) => {
      const given = words.map((word) => knownWord(word))
      return readingOf(program, given) === null && !wraps(program, given)
    })
    // Of a text that is checked, some values are refused: they are not run.
    expect(
      refused
        .filter(({ words }) => !words.some((word) => /canary|new-file|%p|^f$|^1$/.test(word)))
        .map(line),
    ).toEqual([])
  })

  it('lists programs that are installed here, except for those that are named', () => {
    expect(missing.filter((program) => !NOT_TRIED.has(program))).toEqual([])
  })

  // A program that is missing leaves nothing to look at; that it is one of those named is looked at
  // above.
  const found = programs.filter((program) => !BUILTINS.has(program))
  it.each(found)(
    'writes nothing, starts nothing and dials nothing with any option: %s @whole',
    { timeout: 600_000 },
    async (program) => {
      const env = { PATH: PLACES, HOME: join(outer, 'home'), TERM: 'dumb', LC_ALL: 'C' }
      const own = samples
        .filter((sample) => sample.program === program)
        .filter(
          ({ words }) =>
            readingOf(
              program,
              words.map((word) => knownWord(word)),
            ) !== null ||
            wraps(
              program,
              words.map((word) => knownWord(word)),
            ),
        )
      const tried = findProgram(program) === null ? [] : soak ? own : onePerOption(own)
      const before = (await readdir(outer, { recursive: true })).filter(
        (name) => !name.includes('.git'),
      )
      const faults: string[] = []
      const work = async (worker: number): Promise<void> => {
        const mine = tried.filter((_sample, at) => at % WORKERS === worker)
        const watched = await watchedRuns(
          mine.map(({ words }) => [program, ...words]),
          { cwd, env, trace: join(outer, `trace-${worker}`), limitMs: 1_200 },
        )
        for (const [at, sample] of mine.entries()) {
          const { wrote: all, started: others, dialled } = watched[at] ?? nothing
          const wrote = all.filter((path) => MAY_WRITE[program]?.test(path) !== true)
          const started = others.filter((path) => MAY_START[program]?.test(path) !== true)
          if (wrote.length + started.length + dialled.length > 0)
            faults.push(
              `${line(sample)} → ${[...wrote, ...started, ...dialled].slice(0, 3).join(', ')}`,
            )
        }
      }
      await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
      expect(faults.join('\n')).toBe('')
      expect(
        (await readdir(outer, { recursive: true })).filter((name) => !name.includes('.git')),
      ).toEqual(before)
    },
  )
})
