// The way of a command in a container to its granted hosts: a second container, which alone sees the
// socket of the proxy, and whose network the command gets. So the command's own filter can refuse
// local sockets. Never runs anything of anybody.
import { randomUUID } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { failure, type Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { bounds } from '../command-bounds.ts'
import { quoted } from '../linux/job-line.ts'
import { PROXY_PORT } from '../processes/proxy.ts'
import { complaint, titles, type Engine } from './engine.ts'
import { startContainer } from './job.ts'
import { containerLine, WHOLE, type ContainerRun } from './container-line.ts'

/** Where the inside finds what is ours. */
const INSIDE = '/run/gatehouse'
const SOCKET = `${INSIDE}/proxy`
/** What it may still say of attempts to go past the proxy, when the command has ended. */
const LAST_MS = 3_000
const KEEP = { stdout: 4_096, stderr: 4_096 }

export type Relay = {
  /** Whose network a command joins. */
  readonly name: string
  /** Resolves when it is gone. */
  end(): Promise<void>
}

export type RelayRun = Pick<ContainerRun, 'image' | 'runtime' | 'user' | 'filter' | 'timeMs'> & {
  readonly name: string
  /** The relay's own source on this side. */
  readonly script: string
  readonly socket: string
}

/** Resolves when it listens. Fails with `sandbox.spawn`, `sandbox.workspace`. */
export async function startRelay(
  engine: Engine,
  run: RelayRun,
  signal: AbortSignal,
): Promise<Result<Relay, Failure>> {
  const word = `gatehouse-${randomUUID()}`
  const data = relayScript(run.script, word)
  const words = containerLine(engine, {
    ...run,
    cwd: '/',
    shown: shownTo(run),
    relay: null,
    cpuSeconds: bounds.cpuSeconds,
    scriptBytes: Buffer.byteLength(data),
  })
  if (!words.ok) return words
  const listens = Promise.withResolvers<string | null>()
  const gone = Promise.withResolvers<void>()
  const built = (seen: boolean, before: string): void =>
    listens.resolve(seen ? null : (complaint(before) ?? 'it said nothing'))
  const job = startContainer(
    engine,
    { name: run.name, words: words.value, begun: word, built },
    { data, keep: KEEP, timeMs: null },
    {
      output: () => {},
      drained: () => {},
      ended(end) {
        listens.resolve(end.kind === 'failed' ? end.code : 'it ended at once')
        gone.resolve()
      },
    },
  )
  const stop = (): void => job.kill()
  signal.addEventListener('abort', stop, { once: true })
  const why = await listens.promise
  if (why !== null || signal.aborted) {
    stop()
    await gone.promise
    signal.removeEventListener('abort', stop)
    return err(
      failure(
        'sandbox.spawn',
        `${titles[engine.program]} did not start the way to the granted hosts (${why ?? 'it was stopped'}).`,
        'Run `gatehouse doctor`.',
      ),
    )
  }
  return ok({
    name: run.name,
    async end() {
      job.closeInput()
      const late = setTimeout(stop, LAST_MS)
      await gone.promise
      clearTimeout(late)
      signal.removeEventListener('abort', stop)
    },
  })
}

/** Without a package of its own the name says what it is. */
const scriptAt = (script: string): string =>
  `${INSIDE}/relay.${script.endsWith('.ts') ? 'mts' : 'mjs'}`

/** As it lies in the sources it imports one other file. */
const shownTo = ({ script, socket }: RelayRun): ContainerRun['shown'] => {
  const files = [
    { from: script, at: scriptAt(script) },
    ...(script.endsWith('.ts')
      ? ['direct-attempts.ts'].map((name) => ({
          from: join(dirname(script), name),
          at: `${INSIDE}/${basename(name)}`,
        }))
      : []),
  ]
  return [
    ...files.map((file) => ({ ...file, readOnly: true })),
    { from: socket, at: SOCKET, readOnly: false },
  ]
}

/** What it starts only waits for the end of standard input, and so does the relay. */
export const relayScript = (script: string, word: string): string =>
  [
    'unset job',
    `exec env -i node ${scriptAt(script)} ${PROXY_PORT} ${SOCKET} 0,1,2 ` +
      `/bin/sh -c ${quoted(`echo ${word} >&2; exec cat >/dev/null`)}`,
    WHOLE,
  ].join('\n')
