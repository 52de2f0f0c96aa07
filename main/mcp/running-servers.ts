// The connections of the servers that the configuration names: begun, ended and restarted as it
// changes, each without the others. What is offered over them is not its matter.
import { letGo } from '../../contract/let-go.ts'
import { canonicalJson } from '../../contract/json.ts'
import type { ServerConfig } from '../../contract/server/server.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { Connection } from './connection.ts'

export type RunningDeps = {
  readonly config: () => Readonly<Record<string, ServerConfig>>
  /** Begins to reach a server. `changed` may be called at any time. */
  readonly connect: (name: string, config: ServerConfig, changed: () => void) => Connection
  /** Start every server at once; else each when it is first needed. */
  readonly eager: boolean
  /** Why none may run now; null when they may. */
  readonly barred: () => Failure | null
  readonly changed: () => void
}

export type RunningServers = {
  /** Those that run already. */
  get(name: string): Connection | null
  /** Begun now where it is not. Failures: `server.unknown`, `server.off`. */
  need(name: string): Result<Connection, Failure>
  /** When it can be called at this moment; null when it has to be waited for. */
  now(name: string): Result<Connection, Failure> | null
  /**
   * Once it has said what it offers and can be called. `server.not-ready` when it does not come to
   * that in time.
   */
  ready(name: string, signal: AbortSignal): Promise<Result<Connection, Failure>>
  /** Ends it, waits until nothing of it is left, and begins again. Failures as `need`. */
  again(name: string): Promise<Result<null, Failure>>
  /** After the configuration changed. */
  follow(): void
  /** Ends all that run, for now: `follow` begins them again. */
  halt(): Promise<void>
  dispose(): Promise<void>
}

/** What makes another program or address of it. Trust and time limits do not. */
const wayOf = ({
  trust: _trust,
  timeoutSeconds: _time,
  enabled: _enabled,
  ...way
}: ServerConfig): string => canonicalJson(way)

const isReady = (connection: Connection): boolean =>
  connection.state().kind === 'ready' && connection.offer() !== null && connection.settled()

export function openRunning({
  config,
  connect,
  eager,
  barred,
  changed,
}: RunningDeps): RunningServers {
  const running = new Map<string, { readonly way: string; readonly connection: Connection }>()
  const ending = new Set<Promise<void>>()
  const waiting = new Set<() => void>()
  let over = false

  const notify = (): void => {
    for (const wake of waiting) wake()
    if (!over) changed()
  }
  const end = async (name: string): Promise<void> => {
    const had = running.get(name)
    if (had === undefined) return
    running.delete(name)
    const ended = had.connection.dispose().finally(() => ending.delete(ended))
    ending.add(ended)
    await ended
  }
  const need = (name: string): Result<Connection, Failure> => {
    const wanted = config()[name]
    if (wanted === undefined)
      return err(
        failure(
          'server.unknown',
          `There is no server named ${name}.`,
          'See: gatehouse servers list',
        ),
      )
    if (!wanted.enabled || over)
      return err(
        failure(
          'server.off',
          `The server ${name} is switched off.`,
          'Switch it on in the configuration file.',
        ),
      )
    const bar = barred()
    if (bar !== null) return err(bar)
    const there = running.get(name)
    if (there !== undefined) return ok(there.connection)
    const connection = connect(name, wanted, notify)
    running.set(name, { way: wayOf(wanted), connection })
    return ok(connection)
  }
  const follow = (): void => {
    const wanted = config()
    for (const [name, { way }] of running) {
      const now = wanted[name]
      if (now === undefined || !now.enabled || wayOf(now) !== way) letGo(end(name))
    }
    if (eager) for (const name of Object.keys(wanted)) need(name)
  }

  return {
    get: (name) => running.get(name)?.connection ?? null,
    need,
    now(name) {
      const there = running.get(name)?.connection
      return there !== undefined && config()[name]?.enabled === true && isReady(there)
        ? ok(there)
        : null
    },
    async ready(name, signal) {
      for (;;) {
        const needed = need(name)
        if (!needed.ok) return needed
        const state = needed.value.state()
        if (isReady(needed.value)) return needed
        if (state.kind === 'stopped' || state.kind === 'needs-sign-in')
          return err(
            failure(
              `server.${state.kind}`,
              `The server ${name} cannot be used: ${state.text}`,
              state.kind === 'stopped' ? state.hint : `Sign in: gatehouse servers start ${name}`,
            ),
          )
        if (signal.aborted)
          return err(
            failure(
              'server.not-ready',
              `The server ${name} is not ready${state.kind === 'waiting' ? `: ${state.text}` : ' yet'}.`,
              `See: gatehouse servers show ${name}`,
            ),
          )
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            waiting.delete(wake)
            signal.removeEventListener('abort', wake)
            resolve()
          }
          waiting.add(wake)
          signal.addEventListener('abort', wake, { once: true })
        })
      }
    },
    async again(name) {
      await end(name)
      const started = need(name)
      if (started.ok) started.value.start()
      notify()
      return started.ok ? ok(null) : started
    },
    follow,
    async halt() {
      for (const name of running.keys()) letGo(end(name))
      notify()
      await Promise.all(ending)
    },
    async dispose() {
      over = true
      for (const name of running.keys()) letGo(end(name))
      for (const wake of waiting) wake()
      await Promise.all(ending)
    },
  }
}
