// A host to escape into: a workspace, secrets beside it, and a runner in a process of its own, as
// this user or as an ordinary one. Everything is removed and every process ended by `close`.
import { spawn, type StdioOptions } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Failure } from '../../contract/failure.ts'
import type { ProcessEnd } from '../../contract/call/powers/run-power.ts'
import type { Protection } from '../../contract/protection.ts'
import type { Result } from '../../contract/result.ts'
import type { Enforced } from '../../main/sandbox/runner-powers.ts'

/** What is asked for beside a plain command. */
export type Way = 'plain' | 'hosts' | 'rehearsal' | 'program'
export type Stop = { readonly id: number; readonly stop: true }
export type Order = {
  readonly id: number
  readonly command: string
  readonly timeMs: number
  readonly bytes: number
  readonly way: Way
}
export type Answer = {
  readonly id: number
  readonly result: Result<ProcessEnd, Failure>
  readonly protections: readonly Protection[]
  readonly enforced: Enforced
}

/** No account needs this number; the kernel does not mind. */
const ORDINARY = 54_321
export const isRoot = process.getuid?.() === 0
/** As root both; else the one we are. */
export const identities = isRoot
  ? (['root', 'ordinary user'] as const)
  : (['ordinary user'] as const)
/**
 * The same for a whole Gatehouse: as root also with a workspace that belongs to an ordinary user.
 * The first is what most people are.
 */
export const stations = isRoot
  ? (['ordinary user', 'root for a user', 'root'] as const)
  : (['ordinary user'] as const)
export type Station = (typeof stations)[number]

export type Fixture = Awaited<ReturnType<typeof openFixture>>

/** `bwrap`: the bubblewrap to use, an absolute path; left out, the system's. */
export async function openFixture(
  identity: Station,
  inherited: readonly number[] = [],
  bwrap?: string,
  ownStop: readonly string[] = [],
) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-escape-')))
  const path = (name: string): string => join(root, name)
  const [workspace, home, gatehouse, scratch] = [
    path('ws'),
    path('home'),
    path('gatehouse'),
    path('scratch'),
  ]
  for (const folder of [workspace, home, gatehouse, scratch, join(home, '.ssh')]) mkdirSync(folder)
  for (const file of ['gatehouse/journal.db', 'home/.ssh/id', 'home/note', 'beside'])
    writeFileSync(path(file), 'SECRET-OF-HOST')
  const other = isRoot && identity === 'ordinary user'
  if (other)
    for (const each of [
      root,
      ...readdirSync(root, { recursive: true }).map((name) => join(root, String(name))),
    ])
      chownSync(each, ORDINARY, ORDINARY)
  if (identity === 'root for a user') chownSync(workspace, ORDINARY, ORDINARY)
  // There a command belongs to somebody who could not even walk to the workspace.
  chmodSync(root, identity === 'root for a user' ? 0o700 : 0o755)

  const program = [
    process.execPath,
    join(import.meta.dirname, 'runner-process.ts'),
    JSON.stringify({ workspace, home, stop: [gatehouse], scratch, bwrap, ownStop }),
  ]
  const words = other
    ? ['setpriv', `--reuid=${ORDINARY}`, `--regid=${ORDINARY}`, '--clear-groups', ...program]
    : program
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc', ...inherited]
  const child = spawn(words[0] ?? '', words.slice(1), {
    stdio,
    env: { PATH: process.env['PATH'], SECRET_IN_ENVIRONMENT: 'SECRET-OF-HOST' },
    cwd: '/',
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer))
  let ids = 0

  const ask = (
    command: string,
    { timeMs = 20_000, bytes = 1_000_000, way = 'plain' as Way } = {},
  ): Promise<Answer> =>
    new Promise((resolve) => {
      ids += 1
      waiting.set(ids, resolve)
      child.send({ id: ids, command, timeMs, bytes, way } satisfies Order)
    })

  /**
   * A command that runs until `stop`, so that no test depends on how soon this machine starts it.
   */
  const start = (command: string): { readonly ended: Promise<ProcessEnd>; stop(): void } => {
    const answer = ask(command, { timeMs: 60_000 })
    const id = ids
    return {
      ended: answer.then(({ result }) => {
        if (!result.ok) throw new Error(`${result.error.code}: ${result.error.text}`)
        return result.value
      }),
      stop: () => void child.send({ id, stop: true } satisfies Stop),
    }
  }

  return {
    start,
    identity,
    root,
    workspace,
    home,
    gatehouse,
    scratch,
    path,
    child,
    ask,
    /** Runs it and gives how it ended; throws when it did not even start. */
    run: async (
      command: string,
      bounds?: { timeMs?: number; bytes?: number },
    ): Promise<ProcessEnd> => {
      const { result } = await ask(command, bounds)
      if (!result.ok) throw new Error(`${result.error.code}: ${result.error.text}`)
      return result.value
    },
    close: async (): Promise<void> => {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit')
        if (child.connected) child.disconnect()
        await gone
      }
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Processes of the whole host whose command line holds `mark`. */
export function processesWith(mark: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(mark)
      } catch {
        // It ended between being listed and being read.
        return false
      }
    })
}

/**
 * Waits until `holds`, at most `ms`, which a busy machine may take; gives whether it came to hold.
 */
export async function soon(holds: () => boolean, ms = 240_000): Promise<boolean> {
  const until = performance.now() + ms
  while (!holds()) {
    if (performance.now() > until) return false
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return true
}

export const perl = (program: string): string => `perl -MSocket -e '${program}'`
