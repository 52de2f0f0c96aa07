// Runs a package manager in the sandbox, with the registry as its only way out, and says in a
// sentence how it ended.
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { plainText } from '../client/plain-text.ts'
import type { PackageAttempt, PackageDeps } from './deps.ts'

export type ToolRun = {
  readonly argv: readonly [string, ...string[]]
  readonly env: Readonly<Record<string, string>>
  /** Outside; seen inside as the home. */
  readonly home: string
  /** Below the home, as it is seen inside. */
  readonly cwd: string
  readonly readOnly: readonly string[]
  /** Empty: no network at all. */
  readonly addresses: readonly string[]
  readonly timeMs: number
  readonly signal: AbortSignal
}

export type ToolEnd = { readonly code: number; readonly text: string }

/** What an attempt fails with where the registry was not reached. */
const AWAY: ReadonlySet<string> = new Set([
  'net.dns',
  'net.connect',
  'net.timeout',
  'net.address-refused',
])
const MOST_OUTPUT = 256 * 1024

/** Failures: of the sandbox, `package.offline` where the registry was not reached, `package.late`. */
export async function runTool(run: ToolRun, deps: PackageDeps): Promise<Result<ToolEnd, Failure>> {
  const late = AbortSignal.timeout(run.timeMs)
  const over = new AbortController()
  const signal = AbortSignal.any([run.signal, late, over.signal])
  const attempts: PackageAttempt[] = []
  const proxy =
    run.addresses.length === 0
      ? null
      : await deps.proxy({
          home: run.home,
          addresses: run.addresses,
          signal,
          onAttempt: (attempt) => attempts.push(attempt),
        })
  if (proxy?.ok === false) return proxy
  try {
    const started = await deps.start({
      argv: run.argv,
      env: run.env,
      home: run.home,
      cwd: run.cwd,
      readOnly: run.readOnly,
      writable: [],
      limits: deps.limits,
      proxy: proxy === null ? null : { socket: proxy.value.socketPath },
      requires: [],
      signal,
    })
    if (!started.ok) return started
    const running = started.value
    running.stdin.end()
    let text = ''
    running.stdout.on('data', (bytes: Buffer) => {
      if (text.length < MOST_OUTPUT) text += bytes.toString()
    })
    const end = await running.exited
    if (run.signal.aborted)
      return err(failure('package.stopped', 'Fetching the package was stopped.'))
    if (late.aborted)
      return err(
        failure(
          'package.late',
          `Fetching the package took longer than ${Math.round(run.timeMs / 1000)} seconds.`,
          'Try again.',
        ),
      )
    if (end.kind === 'failed') return err(end.failure)
    const code = end.kind === 'exited' ? end.code : 1
    // Told once it is over: the last attempt is written down when its connection is closed.
    await proxy?.value.dispose()
    const unreached = attempts.find(({ failure: why }) => why !== null && AWAY.has(why.code))
    if (code !== 0 && unreached !== undefined)
      return err(
        failure(
          'package.offline',
          `The registry ${unreached.host} cannot be reached, so nothing was fetched. ${unreached.failure?.text ?? ''}`.trim(),
          'Connect to the network and try again.',
        ),
      )
    return ok({ code, text: `${text}\n${running.stderrTail()}` })
  } finally {
    over.abort()
    await proxy?.value.dispose()
  }
}

/** The lines that say what went wrong, for a person. */
export const lastWords = (text: string, marks: RegExp): string => {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const marked = lines.filter((line) => marks.test(line))
  return plainText((marked.length > 0 ? marked : lines).slice(-3).join(' '), 400)
}
