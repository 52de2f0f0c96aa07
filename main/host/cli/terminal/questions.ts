// Questions at the terminal, and what gives them up: Ctrl+C, and the signals that end a command.
import { letGo } from '../../../../contract/let-go.ts'
import type { EndSignal } from '../cli-context.ts'
import { exit } from '../exit.ts'
import { stdin } from './standard-streams.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const endings: Readonly<Record<EndSignal, number>> = {
  SIGHUP: exit.hungUp,
  SIGINT: exit.interrupted,
  SIGTERM: exit.terminated,
}
/** What gives up the question that waits at the terminal. */
const questions = new Set<() => void>()

let cutOff: number | null = null
/** What ended the command before its own end, as its exit code. */
export const interruptedAs = (): number | null => cutOff

const ending = {
  isInterrupted: (): boolean => cutOff !== null,
  onInterrupt: (): void => {
    cutOff = exit.interrupted
  },
}

/** As `ask` of the context; `ready` is called when what is typed from now on counts. */
export async function askLine(
  prompt: string,
  signal: AbortSignal,
  output: NodeJS.WritableStream,
  ready?: () => void,
): Promise<string | null> {
  const { typedLine } = await import('./typed-line.ts')
  const ended = new AbortController()
  const end = (): void => ended.abort()
  questions.add(end)
  const either = AbortSignal.any([signal, ended.signal])
  return typedLine(prompt, either, { input: stdin(), output, ...ending }, ready).finally(() =>
    questions.delete(end),
  )
}

/** As that of the context. */
export function onInterrupt(work: (signal: EndSignal) => void | Promise<void>): () => void {
  let working = false
  const onSignal = (signal: EndSignal): void => {
    // A second Ctrl+C: the person does not want to wait. A closed terminal (SIGHUP) is told more
    // than once.
    if (working && signal === 'SIGINT') process.exit(exit.interrupted)
    if (working) return
    working = true
    cutOff = endings[signal]
    letGo(endQuestions(() => work(signal)))
  }
  for (const signal of signals) process.on(signal, onSignal)
  return () => signals.forEach((signal) => process.off(signal, onSignal))
}

/** A signal is no answer: a question is given up once there is nobody left that could take one for it. */
async function endQuestions(work: () => void | Promise<void>): Promise<void> {
  await work()
  setImmediate(() => questions.forEach((end) => end()))
}
