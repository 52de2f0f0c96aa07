// Who may come in over HTTP: a client with its token, through a name of this machine, from no web
// page. Everybody else is answered here.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse, refuseBody } from './http-answer.ts'

export type TurnedAway = 'token-refused' | 'throttled' | 'too-large'

export type AdmissionOptions = {
  /** The client whose token it is, by the `Authorization` header. */
  readonly clientOf: (authorization: string | undefined) => string | null
  /** Whether this connection is one too many. */
  readonly full: () => boolean
  /** `127.0.0.1:4748` and the like: the names this server answers to. */
  readonly hosts: () => readonly string[]
  readonly path: string
  readonly turnedAway: (why: TurnedAway, client: string | null) => void
}

/** The client; null: it was refused, and told why. */
export function admit(
  request: IncomingMessage,
  response: ServerResponse,
  { clientOf, full, hosts, path, turnedAway }: AdmissionOptions,
): string | null {
  const no = (status: number, text: string): null => {
    refuse(response, status, text)
    return null
  }
  if (full()) {
    turnedAway('throttled', null)
    refuseBody(
      request,
      response,
      503,
      'Gatehouse serves no more connections at once. Close some, and try again.',
    )
    return null
  }
  const host = request.headers.host?.toLowerCase()
  // A name that somebody else's DNS points at this machine must not reach us.
  if (host === undefined || !hosts().includes(host))
    return no(403, 'Gatehouse answers only to the names of this machine.')
  const { origin } = request.headers
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`)
    return no(403, 'Gatehouse answers to no web page here.')
  if ((request.url ?? '').split('?', 1)[0] !== path) return no(404, `Gatehouse answers at ${path}.`)
  const client = clientOf(request.headers.authorization)
  if (client !== null) return client
  turnedAway('token-refused', null)
  refuse(response, 401, 'This needs the token of a client: gatehouse clients add NAME.', {
    'www-authenticate': 'Bearer realm="gatehouse"',
  })
  return null
}
