// Podman as these tests use it: installed where they may, and an image put together from this
// machine's own programs, because no registry is asked. What cannot be had is said in `lacking`.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ContainerConfig } from '../../../contract/policy/config/runner-config.ts'

const programs =
  'sh cat head env find stat ls sleep setsid unshare id rm mv touch chmod mkdir readlink nice'
const BASE = 'localhost/gatehouse-test-base:latest'

const podman = (words: readonly string[]) =>
  spawnSync('/usr/bin/podman', [...words], { encoding: 'utf8', cwd: '/' })

export type Podman =
  | { readonly kind: 'there'; readonly config: ContainerConfig; remove(): void }
  | { readonly kind: 'lacking'; readonly why: string }

export function preparePodman(): Podman {
  if (process.platform !== 'linux') return { kind: 'lacking', why: 'this is no Linux' }
  if (!existsSync('/usr/bin/podman')) {
    if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
      return { kind: 'lacking', why: 'there is no Podman, and it cannot be installed from here' }
    const installed = spawnSync(
      'apt-get',
      ['-o', 'DPkg::Lock::Timeout=180', 'install', '-y', 'podman', 'runc'],
      {
        encoding: 'utf8',
      },
    )
    if (installed.status !== 0)
      return {
        kind: 'lacking',
        why: `Podman could not be installed: ${installed.stderr.slice(-200)}`,
      }
  }
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-image-'))
  try {
    const rootfs = join(root, 'rootfs')
    mkdirSync(join(rootfs, 'usr/bin'), { recursive: true })
    for (const folder of ['tmp', 'run', 'proc', 'sys', 'dev', 'etc'])
      mkdirSync(join(rootfs, folder), { recursive: true })
    // As every image has it: what is mounted there takes its rights.
    chmodSync(join(rootfs, 'tmp'), 0o1777)
    for (const name of programs.split(' '))
      take(rootfs, realpathSync(`/usr/bin/${name}`), `/usr/bin/${name}`)
    take(rootfs, process.execPath, '/usr/bin/node')
    execFileSync('ln', ['-s', 'usr/bin', join(rootfs, 'bin')])
    writeFileSync(join(root, 'Containerfile'), 'FROM scratch\nCOPY rootfs/ /\n')
    const built = podman(['build', '--tag', BASE, root])
    if (built.status !== 0)
      return { kind: 'lacking', why: `Podman builds nothing here: ${built.stderr.slice(-200)}` }
    // On some machines only one of the two usual runtimes works.
    const works = [null, 'runc'].find(
      (runtime) =>
        podman([
          ...['run', '--rm', '--network', 'none', '--ulimit', 'nofile=1024:1024'],
          ...['--ulimit', 'nproc=1024:1024'],
          ...(runtime === null ? [] : ['--runtime', runtime]),
          BASE,
          '/bin/sh',
          '-c',
          'exit 7',
        ]).status === 7,
    )
    if (works === undefined) return { kind: 'lacking', why: 'Podman starts no container here' }
    return {
      kind: 'there',
      config: { program: 'podman', image: BASE, runtime: works },
      remove: () => void podman(['image', 'rm', '--force', BASE]),
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** A program with the libraries it is linked with. */
function take(rootfs: string, file: string, at: string): void {
  const into = (path: string, from: string): void => {
    mkdirSync(dirname(join(rootfs, path)), { recursive: true })
    copyFileSync(realpathSync(from), join(rootfs, path))
  }
  into(at, file)
  const linked = spawnSync('ldd', [file], { encoding: 'utf8' }).stdout
  for (const [path] of linked.matchAll(/\/\S+/g))
    if (!existsSync(join(rootfs, path))) into(path, path)
}
