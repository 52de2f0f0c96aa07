// Runs lines with real shells, inside of a wall of its own: started by `shells.ts`, never by
// itself. Each line gets a folder of its own, and the only programs it can find write down that
// they ran and with which words.
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const [root = '', programs = '', ...shells] = process.argv.slice(2)
const bin = join(root, 'bin')
const log = join(root, 'log')
const work = join(root, 'outer', 'work')
mkdirSync(bin, { recursive: true })
symlinkSync('/bin/dash', join(bin, 'sh'))
for (const name of programs.split(' ')) {
  // One file for each run, so that two at the same time do not write into each other.
  writeFileSync(join(bin, name), `#!/bin/dash\nprintf '%s\\0' '${name}' "$@" > "${log}/$$"\n`, {
    mode: 0o755,
  })
}

/** What lies in the folder and beside it. */
const tree = (): readonly string[] =>
  readdirSync(join(root, 'outer'), { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return entry.isFile() ? `${path}\0${readFileSync(path, 'utf8')}` : path
    })
    .toSorted()

const results = (JSON.parse(readFileSync(0, 'utf8')) as readonly string[]).map((line) =>
  shells.map((shell) => {
    for (const folder of [join(root, 'outer'), log])
      rmSync(folder, { recursive: true, force: true })
    for (const folder of [join(work, 'sub'), log]) mkdirSync(folder, { recursive: true })
    for (const name of ['a', 'b', 'sub/c', '-o']) writeFileSync(join(work, name), `${name}\n`)
    const before = tree()
    const [file = '', ...words] = shell.split(' ')
    spawnSync(file, [...words, '-c', line], {
      cwd: work,
      env: {
        PATH: bin,
        HOME: join(root, 'outer'),
        ZDOTDIR: join(root, 'outer'),
        _: 'a[$(evil)]',
        i: 'a[$(evil)]',
        x: 'b c',
        y: '$(evil)',
      },
      input: 'in[$(evil)]\n',
      timeout: 5_000,
    })
    const ran = existsSync(log)
      ? readdirSync(log).map((name) =>
          readFileSync(join(log, name), 'utf8').split('\0').slice(0, -1),
        )
      : []
    const after = tree()
    const changed = [
      ...after.filter((entry) => !before.includes(entry)),
      ...before.filter((entry) => !after.includes(entry)),
    ]
    const shorter = (entry: string): string => entry.slice(work.length + 1).replace(/\0[^]*/, '')
    return { shell: file, ran, changed: [...new Set(changed.map(shorter))].toSorted() }
  }),
)
process.stdout.write(JSON.stringify(results))
