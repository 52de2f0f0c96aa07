// The power of one call over external servers: just what was permitted, looked at once more at the
// moment of use.
import { failure, type Failure } from '../../contract/failure.ts'
import { canonicalJson } from '../../contract/json.ts'
import type {
  CallListener,
  ServerAnswer,
  ServerPower,
} from '../../contract/call/powers/server-power.ts'
import { err, type Result } from '../../contract/result.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import type { CallOptions, Connection } from './connection.ts'
import type { RunningServers } from './running-servers.ts'

export type PowerDeps = {
  readonly running: Pick<RunningServers, 'now' | 'ready'>
  readonly touch: (
    server: string,
    name: string,
    what?: 'resource' | 'prompt',
  ) => Result<CanonicalTouch, Failure>
  /** One call of this server more. */
  readonly count: (server: string) => void
}

export type Permitted = {
  readonly permitted: readonly CanonicalTouch[]
  readonly signal: AbortSignal
  /** Left out where nobody wants to know. */
  readonly listener?: CallListener | undefined
}
type Wanted = {
  readonly server: string
  readonly name: string
  readonly what?: 'resource' | 'prompt'
  readonly timeoutMs: number
}
type Work = (on: Connection, options: CallOptions) => Promise<Result<ServerAnswer, Failure>>

export function serverPower(
  { permitted, signal, listener }: Permitted,
  { running, touch, count }: PowerDeps,
): ServerPower {
  const reach = async (
    { server, name, what, timeoutMs }: Wanted,
    work: Work,
  ): Promise<Result<ServerAnswer, Failure>> => {
    if (
      !permitted.some(
        (one) =>
          one.kind === 'mcp.call' &&
          one.server === server &&
          one.tool === name &&
          one.what === what,
      )
    )
      return err(
        failure(
          'power.not-permitted',
          `${name} of the server ${server} was not permitted for this call.`,
        ),
      )
    const ready =
      running.now(server) ??
      (await running.ready(server, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])))
    if (!ready.ok) return ready
    // At the moment of use, against what it offers now: it may have been started just for this.
    const still = (): Failure | null => {
      const now = touch(server, name, what)
      if (!now.ok) return now.error
      return permitted.some((one) => canonicalJson(withoutPaths(one)) === canonicalJson(now.value))
        ? null
        : failure(
            'power.not-permitted',
            `What is known of ${name} of the server ${server} changed after the decision.`,
          )
    }
    const barred = still()
    if (barred !== null) return err(barred)
    const answered = await work(ready.value, {
      timeoutMs,
      signal,
      tool: name,
      still,
      ...(listener === undefined ? {} : { listener }),
    })
    count(server)
    return answered
  }
  return {
    call: ({ server, tool, args, timeoutMs }) =>
      reach({ server, name: tool, timeoutMs }, (on, options) => on.call(tool, args, options)),
    read: ({ server, uri, timeoutMs }) =>
      reach({ server, name: uri, what: 'resource', timeoutMs }, (on, options) =>
        on.readResource(uri, options),
      ),
    prompt: ({ server, name, args, timeoutMs }) =>
      reach({ server, name, what: 'prompt', timeoutMs }, (on, options) =>
        on.getPrompt(name, args, options),
      ),
    complete: ({ server, timeoutMs, ...wanted }) =>
      reach({ server, name: wanted.name, what: wanted.what, timeoutMs }, (on, options) =>
        on.complete(wanted, options),
      ),
  }
}

/** What the arguments name was part of the decision; what is known of the tool is compared. */
function withoutPaths(touch: CanonicalTouch): CanonicalTouch {
  if (touch.kind !== 'mcp.call') return touch
  const { paths: _named, ...rest } = touch
  return rest
}
