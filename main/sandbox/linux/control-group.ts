// Finds where control groups can be made for what commands start: they bound processes and memory
// of a whole tree. Only root can make them; an ordinary user has a systemd scope (`scope.ts`) or
// the limits of prlimit. The helper makes the groups themselves (`spawner/groups.ts`). Version 1
// and 2 of the kernel's interface; only version 1 was there to be measured.
import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, readFile, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from '../processes/process-liveness.ts'
import { bounds } from '../command-bounds.ts'
import type { GroupPlan } from '../spawner/wire.ts'

/** Bubblewrap's own two processes and the ones between it and the command. */
const BYTES_FOR_US = 8

/** Null when this process is not root or no group can be made. */
export async function findControlGroups(): Promise<GroupPlan | null> {
  if (process.getuid?.() !== 0) return null
  const own = await readFile('/proc/self/cgroup', 'utf8').catch(() => '')
  const [pids, memory, cpu] = await Promise.all([
    folderOf(own, 'pids'),
    folderOf(own, 'memory'),
    folderOf(own, 'cpuacct'),
  ])
  if (pids === null) return null
  const usable =
    memory !== null &&
    (pids.version === 1 || memory.folder === pids.folder) &&
    (await takes(memory.folder))
  // In version 2 every group counts it.
  const counted =
    pids.version === 2 ? pids.folder : cpu !== null && (await takes(cpu.folder)) ? cpu.folder : null
  for (const folder of new Set([pids.folder, ...(usable ? [memory.folder] : []), counted]))
    if (folder !== null) await removeLeftovers(folder)
  if (!(await takes(pids.folder))) return null
  return {
    pids: pids.folder,
    memory: usable ? memory.folder : null,
    cpu: counted,
    version: pids.version,
    processes: bounds.processes + BYTES_FOR_US,
    weight: null,
    memoryBytes: bounds.memoryBytes,
  }
}

/**
 * How many of our groups hold more than the one process that waits: asked by the trial while its
 * command runs.
 */
export async function inhabitedGroups({ pids }: GroupPlan): Promise<readonly string[]> {
  const names = (await readdir(pids)).filter((name) => name.startsWith('gatehouse-'))
  const inside = await Promise.all(
    names.map((name) => readFile(join(pids, name, 'cgroup.procs'), 'utf8').catch(() => '')),
  )
  return names.filter((_, at) => (inside[at] ?? '').trim().split('\n').length > 1)
}

async function takes(folder: string): Promise<boolean> {
  const trial = join(folder, `gatehouse-${process.pid}-${randomUUID()}`)
  return mkdir(trial).then(
    () => rmdir(trial).then(() => true),
    () => false,
  )
}

/**
 * Groups of runs of ours that were killed. One that still holds a process is not removed by the
 * kernel.
 */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = /^gatehouse-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) await rmdir(join(folder, name)).catch(() => {})
  }
}

/** Below our own group, so that a limit set on us applies to what we start too. */
async function folderOf(
  own: string,
  controller: string,
): Promise<{ readonly folder: string; readonly version: 1 | 2 } | null> {
  for (const line of own.split('\n')) {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (controllers.split(',').includes(controller)) {
      const mount = `/sys/fs/cgroup/${controllers}`
      for (const folder of [join(mount, path), mount])
        if (await there(folder)) return { folder, version: 1 }
      return null
    }
    if (controllers === '' && path !== '') {
      const folder = join('/sys/fs/cgroup', path)
      const offered = await readFile(join(folder, 'cgroup.subtree_control'), 'utf8').catch(() => '')
      if (offered.split(/\s+/).includes(controller)) return { folder, version: 2 }
    }
  }
  return null
}

const there = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
