// A bundle at an https address, asked for again only where it is another one.
import type { Failure } from '../../../contract/failure.ts'
import { err, ok, type Result } from '../../../contract/result.ts'
import { LONGEST } from '../envelope.ts'
import { bodyOf, textOf, unreachable } from './body.ts'
import type { Fetched, Web } from './fetched.ts'

const ACCEPT = 'application/vnd.dsse.envelope.v1+json, application/json;q=0.9, */*;q=0.1'

/** What a credential says for itself: user and password, or a token. */
export const authorization = (value: string): string =>
  value.includes(':') ? `Basic ${Buffer.from(value).toString('base64')}` : `Bearer ${value}`

export async function fromAddress(
  url: string,
  tag: string | null,
  { fetch, credential }: Web,
  signal: AbortSignal,
): Promise<Result<Fetched, Failure>> {
  const secret = credential(url)
  if (!secret.ok) return secret
  const { host } = new URL(url)
  try {
    const response = await fetch(url, {
      signal,
      redirect: 'manual',
      headers: {
        accept: ACCEPT,
        ...(tag === null ? {} : { 'if-none-match': tag }),
        ...(secret.value === null ? {} : { authorization: authorization(secret.value) }),
      },
    })
    if (response.status === 304 && tag !== null) {
      await response.body?.cancel()
      return ok({ kind: 'unchanged' })
    }
    if (response.status !== 200) {
      await response.body?.cancel()
      return err(
        unreachable(
          host,
          response.headers.has('location')
            ? `it sends elsewhere (${response.status}). Name the address it sends to.`
            : `it answers ${response.status}.`,
        ),
      )
    }
    const bytes = await bodyOf(response, LONGEST)
    if (!bytes.ok) return bytes
    return ok({ kind: 'bundle', bytes: bytes.value, tag: response.headers.get('etag') })
  } catch (thrown) {
    return err(unreachable(host, signal.aborted ? 'it took too long.' : textOf(thrown)))
  }
}
