// Why a sign-in came to nothing, in our own sentences: the words of an authorization server are those
// of somebody who wants to be trusted.
import { failure, type Failure } from '../../../../contract/failure.ts'
import { causeOf, isLate, numberIn, wantsSignIn } from '../faults/faults.ts'
import { plainText } from '../plain-text.ts'
import { SignInRefused } from './sign-in-errors.ts'

/** It gets better by itself. */
const PASSING = new Set(['net.connect', 'net.timeout', 'net.dns', 'net.cancelled'])
const HINT = 'Sign in again under Servers only if you trust it.'

const SENTENCES: readonly (readonly [names: RegExp, text: string])[] = [
  [/^IssuerMismatchError/, 'Its authorization server says that it is another one.'],
  [
    /^AuthorizationServerMismatchError/,
    'Its authorization server is another than the one that was signed in to.',
  ],
  [
    /^InsecureTokenEndpointError/,
    'Its authorization server wants the code to be sent without encryption.',
  ],
  [/^Error: Protected resource .* does not match/, 'It asks for access to another server.'],
  [
    /^Error: Incompatible auth server: does not support code challenge/,
    'Its authorization server does not take the proof (PKCE, S256) that keeps a code from being stolen.',
  ],
  [
    /^Error: Incompatible auth server: does not support response type/,
    'Its authorization server gives no codes, and a token that comes with a page is not taken.',
  ],
  [
    /^Error: Incompatible auth server: does not support dynamic client registration/,
    'Its authorization server registers no programs. Register Gatehouse there yourself, and write the clientId into the settings of this server.',
  ],
]

/** Null: it is nothing about signing in, or may pass by itself. */
export function signInFault(name: string, thrown: unknown): Failure | null {
  if (wantsSignIn(thrown) || isLate(thrown)) return null
  // An answer of the server itself, which the library would not take.
  if (numberIn(thrown, 'data', 'status') !== null) return null
  const cause = causeOf(thrown)
  if (cause !== null && PASSING.has(cause.code)) return null
  return failure('server.sign-in', `The sign-in to ${name} was ended. ${wordsOf(thrown)}`, HINT)
}

/** One or more sentences. */
export function wordsOf(thrown: unknown): string {
  const cause = causeOf(thrown)
  if (cause !== null) return cause.text
  if (!(thrown instanceof Error)) return UNKNOWN
  if (thrown instanceof SignInRefused) return thrown.message
  const known = SENTENCES.find(([names]) => names.test(`${thrown.name}: ${thrown.message}`))
  if (known !== undefined) return known[1]
  return thrown.name === 'RegistrationRejectedError'
    ? `Its authorization server did not register Gatehouse. ${plainText(thrown.message, 300)}`
    : UNKNOWN
}

const UNKNOWN = 'What its authorization server says is not what the protocol allows.'
