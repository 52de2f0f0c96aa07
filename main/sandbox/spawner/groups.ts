// The control groups that bound a whole tree of processes, on the helper's side: makes them, puts a
// process in, and uses them again, because making and entering one costs the kernel 5 to 90 ms.
// Which folders: `control-group.ts`.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GroupPlan } from './wire.ts'

export type Group = {
  enter(pid: number): Promise<void>
  /** Processor time since it was taken; null where nobody counts. */
  cpuMs(): Promise<number | null>
  /** Whether the kernel has ended something in it for its memory since it was taken. */
  outOfMemory(): Promise<boolean>
  /** When its process is gone: what should be left is killed, and the group kept for the next. */
  release(): Promise<void>
}

/** Empty groups that are kept; more are removed. */
const MOST_RETAINED = 4

export function openGroups(plan: GroupPlan) {
  const free: string[] = []
  const all = new Set<string>()
  const foldersOf = (name: string): readonly string[] =>
    [...new Set([plan.pids, plan.memory, plan.cpu])]
      .filter((each) => each !== null)
      .map((each) => join(each, name))

  const make = async (): Promise<string> => {
    const name = `gatehouse-${process.pid}-${randomUUID()}`
    all.add(name)
    for (const folder of foldersOf(name)) await mkdir(folder)
    await writeFile(join(plan.pids, name, 'pids.max'), String(plan.processes))
    if (plan.memory !== null) await boundMemory(join(plan.memory, name), plan)
    // Only where that controller is there; the priority of the processes holds in any case.
    if (plan.weight !== null)
      await writeFile(join(plan.pids, name, 'cpu.weight'), String(plan.weight)).catch(() => {})
    return name
  }
  const usedMs = async (name: string): Promise<number | null> => {
    if (plan.cpu === null) return null
    const folder = join(plan.cpu, name)
    if (plan.version === 1) {
      const said = await readFile(join(folder, 'cpuacct.usage'), 'utf8').catch(() => '')
      return said === '' ? null : Number(said) / 1e6
    }
    const said = await readFile(join(folder, 'cpu.stat'), 'utf8').catch(() => '')
    const used = /^usage_usec (\d+)/m.exec(said)?.[1]
    return used === undefined ? null : Number(used) / 1000
  }
  const endedForMemory = async (name: string): Promise<number> => {
    if (plan.memory === null) return 0
    const file = plan.version === 1 ? 'memory.oom_control' : 'memory.events'
    const said = await readFile(join(plan.memory, name, file), 'utf8').catch(() => '')
    return Number(/^oom_kill (\d+)/m.exec(said)?.[1] ?? 0)
  }
  const remove = async (name: string): Promise<void> => {
    all.delete(name)
    for (const folder of foldersOf(name)) await removeWhenEmpty(folder)
  }
  const release = async (name: string): Promise<void> => {
    if ((await emptied(join(plan.pids, name))) && free.length < MOST_RETAINED) free.push(name)
    else await remove(name)
  }
  return {
    async take(): Promise<Group> {
      const name = free.pop() ?? (await make())
      // It counts on over all that it was used for.
      const [before, endedBefore] = [await usedMs(name), await endedForMemory(name)]
      return {
        cpuMs: async () => {
          const used = await usedMs(name)
          return used === null || before === null ? null : used - before
        },
        outOfMemory: async () => {
          return (await endedForMemory(name)) > endedBefore
        },
        enter: async (pid) => {
          for (const folder of foldersOf(name))
            await writeFile(join(folder, 'cgroup.procs'), String(pid))
        },
        release: () => release(name),
      }
    },
    async dispose(): Promise<void> {
      await Promise.all(
        [...all].map(async (name) => {
          await emptied(join(plan.pids, name))
          return remove(name)
        }),
      )
    },
  }
}

async function boundMemory(folder: string, plan: GroupPlan): Promise<void> {
  const bytes = String(plan.memoryBytes)
  if (plan.version === 2) {
    await writeFile(join(folder, 'memory.max'), bytes)
    // A kernel without swap accounting has no such file; then swap is not the way out either.
    await writeFile(join(folder, 'memory.swap.max'), '0').catch(() => {})
  } else {
    await writeFile(join(folder, 'memory.limit_in_bytes'), bytes)
    await writeFile(join(folder, 'memory.memsw.limit_in_bytes'), bytes).catch(() => {})
  }
}

/** Kills what is in it until nothing is. False when that does not come. */
async function emptied(folder: string): Promise<boolean> {
  for (let tries = 0; tries < 50; tries += 1) {
    const inside = (await readFile(join(folder, 'cgroup.procs'), 'utf8').catch(() => ''))
      .split('\n')
      .filter((pid) => pid !== '')
    if (inside.length === 0) return true
    for (const pid of inside) {
      try {
        process.kill(Number(pid), 'SIGKILL')
      } catch {
        // It went by itself in between.
        continue
      }
    }
    await sleep(4 + tries)
  }
  return false
}

/**
 * A killed process stays in its group for a moment. One that cannot be removed is empty and costs
 * nothing.
 */
async function removeWhenEmpty(folder: string): Promise<void> {
  for (let tries = 0; tries < 50; tries += 1) {
    if (
      await rmdir(folder).then(
        () => true,
        (error: NodeJS.ErrnoException) => error.code !== 'EBUSY',
      )
    )
      return
    await sleep(4 + tries)
  }
}
