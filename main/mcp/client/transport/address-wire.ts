// A server at an address, over streamable HTTP. Every byte goes out through the fetch that was
// handed in.
import { failure } from '../../../../contract/failure.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { HttpServer } from '../../../../contract/server/server.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { settingsOf } from './launch.ts'
import type { Limits } from '../limits.ts'
import type { ClientDeps } from '../deps.ts'
import type { Observer } from '../observed-access.ts'
import type { SignIn } from '../sign-in/sign-in.ts'
import type { OpenWire } from './wire.ts'

/**
 * `signIn` is null where the configuration says by itself who is asking, or where no sign-in can be
 * done.
 */
export const addressWire =
  (
    config: HttpServer,
    deps: ClientDeps,
    limits: Limits,
    observer: Observer,
    signIn: SignIn | null,
  ): OpenWire =>
  async ({ onFault, onBytes }) => {
    const settings = await settingsOf(config.headers, deps.secret)
    if (!settings.ok) return settings
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const url = new URL(config.url)
    if (url.username !== '' || url.password !== '') {
      return err(
        failure(
          'server.url',
          'The address contains a user name or password.',
          'Put it into a header, as a stored credential.',
        ),
      )
    }
    const toServer = deps.fetchFor(config.url)
    const fetchIt = boundedFetch({
      url,
      headers: settings.value,
      limits,
      onFault,
      onBytes,
      onChallenge: signIn?.challenge,
      trimLater: deps.trimLater,
      elsewhere: signIn?.fetch ?? null,
      toServer: async (input, init) => {
        const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port)
        observer.attempt({ host: url.hostname, port, allowed: true })
        return toServer(input, init)
      },
    })
    const transport = new StreamableHTTPClientTransport(url, {
      fetch: fetchIt,
      redirectPolicy: 'same-origin',
      reconnectionOptions: {
        initialReconnectionDelay: 1_000,
        maxReconnectionDelay: 30_000,
        reconnectionDelayGrowFactor: 2,
        maxRetries: 5,
      },
      ...(signIn === null ? {} : { authProvider: signIn.provider }),
    })
    signIn?.use(transport, fetchIt)
    return ok({
      transport,
      pinned: [config.url],
      ended: new Promise<string>(() => {}),
      tail: () => '',
      watch: () => {},
      during: () => () => {},
      visible: () => null,
      // The transport itself is closed by the code that speaks over it.
      close: async () => {
        const late = new Promise<void>((resolve) => setTimeout(resolve, limits.politeMs).unref())
        if (transport.sessionId !== undefined)
          await Promise.race([transport.terminateSession().catch(() => {}), late])
        await transport.close()
      },
      kill: () => transport.close(),
    })
  }
