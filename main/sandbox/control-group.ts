// Owns the control group that bounds the processes of a command when Gatehouse runs as root: the kernel does not hold root to the
// process limit of prlimit. An ordinary user has no use for them here and gets none.
// Entering a group costs 5 to 90 ms here (the kernel waits for all processors), which is one more reason not to run as root.
// Version 1 and 2 of the kernel's interface; only version 1 was there to be measured.
import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './alive.ts'
import { bounds } from './bubblewrap.ts'
import { unless } from './walk.ts'

export type ControlGroup = {
  /** The same command, entering the group before anything else. */
  enter(file: string, args: readonly string[]): { readonly file: string; readonly args: readonly string[] }
  /** Whether anything is in it: asked by the trial. */
  inhabited(): Promise<boolean>
  /** Removes it. What was in it must have been killed. */
  remove(): Promise<void>
}

export type ControlGroups = { make(): Promise<ControlGroup> }

/** Bubblewrap's own two processes and the ones between it and the command. */
const ROOM_FOR_US = 8

/** Null when this process is not root or no group can be made. */
export async function findControlGroups(shell: string): Promise<ControlGroups | null> {
  if (process.getuid?.() !== 0) return null
  const own = await readFile('/proc/self/cgroup', 'utf8').catch(() => '')
  const pids = await folderOf(own, 'pids')
  if (pids === null) return null
  await removeLeftovers(pids)
  const groups: ControlGroups = {
    make: async () => {
      const folder = join(pids, `gatehouse-${process.pid}-${randomUUID()}`)
      await mkdir(folder)
      await writeFile(join(folder, 'pids.max'), String(bounds.processes + ROOM_FOR_US))
      return {
        enter: (file, args) => ({ file: shell, args: ['-c', ENTER, 'sh', join(folder, 'cgroup.procs'), file, ...args] }),
        inhabited: async () => (await readFile(join(folder, 'cgroup.procs'), 'utf8')).trim() !== '',
        remove: () => removeWhenEmpty(folder),
      }
    },
  }
  return groups.make().then(
    async (first) => {
      await first.remove()
      return groups
    },
    () => null,
  )
}

/** Groups of runs of ours that were killed. One that still holds a process is not removed by the kernel. */
async function removeLeftovers(pids: string): Promise<void> {
  for (const name of await readdir(pids)) {
    const pid = /^gatehouse-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) await rmdir(join(pids, name)).catch(() => {})
  }
}

/** Says it as bubblewrap would, which is how a failed building is told from a failed command. */
const ENTER = 'echo $$ >"$1" || { echo "bwrap: no control group" >&2; exit 1; }; shift; exec "$@"'

/** Below our own group, so that a limit set on us holds for what we start too. */
async function folderOf(own: string, controller: string): Promise<string | null> {
  for (const line of own.split('\n')) {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? []
    if (controllers.split(',').includes(controller)) {
      const mount = `/sys/fs/cgroup/${controllers}`
      return (await there(join(mount, path))) ? join(mount, path) : (await there(mount)) ? mount : null
    }
    if (controllers === '' && path !== '') {
      const folder = join('/sys/fs/cgroup', path)
      const offered = await readFile(join(folder, 'cgroup.subtree_control'), 'utf8').catch(() => '')
      if (offered.split(/\s+/).includes(controller)) return folder
    }
  }
  return null
}

/** A killed process stays in its group for a moment. One that cannot be removed is empty and costs nothing. */
async function removeWhenEmpty(folder: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    const gone = await rmdir(folder).then(() => true, unless('EBUSY')) // prettier-ignore
    if (gone === true) return
    await sleep(4 + tries)
  }
}

const there = (path: string): Promise<boolean> => access(path).then(() => true, () => false) // prettier-ignore
