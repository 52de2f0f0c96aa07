// What the command line touches outside itself, as one value, so that commands can be run whole in
// tests.
import type { Failure } from '../../../contract/failure.ts'
import type { Result } from '../../../contract/result.ts'
import type { AppPaths } from '../../config/paths.ts'
import type { App } from '../app.ts'
import type { TerminalScreen } from './terminal/terminal-screen.ts'

export type EndSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

export type CliContext = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly homedir: string
  readonly version: string
  /** Writes to standard output, as it is. */
  out(text: string): void
  /** Settles when what was written has room again; for output of any length. */
  drained?(): Promise<void>
  /** Writes to standard error, as it is. */
  note(text: string): void
  readonly color: boolean
  /** Of the terminal that standard output is; undefined where it is none. */
  readonly columns?: number | undefined
  /** A person can be met: standard input and standard output or error are a real terminal. */
  readonly terminal: boolean
  /**
   * One line typed at the terminal; null when the input ends or `signal` aborts. Only where
   * `terminal` is true.
   */
  ask(prompt: string, signal: AbortSignal): Promise<string | null>
  /** As `ask`, with nothing shown of what is typed. */
  askHidden(prompt: string, signal: AbortSignal): Promise<string | null>
  /** The whole terminal, for as long as it is not closed; null where there is none to draw on. */
  openScreen(): TerminalScreen | null
  /** Standard input, in pieces as they come, until its end. */
  input(): AsyncIterable<string>
  /** questions: nothing is written to the journal and nothing can run. */
  compose(paths: AppPaths, purpose: 'calls' | 'questions'): Promise<Result<App, Failure>>
  /** Runs the browser host until it ends; gives its exit code. */
  serve(argv: readonly string[]): Promise<number>
  sleep(milliseconds: number): Promise<void>
  /**
   * Called with what ended the command: Ctrl+C is SIGINT. Gives the way to stop listening. Questions
   * at the terminal are given up once `work` is done.
   */
  onInterrupt(work: (signal: EndSignal) => void | Promise<void>): () => void
}
