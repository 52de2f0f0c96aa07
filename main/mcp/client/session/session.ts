// One conversation with a server, from its handshake to its end.
import { letGo } from '../../../../contract/let-go.ts'
import type {
  CallToolResult,
  Client,
  ClientCapabilities,
  RequestOptions,
  Tool,
} from '@modelcontextprotocol/client'
import type { CallListener } from '../../../../contract/call/powers/powers.ts'
import type { Json } from '../../../../contract/json.ts'
import { failure, type Failure } from '../../../../contract/failure.ts'
import { err, ok, type Result } from '../../../../contract/result.ts'
import type { Offer, ServerConfig } from '../../../../contract/server/server.ts'
import {
  answerAsked,
  capabilitiesFor,
  capabilitiesOf,
  type Answers,
} from '../answer-server-requests.ts'
import { openCallsUnderWay } from './calls-under-way.ts'
import { discover, TooManyOffers } from '../discover.ts'
import { isItsAnswer, isLate } from '../faults/faults.ts'
import { guarded, type Dropped } from '../transport/guard.ts'
import type { Limits } from '../limits.ts'
import type { LogRing } from '../log-ring.ts'
import type { AskedAbout, ClientDeps } from '../deps.ts'
import { outputCheck, type OutputCheck } from '../output/output-schema.ts'
import { Late, addTail, once, reason, within } from './session-parts.ts'
import { openSubscriptions } from './subscriptions.ts'
import { watchAsks } from '../faults/refused-asks.ts'
import type { OpenWire } from '../transport/wire.ts'

/**
 * crashed: it may be tried again. quarantined: it did what no server does; a person has to say so.
 */
export type SessionEnd = { readonly kind: 'crashed' | 'quarantined'; readonly what: string }

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

/** It ended while it was asked which era it speaks: worth another try without asking. */
export class EndedAtProbe extends Error {}

/**
 * Throws what stopped it: a sign-in that is wanted, `EndedAtProbe`. Failures: those of the wire,
 * `server.handshake`, `server.quarantined`.
 */
export async function openSession(given: SessionDeps): Promise<Result<Session, Failure>> {
  const { name, config, deps, limits, log, signal } = given
  let gone: SessionEnd | null = null
  let finish: (end: SessionEnd) => void = () => {}
  const ended = new Promise<SessionEnd>((resolve) => (finish = resolve))
  let listed = 0
  let listing = false
  const end = (kind: SessionEnd['kind'], what: string): void => {
    if (gone !== null) return
    gone = { kind, what }
    finish(gone)
    if (kind === 'quarantined') letGo(kill())
  }
  const fault = (what: string): void => end('quarantined', what)

  const [library, wired] = await Promise.all([
    import('@modelcontextprotocol/client'),
    given.openWire({
      onFault: fault,
      onGreeting: (line) => log.add(line),
      onHeld: given.onHeld,
      onBytes: (bytes) => {
        if (!listing) return
        listed += bytes
        if (listed > limits.listBytes) fault(`lists more than ${limits.listBytes} bytes`)
      },
    }),
  ])
  if (!wired.ok) return wired
  const wire = wired.value
  const kill = (): Promise<void> => wire.kill()
  letGo(wire.ended.then((why) => end('crashed', why)))
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
      if ('method' in message && message.method.endsWith('/list_changed')) again()
      // Without a call that it belongs to nobody can be asked.
      const homeless = 'method' in message && underWay.only() === null
      if (deps.asked === undefined || homeless) watchAsked(message)
    },
  })

  let settling: NodeJS.Timeout | undefined
  /** From the word that something changed to the new list: nothing is asked of it. */
  let stale: { readonly over: Promise<void>; end(): void } | null = null
  /** Its lists were read once. Before that there is nobody to read them again for. */
  let opened = false
  const again = (): void => {
    if (stale === null) {
      const { promise: over, resolve: settle } = Promise.withResolvers<void>()
      stale = { over, end: settle }
      given.onStale()
    }
    clearTimeout(settling)
    if (opened) settling = setTimeout(() => void rediscover(), limits.quietMs).unref()
  }
  const onChanged = { autoRefresh: false, debounceMs: 0, onChanged: again }
  const client = new library.Client(
    { name: 'gatehouse', version: deps.version },
    {
      capabilities: capabilitiesOf(config, deps.asked),
      versionNegotiation: given.legacy
        ? { mode: 'legacy' }
        : { mode: 'auto', probe: { timeoutMs: limits.probeMs } },
      listMaxPages: limits.pages,
      listChanged: { tools: onChanged, prompts: onChanged, resources: onChanged },
      inputRequired: { maxRounds: 10 },
      // Never asked: what tools declare is checked here, within bounds.
      jsonSchemaValidator: {
        getValidator: () => (input) => ({
          valid: true,
          data: input as never,
          errorMessage: undefined,
        }),
      },
    },
  )
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

  let found: Awaited<ReturnType<typeof discover>> | null = null
  let checks = new Map<string, OutputCheck>()
  const check = async (): Promise<void> => {
    listed = 0
    listing = true
    try {
      found = await discover({
        client,
        launch: wire.pinned,
        limits,
        signal,
        note: misbehaved,
      })
      checks = new Map(
        found.offer.tools.flatMap(({ name: tool, outputSchema }) =>
          outputSchema === null ? [] : [[tool, outputCheck(outputSchema)]],
        ),
      )
    } finally {
      listing = false
    }
  }
  let searching: Promise<void> = Promise.resolve()
  const rediscover = (): Promise<void> =>
    (searching = searching.then(async () => {
      if (gone !== null) return fresh()
      const before = settling
      try {
        await check()
        given.onOffer()
        // Said once more meanwhile: the list that comes then is the one that counts.
        if (before === settling) fresh()
      } catch (thrown) {
        if (gone === null)
          end(
            thrown instanceof TooManyOffers ? 'quarantined' : 'crashed',
            `did not say what it offers: ${reason(thrown)}`,
          )
        fresh()
      }
    }))
  const fresh = (): void => {
    if (stale === null) return
    stale.end()
    stale = null
    given.onStale()
  }

  const stop = async (): Promise<void> => {
    clearTimeout(settling)
    // Saying goodbye to an address needs the transport that the client closes.
    await wire.close()
    await client.close()
  }
  try {
    await within(limits.handshakeMs, ended, () =>
      client.connect(transport, { signal, timeout: limits.handshakeMs }),
    )
    await check()
    opened = true
    if (stale !== null) again()
  } catch (thrown) {
    // That the program ends after an answer that could not be taken is our own doing, and not what
    // was wrong.
    const answered = gone === null && isItsAnswer(thrown)
    // What ended it is told by the wire, a moment after the library has noticed.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 200))])
    const over = gone as SessionEnd | null
    await (over?.kind === 'quarantined' ? kill() : Promise.all([wire.kill(), client.close()]))
    addTail(log, wire.tail())
    if (over?.kind === 'quarantined')
      return err(failure('server.quarantined', `The server ${name} ${over.what}.`))
    if (thrown instanceof TooManyOffers)
      return err(failure('server.quarantined', `The server ${name} ${thrown.message}.`))
    if (answered) throw thrown
    const met = client.getNegotiatedProtocolVersion() !== undefined
    // Our own patience ended, or the library's, which closes the wire: that is no end of its own.
    if (!met && (thrown instanceof Late || isLate(thrown)))
      return err(
        failure(
          'server.handshake',
          `The server ${name} did not say within ${limits.handshakeMs / 1000} s who it is.`,
          'Look at its log.',
        ),
      )
    if (over !== null && !met && !given.legacy && config.transport === 'stdio')
      throw new EndedAtProbe(over.what)
    if (over !== null)
      return err(failure('server.ended', `The server ${name} ${over.what}.`, 'Look at its log.'))
    throw thrown
  }
  // Not before: what the sandbox itself does until its program runs is none of the program's.
  wire.watch()
  letGo(
    ended.then(() => {
      addTail(log, wire.tail())
      clearTimeout(settling)
      return client.close()
    }),
  )
  return ok({
    client,
    offer: () => (found as NonNullable<typeof found>).offer,
    stale: () => stale?.over ?? null,
    tool: (tool) => {
      const definition = found?.tools.get(tool)
      return definition === undefined ? null : { definition, check: checks.get(tool) ?? null }
    },
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
    gone: () => gone,
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
