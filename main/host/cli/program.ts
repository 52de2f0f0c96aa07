// Ties the commands to the real terminal; all else is run-cli.ts.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import about from '../../../package.json' with { type: 'json' }
import { failure } from '../../../contract/failure.ts'
import type { openAppSafely } from '../../wiring/safe-mode.ts'
import { openLastHandler } from '../last-handler.ts'
import type { CliContext } from './cli-context.ts'
import { exit } from './exit.ts'
import { canBeDrawnOn, showsUnicode } from './output/terminal-powers.ts'
import { runCli } from './run-cli.ts'
import { askLine, interruptedAs, onInterrupt } from './terminal/questions.ts'
import {
  inColor,
  onTerminal,
  stderr,
  stdin,
  stdout,
  unwrittenOutput,
} from './terminal/standard-streams.ts'
import { openTerminalScreen } from './terminal/terminal-screen.ts'

const { env, platform } = process
const version = about.version
const STDIN = 0
/** Something was written to standard output. */
let hasWritten = false

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
  color: inColor(),
  get columns() {
    return onTerminal(stdout()) ? stdout().columns : undefined
  },
  get terminal() {
    // Standard input is not opened for that, and asked about only where there is somebody who reads.
    return (onTerminal(stdout()) || onTerminal(stderr())) && isatty(STDIN)
  },
  async ask(prompt, signal) {
    const output = onTerminal(stderr()) ? stderr() : stdout()
    return askLine(prompt, signal, output)
  },
  async askHidden(prompt, signal) {
    const shown = onTerminal(stderr()) ? stderr() : stdout()
    const { Writable } = await import('node:stream')
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const line = askLine('', signal, nowhere, () => void shown.write(prompt))
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
  onInterrupt,
})

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
    if (unwrittenOutput() !== null && process.exitCode === exit.done) process.exitCode = exit.failed
  })
  const code = await runCli(process.argv.slice(2), context)
  process.exitCode = interruptedAs() ?? code
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
