// One request to a token endpoint (RFC 6749). What it says of an error is quoted by its code alone:
// the rest may repeat what was sent.
import { z } from 'zod'
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 100_000

const Tokens = z.object({
  access_token: z
    .string()
    .min(1)
    .max(8_192)
    .regex(/^[\x21-\x7e]+$/),
  refresh_token: z.string().min(1).max(8_192).optional(),
  expires_in: z.number().min(1).max(31_536_000).default(3_600),
  scope: z.string().max(4_096).optional(),
})
export type Tokens = z.infer<typeof Tokens>

/** As `fetch`, through the outbound client. */
export type FetchToken = (url: string, init: RequestInit) => Promise<Response>

export type TokenService = {
  /** As a person calls it. */
  readonly title: string
  readonly url: string
  readonly fetch: FetchToken
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * `account.refused`: what was given is no longer valid. `account.client`: the program that asks is
 * not known there. `account.token`: anything else.
 */
export async function askToken(
  { title, url, fetch: fetchToken, headers = {} }: TokenService,
  form: Readonly<Record<string, string>>,
): Promise<Result<Tokens, Failure>> {
  const faulty = (why: string): Failure =>
    failure(
      'account.token',
      `The sign-in at ${title} could not be used. ${why}`,
      'Try again; if it stays so, sign in again under Capabilities.',
    )
  try {
    const answer = await fetchToken(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
        ...headers,
      },
      body: new URLSearchParams(form).toString(),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = (await answer.text()).slice(0, MAX_BYTES)
    if (answer.ok) {
      const tokens = Tokens.safeParse(parsed(text))
      if (tokens.success) return ok(tokens.data)
      return err(faulty('It answered with something that is no token.'))
    }
    const said = z.object({ error: z.string().regex(/^[a-z_]{1,40}$/) }).safeParse(parsed(text))
    const code = said.success ? said.data.error : `HTTP ${answer.status}`
    if (code === 'invalid_client' || code === 'HTTP 401')
      return err({ ...faulty(`It answered: ${code}.`), code: 'account.client' })
    return err(
      code === 'invalid_grant'
        ? failure(
            'account.refused',
            `The sign-in at ${title} is no longer valid.`,
            'Sign in again under Capabilities.',
          )
        : faulty(`It answered: ${code}.`),
    )
  } catch (thrown) {
    return err(faulty(thrown instanceof Error ? thrown.message : 'It did not answer.'))
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
