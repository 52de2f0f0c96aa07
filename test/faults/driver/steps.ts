// What many faults do alike.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentSocket, Answer } from './agent-socket.ts'
import { memoryOf, openFaultApp, root } from './app.ts'
import type { FaultApp } from './app.ts'
import { NotHere } from './fault.ts'
import { pause, until } from './until.ts'

/** Opens an app for one fault, and removes all of it afterwards. */
export async function withApp<T>(
  work: (app: FaultApp) => Promise<T>,
  config = '',
  base?: string,
  workspace?: string,
): Promise<T> {
  const app = openFaultApp(config, base, workspace)
  try {
    return await work(app)
  } finally {
    await app.dispose()
  }
}

/** A call that is held, with its answer still to come: null where the connection ends first. */
export async function holdWrite(
  app: FaultApp,
  agent: AgentSocket,
  path: string,
): Promise<{ readonly answer: Promise<Answer | null> }> {
  const answer = agent.call('write_file', { path, content: path }).catch(() => null)
  await app.held()
  return { answer }
}

export const runApproved = (app: FaultApp, agent: AgentSocket, command: string): Promise<Answer> =>
  callApproved(app, agent, 'exec', { command })

/** A small file system of its own, for one fault. Needs a person who may mount. */
export async function withTmpfs<T>(
  megabytes: number,
  work: (folder: string, remount: (how: string) => void) => Promise<T>,
): Promise<T> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new NotHere('A small file system can only be mounted by root on Linux.')
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-fault-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], {
      stdio: 'pipe',
    })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    throw new NotHere('This machine does not let a file system be mounted.')
  }
  try {
    return await work(
      folder,
      (how) => void execFileSync('mount', ['-o', `remount,${how}`, folder], { stdio: 'pipe' }),
    )
  } finally {
    execFileSync('umount', ['-l', folder], { stdio: 'pipe' })
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Gives the way to take it away again. */
export function mountTmpfs(folder: string, megabytes: number): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder], {
    stdio: 'pipe',
  })
  return () => void execFileSync('umount', ['-l', folder], { stdio: 'pipe' })
}

/** Fills a disk to its last byte; gives the way to free it again. */
export function fillDisk(folder: string): () => void {
  const file = join(folder, 'ballast')
  for (const size of [1_048_576, 4_096, 512, 1]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch {
      // Full, as far as pieces of this size go.
    }
  }
  return () => rmSync(file, { force: true })
}

/** One of the hostile or honest servers of test/fakes/mcp, as lines of the configuration. */
export const serverConfig = (name: string, script: string): string =>
  `servers:\n  ${name}:\n    transport: stdio\n    command: ${process.execPath}\n    args: ['${join(root, script)}']\n    trust: local\n    folders: [{ path: ${root} }]\n`

/** Opens everything a server offers, as the person. */
export async function openServer(app: FaultApp, name: string): Promise<void> {
  const person = await app.person()
  // Before it has said what it offers there is nothing to open but the server itself.
  const review = await until(`what ${name} offers`, async () => {
    const found = await person.call('servers.review', { name })
    return !found.ok || found.value.items.some(({ what }) => what !== 'server') ? found : null
  })
  if (!review.ok) throw new Error(review.error.text)
  const opened = await person.call('servers.accept', {
    name,
    items: 'all',
    digest: review.value.digest,
  })
  if (!opened.ok) throw new Error(opened.error.text)
}

/**
 * A call that a person approves as soon as it is held. Anyone who does not wait for it need not hear
 * that it failed.
 */
export function callApproved(
  app: FaultApp,
  agent: AgentSocket,
  tool: string,
  args: object,
): Promise<Answer> {
  const work = (async () => {
    const answer = agent.call(tool, args)
    answer.catch(() => null)
    for (const approval of await Promise.race([app.held(), answer.then(() => [])])) {
      const given = await (
        await app.person()
      ).call('approvals.answer', { id: approval.id, answer: 'once' })
      if (!given.ok) throw new Error(`It could not be approved: ${given.error.text}`)
    }
    return answer
  })()
  work.catch(() => null)
  return work
}

export async function gone(pids: readonly number[], ms = 240_000): Promise<boolean> {
  return until(
    'processes to end',
    () => (pids.every((pid) => !existsSync(`/proc/${pid}`)) ? true : null),
    ms,
  ).catch(() => false)
}

/** The most memory of the app while `work` goes on, in MB. */
export async function mostMemory(pid: number, work: () => Promise<unknown>): Promise<number> {
  let most = memoryOf(pid)
  const searching = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20)
  try {
    await work()
  } finally {
    clearInterval(searching)
  }
  return most
}

/**
 * How long an answer may take while something is wrong: a second, or ten times what it takes before
 * that, where the machine does much else.
 */
export async function mostAnswerMs(app: FaultApp): Promise<number> {
  return Math.max(1_000, 10 * (await slowestAnswer(app, 10)))
}

/** How long the app takes to answer the person, in milliseconds, at most of some times. */
export async function slowestAnswer(app: FaultApp, times: number): Promise<number> {
  const person = await app.person()
  let most = 0
  for (let time = 0; time < times; time += 1) {
    const asked = performance.now()
    await person.call('app.state', {})
    most = Math.max(most, performance.now() - asked)
    await pause(20)
  }
  return most
}

export const folder = (...parts: readonly string[]): string => {
  const path = join(...parts)
  mkdirSync(path, { recursive: true })
  return path
}
