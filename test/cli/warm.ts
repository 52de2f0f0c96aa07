// Commands that begin and end without a terminal, in a process that has the program loaded already
// (warm-program.ts): one for each process that runs tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { countOutliving } from '../report/processor.mjs'

export type WarmCommand = {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly folder: string
}
export type WarmAnswer = {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}
type Reply = WarmAnswer & { readonly processorMs: number }

let warm: ChildProcess | null = null
let busy = false

/** Null while another command runs in it: the caller then starts a process of its own. */
export function runWarm(
  program: { readonly entry: string; readonly env: Readonly<Record<string, string | undefined>> },
  command: WarmCommand,
): Promise<WarmAnswer> | null {
  if (busy) return null
  busy = true
  warm ??= start(program)
  return ask(warm, command).finally(() => (busy = false))
}

async function ask(program: ChildProcess, command: WarmCommand): Promise<WarmAnswer> {
  const over = new AbortController()
  try {
    program.ref()
    program.channel?.ref()
    const answered = once(program, 'message', { signal: over.signal })
    const ended = once(program, 'exit', { signal: over.signal }).then(([code]) => {
      warm = null
      throw new Error(`gatehouse ${command.args.join(' ')} ended the process, with ${code}.`)
    })
    ended.catch(() => {})
    program.send(command)
    const [reply] = await Promise.race([answered, ended])
    const { processorMs, ...answer } = reply as Reply
    countOutliving(processorMs)
    return answer
  } finally {
    over.abort()
    program.unref()
    program.channel?.unref()
  }
}

/** Ends with the process that runs the tests: its channel closes then. */
const start = ({ entry, env }: Parameters<typeof runWarm>[0]): ChildProcess =>
  spawn(process.execPath, [join(import.meta.dirname, 'warm-program.ts'), entry], {
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
