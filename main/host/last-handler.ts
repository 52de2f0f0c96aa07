// The last handler for faults that nobody caught: said on standard error, written into the journal
// where that is possible, and never a reason to lose what runs without a word. A lone rejection is
// survived; a thrown error is not, because nobody knows what it left half done; and neither is a
// second fault within a minute.
import { onLetGo } from '../../contract/let-go.ts'

export type FaultyApp = {
  /** The fault without secrets; its row in the journal where there can be one. Never rejects. */
  readonly noted: (fault: unknown) => Promise<string>
  /** The orderly end. */
  readonly end: () => Promise<void>
}

export type LastHandler = {
  /** From now on there is an app to end. */
  join(app: FaultyApp): void
  /** For tests: takes the handlers back. */
  dispose(): void
}

export type LastHandlerOptions = {
  /** With which code the process ends. A hook's 2 refuses the call. */
  readonly code: number
  /** A program for one piece of work ends with the first fault of any kind. */
  readonly once: boolean
  readonly say: (text: string) => void
  readonly exit: (code: number) => void
  /** Milliseconds, monotonic. */
  readonly now: () => number
}

const WITHIN_MS = 60_000
/** An orderly end that takes longer than this is none. */
const END_MS = 15_000

export function openLastHandler(given: Partial<LastHandlerOptions> = {}): LastHandler {
  const {
    code = 1,
    once = false,
    say = (text) => void process.stderr.write(text),
    exit = process.exit,
    now = () => performance.now(),
  } = given
  let app: FaultyApp | null = null
  let before: number | null = null
  let ending = false

  async function end(why: string): Promise<void> {
    ending = true
    say(`gatehouse: ${why} Start it again; what was held is still held. Please report this.\n`)
    setTimeout(exit, END_MS, code).unref()
    await app?.end().catch(() => {})
    exit(code)
  }

  async function take(fault: unknown, survivable: boolean): Promise<void> {
    // A fault of the end itself, or one after the other: nothing is waited for any more.
    if (ending) return
    const second = before !== null && now() - before < WITHIN_MS
    before = now()
    if (once || second || !survivable) ending = true
    const text = app === null ? unnamed(fault) : await app.noted(fault).catch(() => unnamed(fault))
    say(`gatehouse: an unexpected error: ${text}\n`)
    if (second) await end('Gatehouse quits: two unexpected errors within a minute.')
    else if (once || !survivable) await end('Gatehouse quits because of an internal error.')
  }

  const thrown = (fault: unknown): void => {
    take(fault, false).catch(() => exit(code))
  }
  const rejected = (fault: unknown): void => {
    take(fault, true).catch(() => exit(code))
  }
  process.on('uncaughtException', thrown)
  process.on('unhandledRejection', rejected)
  const unlisten = onLetGo(rejected)
  return {
    join: (joined) => {
      app = joined
    },
    dispose() {
      unlisten()
      process.off('uncaughtException', thrown)
      process.off('unhandledRejection', rejected)
    },
  }
}

/**
 * Where there is nothing yet that takes secrets out of a text: the kind of error and where it
 * happened, and not its words.
 */
function unnamed(fault: unknown): string {
  if (!(fault instanceof Error)) return `a thrown ${typeof fault}`
  const code = 'code' in fault && typeof fault.code === 'string' ? ` (${fault.code})` : ''
  const frames = (fault.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return [`${fault.name}${code}`, ...frames].join('\n')
}
