// A stored credential on its way into one request: asked for by name and destination, put into one
// header, and looked for in everything that comes back, so that no server can hand it to the one
// who must not see it.
import type { Destination } from '../../contract/credential.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { FetchResponse } from '../../contract/call/powers/fetch-power.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import { isOurs } from './headers.ts'

/**
 * The header that a named credential is, for a destination it may be used at. Its failures go to
 * the caller as they are.
 */
export type CredentialFor = (
  name: string,
  destination: Destination,
) => Promise<Result<{ readonly header: string; readonly value: string }, Failure>>

export type Credential = { readonly header: string; readonly value: string }

/**
 * Lower-case header name. Fails with what the store says, or `net.credential` when the header
 * cannot be set; never names the value.
 */
export async function credentialHeader(
  name: string,
  destination: Destination,
  own: Readonly<Record<string, string>>,
  credentialFor: CredentialFor,
): Promise<Result<Credential, Failure>> {
  const found = await credentialFor(name, destination)
  if (!found.ok) return found
  const header = found.value.header.toLowerCase()
  const { value } = found.value
  const bad = (text: string, hint: string): Result<never, Failure> =>
    err(failure('net.credential', text, hint))
  if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(header) || isOurs(header))
    return bad(
      `The credential ${name} is stored for a header that cannot be set.`,
      'Store it again for a header such as authorization.',
    )
  // A value this short would be found all over an answer, and could not be kept out of it.
  if (!/^[\x20-\x7e]{4,16384}$/.test(value))
    return bad(
      `The credential ${name} cannot be used in a header.`,
      'It takes 4 to 16384 plain ASCII characters in one line. Store it again.',
    )
  if (header in own)
    return bad(
      `The header ${header} is set by the credential ${name} and may not be given beside it.`,
      'Leave that header out.',
    )
  return ok({ header, value })
}

/**
 * The value, the token behind its scheme, the password of Basic: as they are, in JSON, percent and
 * base64 form.
 */
function spellings(value: string): readonly string[] {
  const [scheme = '', ...rest] = value.split(' ')
  const token = rest.join(' ').trim()
  const decoded = /^basic$/i.test(scheme) ? Buffer.from(token, 'base64').toString('latin1') : ''
  const parts = [value, token, decoded, decoded.slice(decoded.indexOf(':') + 1)].filter(
    (part) => part.length >= 4,
  )
  const forms = parts.flatMap((part) => [
    part,
    JSON.stringify(part).slice(1, -1),
    encodeURIComponent(part),
    Buffer.from(part).toString('base64'),
    Buffer.from(part).toString('base64url'),
  ])
  return [...new Set(forms)]
}

const HIDDEN = '[credential]'

/**
 * Takes every spelling of the values out of an answer or a failure. The body is read as bytes,
 * whatever its encoding says.
 */
export function withoutEcho(
  answer: Result<FetchResponse, Failure>,
  values: readonly string[],
): Result<FetchResponse, Failure> {
  const all = values.flatMap(spellings).toSorted((a, b) => b.length - a.length)
  if (all.length === 0) return answer
  // In one pass, so that nothing is looked for inside of what was put in.
  const any = new RegExp(all.map((one) => one.replace(/[^A-Za-z0-9]/g, '\\$&')).join('|'), 'g')
  const clean = (text: string): string => text.replace(any, HIDDEN)
  if (!answer.ok) {
    const { code, text, hint } = answer.error
    return err(failure(code, clean(text), hint === undefined ? undefined : clean(hint)))
  }
  const { value } = answer
  // latin1 keeps each byte a character, and the spellings are ASCII.
  const text = clean(Buffer.from(value.body).toString('latin1'))
  const body = value.truncated ? withoutTornEnd(text, all) : text
  return ok({
    ...value,
    finalUrl: clean(value.finalUrl),
    headers: Object.fromEntries(
      Object.entries(value.headers).map(([name, one]) => [clean(name), clean(one)]),
    ),
    contentType: clean(value.contentType),
    body: new Uint8Array(Buffer.from(body, 'latin1')),
  })
}

/** A body that was cut may end in the first half of a value. */
function withoutTornEnd(text: string, all: readonly string[]): string {
  const torn = all.reduce((most, one) => {
    for (
      let length = Math.min(one.length - 1, text.length);
      length >= 4 && length > most;
      length -= 1
    )
      if (text.endsWith(one.slice(0, length))) return length
    return most
  }, 0)
  return text.slice(0, text.length - torn)
}
