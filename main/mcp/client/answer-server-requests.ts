// What a server asks of us while it works on a call: its roots, a model, the person. Roots of a
// program are what it was granted anyway; the rest is a person's to answer, and without one it is
// refused.
import { pathToFileURL } from 'node:url'
import type {
  Client,
  ClientCapabilities,
  ProtocolError as ProtocolErrorClass,
} from '@modelcontextprotocol/client'
import { failure, type Failure } from '../../../contract/failure.ts'
import { JsonObject } from '../../../contract/json.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import type { CallListener } from '../../../contract/call/powers/server-power.ts'
import type { AskKind } from '../../../contract/server/server-question.ts'
import type { ServerConfig } from '../../../contract/server/server.ts'
import type { Asked, AskedAbout, AskedAnswer, ClientDeps } from './deps.ts'

const KINDS: Readonly<Record<string, AskKind>> = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
}
const askWords: Readonly<Record<AskKind, string>> = {
  sampling: 'a model answer',
  elicitation: 'words of the person',
  roots: 'the folders that are worked in',
}

/** All that a session may come to need. */
export const capabilitiesOf = (
  config: ServerConfig,
  asked: ClientDeps['asked'],
): ClientCapabilities => ({
  ...(config.transport === 'stdio' || asked !== undefined ? { roots: {} } : {}),
  ...(asked === undefined
    ? {}
    : { sampling: {}, elicitation: { form: { applyDefaults: true }, url: {} } }),
})

/** For one call: a model only where the client that called has one. */
export const capabilitiesFor = (
  config: ServerConfig,
  listener: CallListener | undefined,
): ClientCapabilities => ({
  ...(config.transport === 'stdio' || listener?.can('roots') === true ? { roots: {} } : {}),
  ...(listener?.can('sampling') === true ? { sampling: {} } : {}),
  elicitation: { form: { applyDefaults: true }, url: {} },
})

/** The protocol's own code for what the person did not want. */
const USER_REJECTED = -1

type Library = { readonly ProtocolError: typeof ProtocolErrorClass }

const ownRoots = (config: ServerConfig): JsonObject[] | null =>
  config.transport === 'stdio'
    ? config.folders.map(({ path }) => ({ uri: pathToFileURL(path).href, name: path }))
    : null

export type Answers = {
  /** To what a result since 2026-07-28 waits for, in the words of the protocol, by its keys. */
  answer(
    requests: Readonly<Record<string, unknown>>,
    about: AskedAbout,
    signal: AbortSignal,
  ): Promise<Result<Readonly<Record<string, JsonObject>>, Failure>>
}

/**
 * @param about the one call that is under way, and what ends with it; null: there is none, or nobody
 *   can tell which.
 */
export function answerAsked(
  client: Client,
  name: string,
  config: ServerConfig,
  asked: ClientDeps['asked'],
  about: () => { readonly about: AskedAbout; readonly over: AbortSignal } | null,
  { ProtocolError }: Library,
): Answers {
  const roots = ownRoots(config)
  const one = async (kind: AskKind, params: unknown, signal: AbortSignal): Promise<AskedAnswer> => {
    const [request, whose] = [JsonObject.safeParse(params ?? {}), about()]
    if (asked === undefined || whose === null || !request.success) return { kind: 'refused' }
    // A server that has answered its call does not wait for this any more, whatever it says.
    const either = AbortSignal.any([signal, whose.over])
    const answers = await asked({ only: { kind, request: request.data } }, whose.about, either)
    return answers['only'] ?? { kind: 'refused' }
  }
  if (roots !== null) client.setRequestHandler('roots/list', () => ({ roots }) as never)
  if (asked !== undefined) {
    if (roots === null)
      client.setRequestHandler('roots/list', async (request, context) => {
        const answer = await one('roots', request.params, context.mcpReq.signal)
        return (answer.kind === 'answer' ? answer.result : { roots: [] }) as never
      })
    client.setRequestHandler('sampling/createMessage', async ({ params }, context) => {
      const answer = await one('sampling', params, context.mcpReq.signal)
      if (answer.kind === 'answer') return answer.result as never
      throw new ProtocolError(USER_REJECTED, 'User rejected sampling request')
    })
    client.setRequestHandler('elicitation/create', async ({ params }, context) => {
      const answer = await one('elicitation', params, context.mcpReq.signal)
      return (answer.kind === 'answer' ? answer.result : noWords(answer.kind)) as never
    })
  }

  const refused = (kind: AskKind, why: string): Result<never, Failure> =>
    err(failure('server.asked', `The server ${name} asked for ${askWords[kind]}, ${why}.`))
  return {
    async answer(requests, whose, signal) {
      const open: Record<string, Asked> = {}
      const responses: Record<string, JsonObject> = {}
      for (const [key, given] of Object.entries(requests)) {
        const { method = '', params = {} } = given as { method?: string; params?: unknown }
        const kind = Object.hasOwn(KINDS, method) ? KINDS[method] : undefined
        const request = JsonObject.safeParse(params)
        if (kind === undefined || !request.success)
          return err(failure('server.asked', `The server ${name} asked for what nobody can give.`))
        if (kind === 'roots' && roots !== null) responses[key] = { roots }
        else if (asked === undefined) return refused(kind, 'which it may not')
        else open[key] = { kind, request: request.data }
      }
      if (asked === undefined || Object.keys(open).length === 0) return ok(responses)
      const answers = await asked(open, whose, signal)
      for (const [key, { kind }] of Object.entries(open)) {
        const answer = answers[key] ?? { kind: 'refused' as const }
        if (answer.kind === 'answer') responses[key] = answer.result
        else if (kind === 'elicitation') responses[key] = noWords(answer.kind)
        else return refused(kind, 'which was denied')
      }
      return ok(responses)
    },
  }
}

const noWords = (kind: 'refused' | 'dismissed'): JsonObject => ({
  action: kind === 'dismissed' ? 'cancel' : 'decline',
})
