// An empty system to install a package into: a shell and the few programs of busybox, the libraries
// that Node needs, and the records of dpkg. Nothing of this machine's /usr is in it.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findProgram } from '../../main/host/launch/program.mjs'

const PROGRAMS = ['sh', 'cat', 'chmod', 'cp', 'dirname', 'readlink', 'rm', 'true']

/** Root in a namespace of its own where the person is not root. */
const asRoot: readonly string[] = process.getuid?.() === 0 ? [] : ['unshare', '--map-root-user']

/** Why there can be none here; null where there can. */
export function noCleanRoot(): string | null {
  for (const name of ['dpkg', 'busybox', 'unshare', 'chroot'])
    if (findProgram(name) === null) return `there is no ${name}`
  return null
}

/** `needs`: a program whose libraries come along. */
export function makeCleanRoot(folder: string, needs: string): void {
  const busybox = findProgram('busybox') ?? ''
  for (const name of [
    'bin',
    'usr/bin',
    'tmp',
    'proc',
    'dev',
    'root',
    'etc',
    'var/lib/dpkg/info',
    'var/lib/dpkg/updates',
    'var/lib/dpkg/triggers',
    'opt',
  ])
    mkdirSync(join(folder, name), { recursive: true })
  copyFileSync(busybox, join(folder, 'bin', 'busybox'))
  for (const name of PROGRAMS) symlinkSync('busybox', join(folder, 'bin', name))
  for (const program of [busybox, needs]) {
    // A busybox that needs no library has none to name.
    const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' })
    for (const [file] of stdout.matchAll(/(?<=\s)\/\S+/g)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      copyFileSync(file, join(folder, file))
    }
  }
  for (const name of ['status', 'available']) writeFileSync(join(folder, 'var/lib/dpkg', name), '')
  // Of others: dpkg takes away a folder that is empty.
  for (const name of ['opt/other', 'usr/bin/other']) writeFileSync(join(folder, name), '')
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\n')
}

export function dpkg(folder: string, ...words: readonly string[]) {
  const [program = '', ...args] = [
    ...asRoot,
    'dpkg',
    `--root=${folder}`,
    '--force-not-root',
    ...words,
  ]
  const { status, stdout, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' },
  })
  return { status, output: stdout + stderr }
}

/** Inside, with a /proc of its own; everything it starts ends with it. */
const inside = (folder: string, words: readonly string[]): readonly string[] => [
  'unshare',
  ...(asRoot.length === 0 ? [] : ['--map-root-user']),
  '--mount',
  '--pid',
  '--fork',
  '--kill-child',
  'sh',
  '-c',
  'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && exec chroot "$0" "$@"',
  folder,
  ...words,
]
const env = { PATH: '/usr/bin:/bin', HOME: '/root', NO_COLOR: '1' }

export function runInside(folder: string, words: readonly string[], input = ''): string {
  const [program = '', ...args] = inside(folder, words)
  return execFileSync(program, args, {
    encoding: 'utf8',
    input,
    timeout: 60_000,
    env: { ...env, PATH: `${env.PATH}:/usr/sbin:/sbin` },
  })
}

export function startInside(folder: string, words: readonly string[]): ChildProcess {
  const [program = '', ...args] = inside(folder, words)
  return spawn(program, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...env, PATH: `${env.PATH}:/usr/sbin:/sbin` },
  })
}

/** Every file, except what dpkg notes down and what a person keeps. */
export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => !/^(var\/lib\/dpkg|root|proc|dev|tmp|var\/log)(\/|$)/.test(path))
    .toSorted()
