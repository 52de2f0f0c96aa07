// What can be asked of a server: its tools, resources and prompts, and what could be filled in.
import { failure } from '../../../contract/failure.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { ServerAnswer } from '../../../contract/call/powers.ts'
import { err, ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'
import type { CallOptions, Connection } from '../connection.ts'
import { completionAnswer, completionOf, promptAnswer, readAnswer, toolAnswer } from './answer.ts'
import type { Ask } from './asking.ts'
import { plainText } from './plain-text.ts'
import type { Session } from './session.ts'

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
        const result = await ask(options, (request) =>
          on.callTool(named, known.definition, request),
        )
        return toolAnswer(result, known.check)
      }),
    readResource: (uri, options) =>
      speak<ServerAnswer>(options, async (on) =>
        ok(
          readAnswer(
            await ask(options, (request) =>
              on.client.readResource(
                { uri, ...metaFor(on, options) },
                { ...request, cacheMode: 'bypass' },
              ),
            ),
          ),
        ),
      ),
    getPrompt: (prompt, args, options) =>
      speak<ServerAnswer>(options, async (on) =>
        ok(
          promptAnswer(
            await ask(options, (request) =>
              on.client.getPrompt(
                { name: prompt, arguments: { ...args }, ...metaFor(on, options) },
                request,
              ),
            ),
          ),
        ),
      ),
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

/** Since 2026-07-28 each request says whether lines are wanted. */
const metaFor = (
  on: Session,
  { listener }: CallOptions,
): { readonly _meta?: Readonly<Record<string, unknown>> } =>
  on.client.getProtocolEra() === 'modern' && typeof listener?.logLevel === 'string'
    ? { _meta: { 'io.modelcontextprotocol/logLevel': listener.logLevel } }
    : {}
