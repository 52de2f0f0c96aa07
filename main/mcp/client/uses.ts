// What can be asked of a server: its tools, resources and prompts, and what could be filled in.
import { failure, type Failure } from '../../../contract/failure.ts'
import type { ServerAnswer } from '../../../contract/call/powers/server-power.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CallOptions, Connection } from '../connection.ts'
import { completionAnswer, completionOf, promptAnswer, readAnswer, toolAnswer } from './answer.ts'
import type { Ask } from './asking.ts'
import { plainText } from './plain-text.ts'
import type { Session } from './session/session.ts'

/** Over the session that there is, or a new one. */
export type Speak = <T>(
  options: CallOptions,
  work: (on: Session) => Promise<Result<T, Failure>>,
) => Promise<Result<T, Failure>>

export function usesOf(
  name: string,
  speak: Speak,
  ask: Ask,
): Pick<Connection, 'call' | 'readResource' | 'getPrompt' | 'complete'> {
  return {
    call: (tool, args, options) =>
      speak<ServerAnswer>(options, async (on) => {
        const known = on.tool(tool)
        if (known === null)
          return err(
            failure(
              'server.no-tool',
              `The server ${name} offers no tool ${plainText(tool, 100)} now.`,
            ),
          )
        const named = { name: tool, arguments: args, ...metaFor(on, options) }
        const result = await inRounds(name, on, options, (input) =>
          ask(options, (request) => on.callTool({ ...named, ...input }, known.definition, request)),
        )
        return result.ok ? toolAnswer(result.value, known.check) : result
      }),
    readResource: (uri, options) =>
      speak<ServerAnswer>(options, async (on) => {
        const read = { uri, ...metaFor(on, options) }
        const result = await inRounds(name, on, options, (input) =>
          ask(options, (request) =>
            on.client.readResource(
              { ...read, ...input },
              { ...request, cacheMode: 'bypass', allowInputRequired: true },
            ),
          ),
        )
        return result.ok ? ok(readAnswer(result.value)) : result
      }),
    getPrompt: (prompt, args, options) =>
      speak<ServerAnswer>(options, async (on) => {
        const named = { name: prompt, arguments: { ...args }, ...metaFor(on, options) }
        const result = await inRounds(name, on, options, (input) =>
          ask(options, (request) =>
            on.client.getPrompt({ ...named, ...input }, { ...request, allowInputRequired: true }),
          ),
        )
        return result.ok ? ok(promptAnswer(result.value)) : result
      }),
    complete: (wanted, options) =>
      speak<ServerAnswer>(options, async (on) =>
        ok(
          completionAnswer(
            await ask(options, (request) => on.client.complete(completionOf(wanted), request)),
          ),
        ),
      ),
  }
}

const MOST_ROUNDS = 10

/**
 * Since 2026-07-28 a server that needs something says so in its result, and is asked again with
 * what it needs.
 */
async function inRounds<T extends object>(
  name: string,
  on: Session,
  { tool = '', listener, signal }: CallOptions,
  send: (input: Readonly<Record<string, unknown>>) => Promise<T>,
): Promise<Result<T, Failure>> {
  let input: Readonly<Record<string, unknown>> = {}
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const result = await send(input)
    const waiting = result as {
      readonly resultType?: unknown
      readonly inputRequests?: Readonly<Record<string, unknown>>
      readonly requestState?: string
    }
    if (waiting.resultType !== 'input_required') return ok(result)
    const answers = await on.answer(waiting.inputRequests ?? {}, { tool, listener }, signal)
    if (!answers.ok) return answers
    input = {
      inputResponses: answers.value,
      ...(waiting.requestState === undefined ? {} : { requestState: waiting.requestState }),
    }
  }
  return err(failure('server.asked', `The server ${name} asked ${MOST_ROUNDS} times in one call.`))
}

/** Since 2026-07-28 each request says whether lines are wanted, and what may be asked for. */
function metaFor(
  on: Session,
  { listener }: CallOptions,
): { readonly _meta?: Readonly<Record<string, unknown>> } {
  if (on.client.getProtocolEra() !== 'modern') return {}
  const capabilities = on.capabilities(listener)
  return {
    _meta: {
      ...(typeof listener?.logLevel === 'string'
        ? { 'io.modelcontextprotocol/logLevel': listener.logLevel }
        : {}),
      ...(capabilities === null
        ? {}
        : { 'io.modelcontextprotocol/clientCapabilities': capabilities }),
    },
  }
}
