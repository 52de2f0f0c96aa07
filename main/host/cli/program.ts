// Ties the commands to the real terminal; all else is run-cli.ts.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import about from '../../../package.json' with { type: 'json' }
import type { Failure } from '../../../contract/failure.ts'
import { openLastHandler } from '../last-handler.ts'
import { complain } from './output/complain.ts'
import { exit } from './exit.ts'
import { wantsColor } from './output/wants-color.ts'
import { outputFailure } from './output/output-failure.ts'
import { runCli } from './run-cli.ts'
import type { CliContext } from './cli-context.ts'
import { openTerminalScreen } from './terminal-screen.ts'

const { stdin, stdout, stderr, env, platform } = process
const version = about.version
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
let interrupted = false

/** Undefined, not false, for a pipe or a file, whatever the types say. */
const onTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY === true

const contextIn = (folder: string): CliContext => ({
  env,
  platform,
  homedir: homedir(),
  version,
  out: (text) => void stdout.write(text),
  drained: () =>
    stdout.writableNeedDrain
      ? new Promise((done) => void stdout.once('drain', done).once('close', done))
      : Promise.resolve(),
  note: (text) => void stderr.write(text),
  color: wantsColor(env, onTerminal(stdout) && onTerminal(stderr)),
  terminal: onTerminal(stdin) && (onTerminal(stdout) || onTerminal(stderr)),
  ask: (prompt, signal) => typedLine(prompt, signal, onTerminal(stderr) ? stderr : stdout),
  async askHidden(prompt, signal) {
    const shown = onTerminal(stderr) ? stderr : stdout
    const { Writable } = await import('node:stream')
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const typed = typedLine('', signal, nowhere, () => void shown.write(prompt))
    return typed.finally(() => void shown.write('\n'))
  },
  openScreen: () =>
    onTerminal(stdin) && onTerminal(stdout) && env['TERM'] !== 'dumb'
      ? openTerminalScreen(stdin, stdout)
      : null,
  // Read only when needed: most commands ask the running app and are done.
  compose: async (paths, purpose) =>
    (await import('../../wiring/safe-mode.ts')).openAppSafely({
      host: 'cli',
      paths,
      version,
      queryOnly: purpose === 'questions',
    }),
  input: () => stdin.setEncoding('utf8'),
  serve: async (argv) =>
    (await (await import('./session/start-with-engine.ts')).startWithEngine(process)) ??
    (await import('../browser/run.ts')).runBrowser(argv, pageFolder(folder), version),
  sleep: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  onInterrupt(work) {
    let working = false
    const onSignal = (signal: NodeJS.Signals): void => {
      // A second Ctrl+C: the person does not want to wait. A closed terminal (SIGHUP) is told more
      // than once.
      if (working && signal === 'SIGINT') process.exit(130)
      if (working) return
      working = true
      interrupted = true
      work()
    }
    for (const signal of endings) process.on(signal, onSignal)
    return () => endings.forEach((signal) => process.off(signal, onSignal))
  },
})

/** One line, echoed to `output`. `ready` is called when what is typed from now on counts. */
async function typedLine(
  prompt: string,
  signal: AbortSignal,
  output: NodeJS.WritableStream,
  ready?: () => void,
): Promise<string | null> {
  if (!(await forgetTyped())) return null
  const { createInterface } = await import('node:readline/promises')
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0 })
  // In raw mode Ctrl+C comes as a key. To a question it is an answer: none, which denies.
  lines.once('SIGINT', () => {
    interrupted = true
    lines.close()
  })
  // A terminal that is gone fails instead of ending, and fails again when it is given its mode
  // back.
  const ended = new Promise<null>((done) =>
    lines.on('error', () => done(null)).once('close', () => done(null)),
  )
  try {
    ready?.()
    return await Promise.race([lines.question(prompt, { signal }), ended])
  } catch (cause) {
    if (signal.aborted) return null
    throw cause
  } finally {
    lines.close()
  }
}

/**
 * Throws away what was typed before the question could be seen: a pasted text whose second line is
 * "yes" is no answer. False when Ctrl+C was among it.
 */
async function forgetTyped(): Promise<boolean> {
  const discard = (bytes: Buffer): void => {
    if (bytes.includes(3)) interrupted = true
  }
  stdin.setRawMode(true).on('data', discard).resume()
  await new Promise((done) => setTimeout(done, 150))
  stdin.off('data', discard).pause()
  return !interrupted
}

/** Beside the built main; from the sources, where the build puts it. */
function pageFolder(folder: string): string {
  const built = join(folder, '..', 'renderer')
  return existsSync(join(built, 'index.html'))
    ? built
    : join(folder, '..', '..', '..', 'out', 'renderer')
}

/** `folder`: that of the entry. Sets how the process ends. */
export async function runProgram(folder: string): Promise<void> {
  const context = contextIn(folder)
  let unwritten: Failure | null = null
  for (const stream of [stdin, stdout, stderr]) {
    stream.on('error', (cause: NodeJS.ErrnoException) => {
      unwritten ??= outputFailure(cause)
      // Said where it still can be: a full disk takes standard output, and the terminal shows this.
      if (unwritten !== null && stream === stdout) complain(context, unwritten, false)
    })
  }

  // `serve` is an app of its own and has its own handler, which knows how to end it.
  const last = process.argv[2] === 'serve' ? null : openLastHandler({ once: true })

  const code = await runCli(process.argv.slice(2), context)
  // Output that is lost shows when it is written, which may be after the command's own end.
  process.on('exit', () => {
    if (unwritten !== null && process.exitCode === exit.done) process.exitCode = exit.failed
  })
  process.exitCode = interrupted ? exit.interrupted : code
  last?.dispose()
}
