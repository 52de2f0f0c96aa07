// What a server asks in the middle of a call, put to the client that made it: at once where the
// client has a session; since 2026-07-28 as the answer to its request, which it then sends again
// with what was asked for.
import { randomUUID } from 'node:crypto'
import type { ServerAsk } from '../../../contract/call/powers/server-power.ts'
import type { JsonObject } from '../../../contract/json.ts'
import type { AskKind } from '../../../contract/server/server-question.ts'
import { isObject } from '../../../contract/is-object.ts'
import { code, field } from './protocol/protocol.ts'
import type { Context } from './provider.ts'
import { failed, type Reply } from './protocol/reply.ts'

type Requests = Readonly<Record<string, ServerAsk>>
type Responses = Readonly<Record<string, JsonObject>>

const METHODS: Readonly<Record<AskKind, string>> = {
  sampling: 'sampling/createMessage',
  elicitation: 'elicitation/create',
  roots: 'roots/list',
}
const PREFIX = 'input_'
const MOST_MS = 600_000

export type Talk = {
  can(kind: AskKind): boolean
  ask(requests: Requests): Promise<Responses>
  /** The answer to whatever request of the client waits now. */
  say(reply: Reply): void
}

export type InputRounds = {
  /** @param say the answer to the request that began it. @param paused the client has the say. */
  begin(tool: string, context: Context, say: (reply: Reply) => void, paused: () => void): Talk
  /** Where a request goes on with a call that asked something; null: it does not. */
  resume(tool: string, context: Context): Promise<Reply> | null
}

export function openInputRounds(): InputRounds {
  const waiting = new Map<
    string,
    { readonly tool: string; readonly requests: Requests; take(given: Responses): Promise<Reply> }
  >()

  return {
    begin(tool, context, say, paused) {
      let respond: ((reply: Reply) => void) | null = say
      let stored: Reply | null = null
      const talk: Talk = {
        can: (kind) =>
          (context.era === 'legacy' || respond !== null) &&
          field(context.capabilities, kind) !== undefined,
        async ask(requests) {
          const early = fitting(requests, context.input.responses)
          const left = without(requests, early)
          if (Object.keys(left).length === 0) return early
          if (context.era === 'modern') return { ...early, ...(await openRound(left)) }
          const answers: Record<string, JsonObject> = { ...early }
          for (const [key, { kind, request }] of Object.entries(left)) {
            const given = await context.ask(METHODS[kind], request)
            Object.assign(answers, fitting({ [key]: { kind, request } }, { [key]: given }))
          }
          return answers
        },
        say(reply) {
          const now = respond
          respond = null
          if (now === null) stored = reply
          else now(reply)
        },
      }
      const openRound = (requests: Requests): Promise<Responses> =>
        new Promise((resolve) => {
          const state = `${PREFIX}${randomUUID()}`
          const late = setTimeout(() => {
            waiting.delete(state)
            resolve({})
          }, MOST_MS)
          late.unref()
          waiting.set(state, {
            tool,
            requests,
            take(given) {
              waiting.delete(state)
              clearTimeout(late)
              const next = new Promise<Reply>((answer) => {
                if (stored === null) respond = answer
                else answer(stored)
              })
              resolve(given)
              return next
            },
          })
          paused()
          talk.say(inputRequired(requests, state))
        })
      return talk
    },
    resume(tool, { input }) {
      const { state, responses } = input
      if (responses !== undefined && !isObject(responses))
        return Promise.resolve(
          failed(code.invalidParams, 'Invalid params: inputResponses has to be an object.'),
        )
      if (state?.startsWith(PREFIX) !== true) return null
      const round = waiting.get(state)
      if (round === undefined || round.tool !== tool)
        return Promise.resolve(
          failed(
            code.invalidParams,
            'Invalid params: no call waits under this requestState. Make the call again without it.',
          ),
        )
      const given = fitting(round.requests, responses)
      // What is missing is asked for once more, and the call goes on waiting.
      if (Object.keys(given).length < Object.keys(round.requests).length)
        return Promise.resolve(inputRequired(round.requests, state))
      return round.take(given)
    },
  }
}

const inputRequired = (requests: Requests, state: string): Reply => ({
  kind: 'input-required',
  requests: Object.fromEntries(
    Object.entries(requests).map(([key, { kind, request }]) => [
      key,
      { method: METHODS[kind], params: request },
    ]),
  ),
  state,
})

const without = (requests: Requests, given: Responses): Requests =>
  Object.fromEntries(Object.entries(requests).filter(([key]) => !Object.hasOwn(given, key)))

/** Of what a client gave, what has the form of an answer to what was asked. */
function fitting(requests: Requests, given: unknown): Responses {
  if (!isObject(given)) return {}
  return Object.fromEntries(
    Object.entries(requests).flatMap(([key, { kind }]) => {
      const answer = field(given, key)
      if (!isObject(answer)) return []
      const fits =
        kind === 'elicitation'
          ? typeof field(answer, 'action') === 'string'
          : kind === 'roots'
            ? Array.isArray(field(answer, 'roots'))
            : field(answer, 'content') !== undefined
      return fits ? [[key, answer as JsonObject]] : []
    }),
  )
}
