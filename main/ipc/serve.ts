// The entry point. Every call of every screen and of the command line comes in here: the channel
// must be in the table, allowed from where the caller is, and its input must parse. What a channel
// does is its handler's matter. Never rejects. A handler that throws, or answers what the table
// does not promise, is a bug: reported, never shown raw.
import type { z } from 'zod'
import { DEEPEST, isTooDeep, WRAPPED } from '../../contract/call/depth.ts'
import { type Failure, failure } from '../../contract/failure.ts'
import { type Caller, type Handlers, ipc, type IpcChannel } from '../../contract/ipc/ipc.ts'
import { issueText } from '../../contract/issue-text.ts'
import { err, ok, type Result } from '../../contract/result.ts'

/** What a host calls: any channel name, any input. The same shape as `App['call']`. */
export type IpcRouter = (
  channel: string,
  input: unknown,
  caller: Caller,
) => Promise<Result<unknown, Failure>>

/** A bug behind the router, for the log of main. `error` may hold anything and goes to no screen. */
export type Fault = {
  readonly channel: IpcChannel
  readonly at: 'handler' | 'output'
  readonly error: unknown
}

/** How many wrong fields one answer names; a longer list helps nobody. */
const NAMED_ISSUES = 3

/**
 * Failures: `ipc.unknown-channel`, `ipc.not-from-here`, `ipc.bad-input` (the text names each field
 * and what is wrong), `ipc.fault`, and whatever failure the handler itself gives. `explain`: the
 * failure that a thrown error means, such as a full disk; null for a bug.
 */
export function serve(
  handlers: Handlers,
  onFault: (fault: Fault) => void,
  explain: (error: unknown) => Failure | null = () => null,
): IpcRouter {
  return async (channel, input, caller) => {
    if (!isChannel(channel)) {
      return err(
        failure(
          'ipc.unknown-channel',
          `There is no channel named ${quoted(channel)}.`,
          'Reload the window, or use a command line of the same version.',
        ),
      )
    }
    const row = ipc[channel]
    if (!row.from.some((surface) => surface === caller.surface)) {
      return err(
        failure(
          'ipc.not-from-here',
          `${channel} cannot be called from the ${caller.surface}.`,
          `It can be called from: ${row.from.join(', ')}.`,
        ),
      )
    }
    if (isTooDeep(input, DEEPEST + WRAPPED)) {
      return err(
        failure(
          'ipc.bad-input',
          `The input of ${channel} is not valid: it is nested too deep.`,
          `Nothing was done. Arguments may be nested ${DEEPEST} levels deep.`,
        ),
      )
    }
    const read = parse(row.input, input)
    if (!read.ok) {
      return err(
        failure(
          'ipc.bad-input',
          `The input of ${channel} is not valid: ${read.error}.`,
          'Nothing was done. Correct the named fields and call again.',
        ),
      )
    }
    return answer(channel, handlers, read.value, caller, onFault, explain)
  }
}

async function answer(
  channel: IpcChannel,
  handlers: Handlers,
  input: unknown,
  caller: Caller,
  onFault: (fault: Fault) => void,
  explain: (error: unknown) => Failure | null,
): Promise<Result<unknown, Failure>> {
  // The table ties input and handler of one channel together; TypeScript cannot follow that through
  // a union of channels.
  const handler = handlers[channel] as (
    input: unknown,
    caller: Caller,
  ) => Promise<Result<unknown, Failure>>
  try {
    const result = await handler(input, caller)
    if (!result.ok) return result
    const written = parse(ipc[channel].output, result.value)
    if (written.ok) return ok(written.value)
    onFault({
      channel,
      at: 'output',
      error: new Error(`${channel} answered what its table does not promise: ${written.error}`),
    })
  } catch (error) {
    const known = explain(error)
    if (known !== null) return err(known)
    onFault({ channel, at: 'handler', error })
  }
  return err(
    failure(
      'ipc.fault',
      `Gatehouse made a mistake while handling ${channel}.`,
      'See the log of Gatehouse. The request may not have been completed.',
    ),
  )
}

// Own keys only: `constructor` and `__proto__` are not channels.
const isChannel = (name: unknown): name is IpcChannel =>
  typeof name === 'string' && Object.hasOwn(ipc, name)

const quoted = (name: unknown): string =>
  typeof name === 'string' ? JSON.stringify(name.slice(0, 80)) : `a ${typeof name}`

function parse(schema: z.ZodType, value: unknown): Result<unknown, string> {
  try {
    const parsed = schema.safeParse(value)
    return parsed.success ? ok(parsed.data) : err(issuesText(parsed.error, value))
  } catch (error) {
    // Recursive schemas run out of stack on input nested tens of thousands deep.
    return err(error instanceof RangeError ? 'it is nested too deep' : 'it could not be read')
  }
}

function issuesText(error: z.ZodError, value: unknown): string {
  const named = error.issues
    .slice(0, NAMED_ISSUES)
    .map((issue) => `${issue.path.length === 0 ? 'input: ' : ''}${issueText(issue, value)}`)
  const more = error.issues.length - named.length
  return named.join('; ') + (more > 0 ? `; and ${more} more` : '')
}
