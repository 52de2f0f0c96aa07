// A process of ours: started, heard, ended for sure.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findNode } from '../../../main/host/launch/node.mjs'
import { root } from './root.ts'
import type { StartOptions } from './started.ts'

/** How long main may take to end when asked, before it is killed and the test fails. */
const TIMEOUT = 120_000

export type Child = {
  readonly process: ChildProcess
  readonly ended: Promise<void>
  readonly stop: () => Promise<void>
  readonly kill: () => Promise<void>
}

/** Started hundreds of times in one run: what it is made of is compiled once. */
export const compiled = { NODE_COMPILE_CACHE: join(root, 'out/compile-cache') } as const

/** `words` come after `node`. An IPC channel is open beside the usual pipes. */
export const startNode = (words: readonly string[], options: StartOptions): Child =>
  startProgram(findNode(root), words, options)

export function startProgram(
  program: string,
  words: readonly string[],
  { env, output }: StartOptions,
): Child {
  const child = spawn(program, words, {
    cwd: root,
    env: { ...env, ...compiled },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  child.stdout?.setEncoding('utf8').on('data', output)
  child.stderr?.setEncoding('utf8').on('data', output)
  return watch(child)
}

export function watch(child: ChildProcess): Child {
  const ended =
    child.exitCode === null ? once(child, 'exit').then(() => undefined) : Promise.resolve()
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await ended
  }
  return {
    process: child,
    ended,
    kill,
    async stop() {
      child.kill('SIGTERM')
      const inTime = await Promise.race([
        ended.then(() => true),
        wait(TIMEOUT, false, { ref: false }),
      ])
      if (inTime) return
      await kill()
      throw new Error(`Gatehouse did not end within ${TIMEOUT / 1000} seconds of SIGTERM.`)
    },
  }
}

/** What `work` gives; where it fails, the process it needed does not outlive it. */
export async function orKill<T>(child: Child, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await child.kill()
    throw error
  }
}
