// Runs lines with real shells, inside of a wall of its own: started by `shells.ts`, never by
// itself. Each line gets a folder of its own, and the only programs it can find write down that
// they ran and with which words.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDERS } from './planted-lines.ts'

const [root = '', programs = '', ...shells] = process.argv.slice(2)
const bin = join(root, 'bin')
const log = join(root, 'log')
const outer = join(root, 'outer')
const work = join(outer, 'work')
mkdirSync(bin, { recursive: true })
symlinkSync('/bin/dash', join(bin, 'sh'))
for (const name of ['env', 'nohup']) symlinkSync(`/usr/bin/${name}`, join(bin, name))
for (const name of programs.split(' ')) {
  // One file for each run, so that two at the same time do not write into each other.
  writeFileSync(join(bin, name), `#!/bin/dash\nprintf '%s\\0' '${name}' "$@" > "${log}/$$"\n`, {
    mode: 0o755,
  })
}
// The keyword of that name runs what is behind it; behind a variable it is this program.
writeFileSync(
  join(bin, 'time'),
  `#!/bin/dash
while :; do case "$1" in -f|-o) shift 2 ;; -*) shift ;; *) break ;; esac; done
exec "$@"
`,
  { mode: 0o755 },
)

/** What lies in the folder and beside it. */
const tree = (): readonly string[] =>
  readdirSync(outer, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return entry.isFile() ? `${path}\0${readFileSync(path, 'utf8')}` : path
    })
    .toSorted()

/** The folder as a line finds it. */
function makeTree(): void {
  rmSync(outer, { recursive: true, force: true })
  for (const folder of ['sub', '1']) mkdirSync(join(work, folder), { recursive: true })
  for (const name of ['a', 'b', 'sub/c', '-o']) writeFileSync(join(work, name), `${name}\n`)
  // Found only by a line that has changed where programs are looked for.
  for (const name of ['ls', 'cat', 'alpha', 'beta'])
    writeFileSync(join(work, '1', name), `#!/bin/dash\nprintf 'evil\\0' > "${log}/$$"\n`, {
      mode: 0o755,
    })
  for (const name of FOLDERS) {
    mkdirSync(join(work, name))
    writeFileSync(
      join(work, name, 'evil'),
      `#!/bin/dash\nprintf '%s\\0' '${name}/evil' "$@" > "${log}/$$"\n`,
      { mode: 0o755 },
    )
  }
}

mkdirSync(log, { recursive: true })
makeTree()
const before = tree()

/** Besides the wall's first process and this one: what a line left behind in the background. */
const isLeft = (name: string): boolean =>
  /^\d+$/.test(name) && ![1, process.pid].includes(Number(name))

/** What runs on is ended after so many looks, a thousandth of a second apart: a loop may never end. */
const LOOKS = 5_000

/** Until all that a line started has ended, so that nothing of it is taken for the next one's. */
function waitForRest(): void {
  for (let look = 0; ; look++) {
    const left = readdirSync('/proc').filter(isLeft)
    if (left.length === 0) return
    if (look > LOOKS) for (const pid of left) endProcess(Number(pid))
    Atomics.wait(still, 0, 0, 1)
  }
}
const still = new Int32Array(new SharedArrayBuffer(4))

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

/** Words of each program that ran; the log is empty again afterwards. */
function takeLog(): string[][] {
  return readdirSync(log).map((name) => {
    const path = join(log, name)
    const words = readFileSync(path, 'utf8').split('\0').slice(0, -1)
    rmSync(path)
    return words
  })
}

const shorter = (entry: string): string => entry.slice(work.length + 1).replace(/\0[^]*/, '')

/**
 * What the line did to the folder. It is made again only after a change: most lines make none, and
 * making it takes longer than they do.
 */
function takeChanges(): string[] {
  const after = tree()
  const changed = [
    ...after.filter((entry) => !before.includes(entry)),
    ...before.filter((entry) => !after.includes(entry)),
  ]
  if (changed.length > 0) makeTree()
  return [...new Set(changed.map(shorter))].toSorted()
}

const results = (JSON.parse(readFileSync(0, 'utf8')) as readonly string[]).map((line) =>
  shells.map((shell) => {
    const [file = '', ...words] = shell.split(' ')
    spawnSync(file, [...words, '-c', line], {
      cwd: work,
      env: {
        PATH: bin,
        HOME: outer,
        // In the other one yash refuses every line with a letter beyond ASCII.
        ...(file.endsWith('/yash') ? { LC_ALL: 'C.UTF-8' } : {}),
        ZDOTDIR: outer,
        // What fish keeps lies elsewhere.
        XDG_CONFIG_HOME: join(root, 'fish'),
        XDG_DATA_HOME: join(root, 'fish'),
        _: 'a[$(evil)]',
        i: 'a[$(evil)]',
        x: 'b c',
        y: '$(evil)',
        // A pattern that runs a program for each name that it finds.
        p: '*(e:evil:)',
      },
      input: 'in[$(evil)]\n',
      timeout: 5_000,
    })
    waitForRest()
    return { shell: file, ran: takeLog(), changed: takeChanges() }
  }),
)
process.stdout.write(JSON.stringify(results))
