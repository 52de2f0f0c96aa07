// What a method may do with the client that asked, as far as its era and its request allow.
import type { Json } from '../../../contract/json.ts'
import type { Out } from './protocol/client-output.ts'
import type { Envelope } from './protocol/envelope.ts'
import { isObject } from '../../../contract/is-object.ts'
import {
  field,
  isLogLevel,
  logLevels,
  meta,
  textField,
  type Fields,
  type LogLevel,
} from './protocol/protocol.ts'
import { notificationText } from './protocol/reply.ts'
import type { Context, Provider } from './provider.ts'

export type OfSession = {
  readonly provider: Pick<Provider, 'info'>
  /** What the client of a session wanted to hear of, until now. */
  readonly level: LogLevel
  readonly ask: (
    method: string,
    params: Json,
    out: Out,
    signal: AbortSignal,
  ) => Promise<Fields | null>
}

export function contextOf(
  { provider, level, ask }: OfSession,
  params: Fields | undefined,
  envelope: Envelope,
  era: Context['era'],
  out: Out,
  signal: AbortSignal,
): Context {
  const given = field(params, '_meta')
  const token = isObject(given) ? field(given, 'progressToken') : undefined
  const wantsProgress = typeof token === 'string' || typeof token === 'number'
  const wantedLevel =
    era === 'legacy' ? level : isObject(given) ? field(given, meta.logLevel) : undefined
  return {
    era,
    clientInfo: envelope.clientInfo,
    capabilities: envelope.capabilities,
    signal,
    wantsProgress,
    progress(progress, total, message) {
      if (!wantsProgress || signal.aborted) return
      const note = {
        progressToken: token,
        progress,
        ...(total === null ? {} : { total }),
        ...(message === '' ? {} : { message }),
      }
      out.send(notificationText('notifications/progress', note))
    },
    logLevel: isLogLevel(wantedLevel) ? wantedLevel : null,
    log(of, data) {
      if (
        !isLogLevel(wantedLevel) ||
        logLevels.indexOf(of) < logLevels.indexOf(wantedLevel) ||
        signal.aborted
      )
        return
      out.send(
        notificationText('notifications/message', {
          level: of,
          logger: provider.info.name,
          data,
        }),
      )
    },
    unread: () => out.unread?.() ?? null,
    ask: (method, asking) =>
      era === 'legacy' ? ask(method, asking, out, signal) : Promise.resolve(null),
    input: {
      responses: field(params, 'inputResponses'),
      state: textField(params, 'requestState'),
    },
  }
}
