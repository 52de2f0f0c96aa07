// The tool by which a client waits for its held calls: for one that it names, or for the first of all.
import { isObject } from '../../../../contract/is-object.ts'
import { letGo } from '../../../../contract/let-go.ts'
import type { ClientCallsDeps, OfSession } from './client-calls-deps.ts'
import { awaitPerson } from '../keep-alive.ts'
import type { Notifications } from '../notifications.ts'
import { field } from '../protocol/protocol.ts'
import type { Reply } from '../protocol/reply.ts'
import { said } from '../protocol/result-json.ts'
import type { Context } from '../provider.ts'

export type WaitForCallsDeps = Pick<
  ClientCallsDeps,
  'client' | 'pending' | 'joined' | 'waits' | 'ready'
> & {
  readonly asTool: (tool: string) => Notifications
}

export async function waitForCalls(
  args: unknown,
  context: OfSession,
  deps: WaitForCallsDeps,
): Promise<Reply> {
  const { client, pending, asTool } = deps
  const early = deps.ready()
  if (early !== null) await early
  const request = isObject(args) ? field(args, 'request') : undefined
  if (typeof request === 'string') {
    const one = pending.byCall(client, request)
    if (one !== null) deps.joined(one.session, context.session)
    return one === null
      ? said(
          `No call of yours with the id ${JSON.stringify(request.slice(0, 80))} waits. Its result may have been given already.`,
          true,
        )
      : awaitPerson(one, pending, context, asTool(one.tool), deps.waits())
  }
  const all = pending.ofClient(client)
  if (all.length === 0) return said('No call of yours waits for a person.', false)
  // The others stop waiting with the first: their results are kept.
  const race = new AbortController()
  const signal = AbortSignal.any([context.signal, race.signal])
  let first = true
  const contextOf = (): Context => {
    const quiet = first
      ? context
      : { ...context, wantsProgress: context.wantsProgress, progress: () => {} }
    first = false
    return { ...quiet, signal }
  }
  let given = false
  const accepts = (): boolean => !given && (given = true)
  return new Promise((answer) => {
    for (const one of all) {
      if (given) break
      deps.joined(one.session, context.session)
      letGo(
        awaitPerson(one, pending, contextOf(), asTool(one.tool), deps.waits(), accepts).then(
          (reply) => {
            answer(reply)
            race.abort()
          },
        ),
      )
    }
  })
}
