// Where the browser comes back to after a sign-in: one address on this machine, for one answer, for
// a few minutes.
import type { SignInCallback } from '../../contract/server/sign-in-callback.ts'
import { letGo } from '../../contract/let-go.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { peerUser } from './peer-user.ts'

const PATH = '/signed-in'
/** Longer than the sign-in itself waits. */
const LIMIT_MS = 330_000

const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gatehouse</title><p>${text}</p></html>`

/**
 * An answer with a `state` that does not belong to this sign-in, or from another user of this
 * machine, is refused and the sign-in goes on: otherwise any program or web page could end it.
 * Failures: `server.sign-in`.
 */
export async function listenForSignIn(
  signal: AbortSignal,
  belongs: (state: string) => boolean,
  {
    limitMs = LIMIT_MS,
    peer = peerUser,
  }: { readonly limitMs?: number; readonly peer?: typeof peerUser } = {},
): Promise<Result<SignInCallback, Failure>> {
  const { promise: answered, resolve } = Promise.withResolvers<URLSearchParams>()
  const server = createServer(
    { maxHeaderSize: 16_384, requestTimeout: 10_000, headersTimeout: 10_000 },
    (request, response) => {
      const { port } = server.address() as AddressInfo
      const reply = (status: number, text: string): void => {
        response.writeHead(status, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          connection: 'close',
        })
        response.end(page(text))
      }
      // A page of the network that leads its own name here would come with that name.
      if (request.headers.host !== `127.0.0.1:${port}`)
        return reply(421, 'This is not the address.')
      const [path = '', query = ''] = (request.url ?? '').split('?', 2)
      if (path !== PATH) return reply(404, 'There is nothing here.')
      if (request.method !== 'GET') return reply(405, 'This is only read.')
      const given = new URLSearchParams(query)
      if (!given.has('state') || !(given.has('code') || given.has('error')))
        return reply(400, 'This is not an answer to a sign-in.')
      if (!belongs(given.get('state') ?? ''))
        return reply(400, 'This answer does not belong to the current sign-in.')
      letGo(
        peer(request.socket).then((user) => {
          if (user === 'other')
            return reply(403, 'This answer comes from another user of this machine.')
          reply(
            200,
            'Gatehouse has the answer and says whether the sign-in worked. You can close this page.',
          )
          resolve(given)
        }),
      )
    },
  )
  server.maxConnections = 16
  const dispose = async (): Promise<void> => {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    if (!server.listening) return
    await new Promise<void>((closed) => {
      server.close(() => closed())
      // The page that is being read may be read to its end.
      setTimeout(() => server.closeAllConnections(), 1_000).unref()
      server.closeIdleConnections()
    })
  }
  const end = (): void => void dispose()
  const timer = setTimeout(end, limitMs).unref()
  try {
    await new Promise<void>((listening, failed) => {
      server.once('error', failed)
      server.listen(0, '127.0.0.1', listening)
    })
  } catch (error) {
    clearTimeout(timer)
    const why = error instanceof Error ? error.message : String(error)
    return err(
      failure(
        'server.sign-in',
        `No port could be opened for the browser to come back to: ${why}.`,
        'Try again.',
      ),
    )
  }
  server.on('error', end)
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()
  return ok({
    redirectUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    answered,
    dispose,
  })
}
