// Ends what would otherwise outlive anyone who started it. Bubblewrap asks the kernel to end it
// with its parent only some steps after it has forked: killed in between, its child waits for ever
// for a word that nobody will say. So a kill takes the child along, and at the end everything that
// carries our mark in its command line is looked for.
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { KEEPER } from '../linux/landlock-program.ts'
import { childrenOf, descendantsOf, signal, textOf } from './process-tree.ts'

const PREFIX = 'gatehouse-mark-'
const MOST_TRIES = 100
/** How long a process may take to heed a stop before it is killed without: it forks in far less. */
const STOP_MS = 20

/**
 * For the command line of everything that one process starts. `own` tells its processes from those
 * of others with that number.
 */
export const markFor = (pid: number, own: string): string => `${PREFIX}${pid}-${own}`

/**
 * Kills the first process of a tree; of bubblewrap the child too, which may not have asked yet to
 * die with it.
 */
export function killTree(pid: number | undefined): void {
  if (pid === undefined) return
  if (commandOf(pid) === 'bwrap') {
    // Stopped first, so that it forks no more.
    signal(pid, 'SIGSTOP')
    const until = performance.now() + STOP_MS
    while (!isStopped(pid) && performance.now() < until) continue
    for (const child of childrenOf(pid)) if (commandOf(child) === 'bwrap') signal(child, 'SIGKILL')
  }
  signal(pid, 'SIGKILL')
}

/** Kills everything with one of these marks, until nothing is left. */
export async function endMarked(marks: Iterable<string>): Promise<void> {
  const wanted = [...marks].filter((mark) => mark.startsWith(PREFIX))
  if (wanted.length === 0) return
  await endAll((line) => wanted.some((mark) => line.includes(mark)))
}

/** The same for marks of processes that are no more, which could not do it themselves. */
export const endLeftOver = (isAlive: (pid: number) => boolean): Promise<void> =>
  endAll((line) => {
    const pid = /\0gatehouse-mark-(\d+)-/.exec(line)?.[1]
    return pid !== undefined && !isAlive(Number(pid))
  })

async function endAll(isOurs: (line: string) => boolean): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const left = processes().filter((pid) => isOurs(textOf(`/proc/${pid}/cmdline`)))
    if (left.length === 0) return
    // With all below it: what carries the mark may have been about to end them, and nobody else
    // would. A keeper is left alone: it ends what forks faster than it can be listed, and then
    // itself.
    for (const pid of left)
      for (const one of [...descendantsOf(pid), pid])
        if (commandOf(one) !== KEEPER) signal(one, 'SIGKILL')
    await sleep(2 + tries)
  }
}

const processes = (): readonly number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
  } catch {
    return []
  }
}

const commandOf = (pid: number): string => textOf(`/proc/${pid}/comm`).trim()
const isStopped = (pid: number): boolean => /\) [TtZX] |^$/.test(textOf(`/proc/${pid}/stat`))
