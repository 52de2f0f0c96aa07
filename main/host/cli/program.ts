// Ties the commands to the real terminal; all else is run-cli.ts.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import about from '../../../package.json' with { type: 'json' }
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import { letGo } from '../../../contract/let-go.ts'
import type { openAppSafely } from '../../wiring/safe-mode.ts'
import { openLastHandler } from '../last-handler.ts'
import { complain } from './output/complain.ts'
import { exit } from './exit.ts'
import { canBeDrawnOn, showsUnicode } from './output/terminal-powers.ts'
import { wantsColor } from './output/wants-color.ts'
import { outputFailure } from './output/output-failure.ts'
import { runCli } from './run-cli.ts'
import type { CliContext, EndSignal } from './cli-context.ts'
import { openTerminalScreen } from './terminal-screen.ts'

const { env, platform } = process
const version = about.version
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const endings: Readonly<Record<EndSignal, number>> = {
  SIGHUP: exit.hungUp,
  SIGINT: exit.interrupted,
  SIGTERM: exit.terminated,
}
/** What ended the command before its own end, as its exit code. */
let cutOff: number | null = null
/** What gives up the question that waits at the terminal. */
const questions = new Set<() => void>()
const STDIN = 0
/** Something was written to standard output. */
let hasWritten = false
/** Made when they are used: the input takes some milliseconds, and a look asks nobody. */
const stdin = (): typeof process.stdin => withFaults(process.stdin)
const stdout = (): typeof process.stdout => withFaults(process.stdout)
const stderr = (): typeof process.stderr => withFaults(process.stderr)

const ending = {
  isInterrupted: (): boolean => cutOff !== null,
  onInterrupt: (): void => {
    cutOff = exit.interrupted
  },
}

/** What could not be written, of the first such fault. */
let unwritten: Failure | null = null
const listened = new WeakSet<object>()

/** With its faults taken, which would end the process. */
function withFaults<S extends NodeJS.EventEmitter>(stream: S): S {
  if (listened.has(stream)) return stream
  listened.add(stream)
  stream.on('error', (cause: NodeJS.ErrnoException) => {
    unwritten ??= outputFailure(cause)
    // Said where it still can be: a full disk takes standard output, and the terminal shows this.
    if (unwritten !== null && Object.is(stream, process.stdout))
      complain(written(), unwritten, false)
  })
  return stream
}

/** Undefined, not false, for a pipe or a file, whatever the types say. */
const onTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY === true

const written = () => ({
  out: (text: string) => void stdout().write(text),
  note: (text: string) => void stderr().write(text),
  color: wantsColor(env, onTerminal(stdout()) && onTerminal(stderr())),
})

/** What composes a whole Gatehouse: read only when needed, for most commands ask the running app and are done. */
type ReadWhole = () => Whole | Promise<Whole>
type Whole = { readonly openAppSafely: typeof openAppSafely }

const contextIn = (folder: string, readWhole: ReadWhole): CliContext => ({
  env,
  platform,
  homedir: homedir(),
  version,
  out: (text) => {
    hasWritten = true
    stdout().write(text)
  },
  drained: () =>
    stdout().writableNeedDrain
      ? new Promise((done) => void stdout().once('drain', done).once('close', done))
      : Promise.resolve(),
  note: (text) => void stderr().write(text),
  color: wantsColor(env, onTerminal(stdout()) && onTerminal(stderr())),
  get columns() {
    return onTerminal(stdout()) ? stdout().columns : undefined
  },
  get terminal() {
    // Standard input is not opened for that, and asked about only where there is somebody who reads.
    return (onTerminal(stdout()) || onTerminal(stderr())) && isatty(STDIN)
  },
  async ask(prompt, signal) {
    const output = onTerminal(stderr()) ? stderr() : stdout()
    return typed(prompt, signal, output)
  },
  async askHidden(prompt, signal) {
    const shown = onTerminal(stderr()) ? stderr() : stdout()
    const { Writable } = await import('node:stream')
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const line = typed('', signal, nowhere, () => void shown.write(prompt))
    return line.finally(() => void shown.write('\n'))
  },
  openScreen: () =>
    canBeDrawnOn(env, platform) && onTerminal(stdin()) && onTerminal(stdout())
      ? openTerminalScreen(stdin(), stdout(), showsUnicode(env))
      : null,
  compose: async (paths, purpose) =>
    (await readWhole()).openAppSafely({
      host: 'cli',
      paths,
      version,
      queryOnly: purpose === 'questions',
    }),
  input: () => stdin().setEncoding('utf8'),
  serve: async (argv) =>
    (await (await import('./session/start-with-engine.ts')).startWithEngine(process)) ??
    (await import('../browser/run.ts')).runBrowser(argv, pageFolder(folder), version),
  sleep: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  onInterrupt(work) {
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
  },
})

async function typed(
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

/** A signal is no answer: a question is given up once there is nobody left that could take one for it. */
async function endQuestions(work: () => void | Promise<void>): Promise<void> {
  await work()
  setImmediate(() => questions.forEach((end) => end()))
}

/** Beside the built main; from the sources, where the build puts it. */
function pageFolder(folder: string): string {
  const built = join(folder, '..', 'renderer')
  return existsSync(join(built, 'index.html'))
    ? built
    : join(folder, '..', '..', '..', 'out', 'renderer')
}

/** `folder`: that of the entry. Sets how the process ends. */
export async function runProgram(folder: string, readWhole: ReadWhole): Promise<void> {
  const context = contextIn(folder, readWhole)
  // `serve` is an app of its own and has its own handler, which knows how to end it.
  const last = process.argv[2] === 'serve' ? null : openLastHandler({ once: true, say: sayFault })

  process.on('exit', (code) => {
    if (code === UNSETTLED) {
      sayFault('gatehouse: The command stopped without an end. Please report this.\n')
      process.exitCode = exit.failed
    }
    // Output that is lost shows when it is written, which may be after the command's own end.
    if (unwritten !== null && process.exitCode === exit.done) process.exitCode = exit.failed
  })
  const code = await runCli(process.argv.slice(2), context)
  process.exitCode = cutOff ?? code
  last?.dispose()
}

/** How Node ends where nothing is left to do and the command still waits. */
const UNSETTLED = 13

/** A program that reads JSON gets one value, whatever happens. */
function sayFault(text: string): void {
  process.stderr.write(text)
  if (hasWritten || !process.argv.includes('--json')) return
  hasWritten = true
  const error = failure('cli.fault', 'Gatehouse failed unexpectedly.', 'Please report this.')
  process.stdout.write(`${JSON.stringify({ error })}\n`)
}
