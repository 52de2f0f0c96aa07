// What the kernel says of running processes, and a signal to one of them.
import { readFileSync } from 'node:fs'

export const childrenOf = (pid: number): readonly number[] =>
  textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

/** Deepest first. */
export const descendantsOf = (pid: number): readonly number[] =>
  childrenOf(pid).flatMap((child) => [...descendantsOf(child), child])

/** Empty where there is none any more. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

/** Gone, or somebody else's by now: both are an end. */
export function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch {
    return
  }
}
