// One conversation with a server, from its handshake to its end.
import { letGo } from '../../../../contract/let-go.ts'
import type {
  CallToolResult,
  Client,
  ClientCapabilities,
  RequestOptions,
  Tool,
} from '@modelcontextprotocol/client'
import type { CallListener } from '../../../../contract/call/powers/server-power.ts'
import type { Json } from '../../../../contract/json.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import type { Offer, ServerConfig } from '../../../../contract/server/server.ts'
import { answerAsked, capabilitiesFor, type Answers } from '../answer-server-requests.ts'
import { openCallsUnderWay } from './calls-under-way.ts'
import { discover } from '../discover.ts'
import { isItsAnswer } from '../faults/faults.ts'
import { guarded, type Dropped } from '../transport/guard.ts'
import type { Limits } from '../limits.ts'
import type { LogRing } from '../log-ring.ts'
import type { AskedAbout, ClientDeps } from '../deps.ts'
import type { OutputCheck } from '../output/output-schema.ts'
import { addTail, once, within } from './session-parts.ts'
import { openLifetime, type SessionEnd } from './lifetime.ts'
import { openListMeter } from './list-meter.ts'
import { openLists } from './lists.ts'
import { newClient } from './new-client.ts'
import { notOpened } from './not-opened.ts'
import { openSubscriptions } from './subscriptions.ts'
import { watchAsks } from '../faults/refused-asks.ts'
import type { OpenWire } from '../transport/wire.ts'

export type Session = {
  readonly client: Client
  offer(): Offer
  /** Null while its lists are as it last said; else settles once they are read again. */
  stale(): Promise<void> | null
  tool(name: string): { readonly definition: Tool; readonly check: OutputCheck | null } | null
  callTool(
    params: { readonly name: string; readonly arguments: Record<string, unknown> },
    definition: Tool,
    options: RequestOptions,
  ): Promise<CallToolResult>
  /** Null while it lasts. */
  gone(): SessionEnd | null
  readonly ended: Promise<SessionEnd>
  tail(): string
  /**
   * A call is under way from now on, and hears what the server logs where it is the only one; the
   * function returned ends that.
   */
  during(about: AskedAbout): () => void
  readonly answer: Answers['answer']
  /** What may be asked for in one call; null: what was said at the start. */
  capabilities(listener: CallListener | undefined): ClientCapabilities | null
  /** It tells of these resources from now on, and of no others. */
  subscribe(uris: readonly string[]): void
  visible(): boolean | null
  dropped(): Dropped
  close(): Promise<void>
}

export type SessionDeps = {
  readonly name: string
  readonly config: ServerConfig
  readonly deps: ClientDeps
  readonly limits: Limits
  readonly openWire: OpenWire
  readonly log: LogRing
  /** The handshake of the older era only: it ended when it was asked for the newer. */
  readonly legacy: boolean
  readonly signal: AbortSignal
  readonly onOffer: () => void
  /** Its lists are not what they were, or were read again: who waits for it has to look. */
  readonly onStale: () => void
  readonly onHeld: (launch: readonly string[]) => void
}

/**
 * Throws what stopped it: a sign-in that is wanted, `EndedAtProbe`. Failures: those of the wire,
 * `server.handshake`, `server.quarantined`.
 */
export async function openSession(given: SessionDeps): Promise<Result<Session, Failure>> {
  const { name, config, deps, limits, log, signal } = given
  const lifetime = openLifetime()
  const { end, ended, gone } = lifetime
  const fault = (what: string): void => end('quarantined', what)
  const meter = openListMeter(limits.listBytes, fault)

  const [library, wired] = await Promise.all([
    import('@modelcontextprotocol/client'),
    given.openWire({
      onFault: fault,
      onGreeting: (line) => log.add(line),
      onHeld: given.onHeld,
      onBytes: meter.count,
    }),
  ])
  if (!wired.ok) return wired
  const wire = wired.value
  letGo(wire.ended.then((why) => end('crashed', why)))
  letGo(ended.then(({ kind }) => (kind === 'quarantined' ? wire.kill() : undefined)))
  const underWay = openCallsUnderWay()
  const watchAsked = watchAsks((kind, words) => {
    log.add(`It asked for ${kind}, and was refused${words === '' ? '.' : `: ${words}`}`)
    deps.refusedAsk?.(kind, words)
    deps.changed()
  })
  const misbehaved = once((text) => {
    log.add(`It ${text}.`)
    deps.misbehaved?.(text)
    deps.changed()
  })
  const { transport, dropped } = guarded(wire.transport, {
    limits,
    now: deps.now,
    onFault: fault,
    onDropped: misbehaved,
    onReceived(message) {
      // Here, and not where the library tells of it a moment later.
      if ('method' in message && message.method.endsWith('/list_changed')) lists.changed()
      // It belongs to no call, so there is nobody to ask.
      const homeless = 'method' in message && underWay.only() === null
      if (deps.asked === undefined || homeless) watchAsked(message)
    },
  })

  const client = newClient(library, given, () => lists.changed())
  const lists = openLists({
    read: () =>
      meter.during(() =>
        discover({ client, launch: wire.pinned, limits, signal, note: misbehaved }),
      ),
    quietMs: limits.quietMs,
    lifetime,
    onOffer: given.onOffer,
    onStale: given.onStale,
  })
  const answers = answerAsked(client, name, config, deps.asked, underWay.only, library)
  client.setNotificationHandler('notifications/message', ({ params }) => {
    log.add(
      `[${params.level}] ${typeof params.data === 'string' ? params.data : JSON.stringify(params.data)}`,
    )
    underWay.only()?.about.listener?.log({ level: params.level, data: params.data as Json })
    deps.changed()
  })
  const subscriptions = openSubscriptions(client, (text) => log.add(text))
  client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    deps.updated?.(params.uri),
  )

  const stop = async (): Promise<void> => {
    lists.stop()
    // Saying goodbye to an address needs the transport that the client closes.
    await wire.close()
    await client.close()
  }
  try {
    await within(limits.handshakeMs, ended, () =>
      client.connect(transport, { signal, timeout: limits.handshakeMs }),
    )
    await lists.readFirst()
  } catch (thrown) {
    // That the program ends after an answer that could not be taken is our own doing, and not what
    // was wrong.
    const answered = gone() === null && isItsAnswer(thrown)
    // What ended it is told by the wire, a moment after the library has noticed.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 200))])
    const over = gone()
    await (over?.kind === 'quarantined' ? wire.kill() : Promise.all([wire.kill(), client.close()]))
    addTail(log, wire.tail())
    return err(
      notOpened({
        name,
        thrown,
        answered,
        over,
        met: client.getNegotiatedProtocolVersion() !== undefined,
        probed: !given.legacy && config.transport === 'stdio',
        handshakeMs: limits.handshakeMs,
      }),
    )
  }
  // Not before: what the sandbox itself does until its program runs is none of the program's.
  wire.watch()
  letGo(
    ended.then(() => {
      addTail(log, wire.tail())
      lists.stop()
      return client.close()
    }),
  )
  return ok({
    client,
    offer: lists.offer,
    stale: lists.stale,
    tool: lists.tool,
    // Of the older era nothing is done for a call but to send it. The library's own way there tries
    // its check on nothing at all before each call, and makes an error of it.
    callTool: (params, definition, options) =>
      client.getProtocolEra() === 'modern'
        ? client.callTool(params, {
            ...options,
            toolDefinition: definition,
            allowInputRequired: true,
          })
        : client.request(
            { method: 'tools/call', params },
            library.specTypeSchemas.CallToolResult,
            options,
          ),
    gone,
    ended,
    tail: wire.tail,
    during(about) {
      const quiet = wire.during()
      const finished = underWay.begin(about)
      return () => {
        finished()
        quiet()
      }
    },
    answer: answers.answer,
    capabilities: (listener) =>
      deps.asked === undefined ? null : capabilitiesFor(config, listener),
    subscribe: subscriptions.follow,
    visible: () => wire.visible(),
    dropped,
    close: stop,
  })
}
