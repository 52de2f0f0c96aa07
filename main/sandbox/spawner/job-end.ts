// Says when a job has ended. Around one with a way to a proxy there is a Node, and taking that apart
// takes longer than many a command: where the job has an output of its own, it has ended when that is
// closed and its code is known.
import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:os'
import type { Readable } from 'node:stream'
import { killTree } from './orphans.ts'
import type { Stream } from './wire.ts'

/** A relay is gone in some milliseconds. */
const LATE_MS = 1000

const signalOf = (number: number): NodeJS.Signals =>
  (Object.entries(constants.signals) as [NodeJS.Signals, number][]).find(
    ([, each]) => each === number,
  )?.[0] ?? 'SIGKILL'

export type JobOutput = Readonly<Record<Stream, Readable>>

/**
 * `ended` is called once, after the last byte: with the code of the job where it is known, or with the
 * signal that ended its sandbox, else with what the kernel says of `child`.
 * @param output held by the job alone; null: that of `child`, which ends with it
 */
export function onJobEnd(
  child: ChildProcess,
  output: JobOutput | null,
  ended: (code: number | null, signal: NodeJS.Signals | null) => void,
): void {
  if (output === null) return void child.once('close', ended)
  let [said, open, over] = ['', 2, false]
  const code = (): number | null => (said.endsWith('\n') ? Number(said) : null)
  /** What is said below zero is the number of a signal. */
  const endWith = (known: number): void =>
    known < 0 ? end(null, signalOf(-known)) : end(known, null)
  const end = (...how: Parameters<typeof ended>): void => {
    if (over) return
    over = true
    ended(...how)
  }
  const look = (): void => {
    const known = code()
    if (known === null || open > 0 || over) return
    endWith(known)
    // It goes by itself; what does not must not stay.
    const late = setTimeout(killTree, LATE_MS, child.pid)
    child.once('close', () => clearTimeout(late))
  }
  for (const pipe of [output.stdout, output.stderr])
    pipe.once('close', () => {
      open -= 1
      look()
    })
  child.stdout?.setEncoding('latin1').on('data', (text: string) => {
    said += text
    look()
  })
  child.once('close', (is, signal) => {
    const known = code()
    if (known === null) end(is, signal)
    else endWith(known)
  })
}
