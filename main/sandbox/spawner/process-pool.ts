// The processes that wait for their job: started, put in their control group, and blocked in
// reading what to do from descriptor 4. So a job pays neither for the fork nor for the group.
import { spawn, type ChildProcess } from 'node:child_process'
import { Readable, type Writable } from 'node:stream'
import { inheritable } from '../linux/descriptors.ts'
import type { Ends } from './connect-descriptors.ts'
import { openGroups, type Group } from './groups.ts'
import { endMarked, killTree } from './orphans.ts'
import type { JobOutput } from './job-end.ts'
import type { Template } from './wire.ts'

export type Waiting = {
  readonly child: ChildProcess
  /** What the job says; null: what `child` says is the job's. */
  readonly output: JobOutput | null
  /** In its group. Rejects when it could not be started or bounded. */
  readonly ready: Promise<void>
  /** Hands it its job: from now on it is no longer this file's. */
  give(data: string): void
  /** Processor time of its tree; null where nobody counts it. */
  cpuMs(): Promise<number | null>
  /** Whether the kernel has ended something of it for its memory. */
  outOfMemory(): Promise<boolean>
  /** After its end: gives the group back. */
  release(): void
}

/**
 * How long after a job was handed out the next process is started, unless that job ends sooner: a
 * start stops all else for 2 ms.
 */
const REFILL_MS = 50

export function openProcessPool(nothing: number) {
  const templates = new Map<string, Template>()
  const idle = new Map<string, Waiting[]>()
  const groups = new Map<string, ReturnType<typeof openGroups>>()
  // Looked up once: whatever this process opens itself is closed on exec.
  const covered = new Map(inheritable().map((fd) => [fd, nothing]))
  const others = Array.from(
    { length: Math.max(5, ...covered.keys()) - 5 },
    (_, at) => covered.get(at + 6) ?? ('ignore' as const),
  )
  const marks = new Set<string>()
  let closed = false

  const groupsOf = (plan: NonNullable<Template['group']>) => {
    const key = JSON.stringify(plan)
    const known = groups.get(key) ?? openGroups(plan)
    groups.set(key, known)
    return known
  }

  const start = (template: Template, ends: Ends | null = null): Waiting => {
    const child = spawn(template.file, template.args, {
      stdio: [
        ends?.stdin ?? (template.stdin ? 'pipe' : 'ignore'),
        ends?.stdout ?? 'pipe',
        'pipe',
        template.filter === null ? 'ignore' : 'pipe',
        'pipe',
        template.built === null ? (covered.get(5) ?? 'ignore') : 'pipe',
        ...(template.ownOutput ? ['pipe' as const, 'pipe' as const, ...others.slice(2)] : others),
      ],
      // No environment: what bubblewrap is given stays readable in /proc/1/environ inside, whatever
      // it clears later.
      env: {},
      cwd: '/',
      ...template.as,
    })
    // From now on only the program has them.
    ends?.close()
    // Those beyond the fifth are not in the types.
    const streams: readonly (Readable | Writable | null | undefined)[] = child.stdio
    const [filter, building, later, stdout, stderr] = streams.slice(3)
    const job = template.built === null ? building : later
    for (const pipe of [filter, building, later]) pipe?.on('error', () => {})
    if (template.filter !== null) hand(filter, Buffer.from(template.filter, 'base64'))
    let group: Group | null = null
    const enter = async (): Promise<void> => {
      if (child.pid === undefined)
        throw await new Promise((resolve) => child.once('error', resolve))
      if (template.group === null) return
      group = await groupsOf(template.group).take()
      await group.enter(child.pid)
    }
    const build = (): void => {
      if (template.gated && building && 'write' in building) building.write('go\n')
      if (template.built !== null) hand(building, Buffer.from(template.built))
    }
    const ready = enter().then(build)
    // Without its bounds it never learns what to do.
    ready.catch(() => killTree(child.pid))
    child.on('error', () => {})
    return {
      child,
      output:
        template.ownOutput && stdout instanceof Readable && stderr instanceof Readable
          ? { stdout, stderr }
          : null,
      ready,
      cpuMs: async () => (await group?.cpuMs()) ?? null,
      outOfMemory: async () => (await group?.outOfMemory()) ?? false,
      give: (data) => hand(job, Buffer.from(data)),
      release: () => void ready.catch(() => {}).then(() => group?.release()),
    }
  }

  const refill = (key: string): void => {
    const template = templates.get(key)
    const waiting = idle.get(key)
    if (closed || template === undefined || waiting === undefined) return
    while (waiting.length < template.warm) {
      const one = start(template)
      waiting.push(one)
      one.child.once('close', () => {
        const at = waiting.indexOf(one)
        if (at < 0) return
        waiting.splice(at, 1)
        one.release()
      })
    }
  }

  const forget = (key: string): void => {
    for (const one of idle.get(key) ?? []) killTree(one.child.pid)
    templates.delete(key)
    idle.delete(key)
  }

  return {
    learn(template: Template): void {
      templates.set(template.key, template)
      marks.add(template.mark)
      if (!idle.has(template.key)) idle.set(template.key, [])
      refill(template.key)
    },
    /** `ends`: its streams, which no waiting process has. */
    take(key: string, ends: Ends | null = null): Waiting | null {
      const template = templates.get(key)
      // What would be started now would outlive the end.
      if (template === undefined || closed) return null
      const waiting = ends === null ? idle.get(key)?.shift() : undefined
      if (template.once) forget(key)
      else setTimeout(refill, REFILL_MS, key)
      return waiting ?? start(template, ends)
    },
    forget,
    refill,
    /** Ends those that wait, then removes the groups. What runs is the caller's to end first. */
    async dispose(): Promise<void> {
      closed = true
      for (const waiting of idle.values()) for (const one of waiting) killTree(one.child.pid)
      await Promise.all([...groups.values()].map((each) => each.dispose()))
      await endMarked(marks)
    },
  }
}

function hand(pipe: Readable | Writable | null | undefined, bytes: Buffer): void {
  // Its other end reads to the end and never writes; without this the end of the process would wait
  // for the pipe.
  if (pipe !== null && pipe !== undefined && 'write' in pipe) pipe.end(bytes, () => pipe.destroy())
}
