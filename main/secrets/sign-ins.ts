// What a sign-in to an external server left us, as it lies among the credentials: under a name that
// no person and no tool can use, for one address. Pure.
import type { Credential } from '../../contract/credential.ts'
import { failure, type Failure } from '../../contract/failure.ts'

const PREFIX = 'mcp-sign-in-'

/** The key that signs receipts. No person and no tool can use it, either. */
export const SIGNING_KEY = 'gatehouse-signing-key'

/** What signing in to an account of a built-in tool left. No server has a name with a slash. */
const ACCOUNT = 'account/'
const ACCOUNT_PREFIX = 'account-sign-in-'
/** As tools name them among what they use. */
const ACCOUNTS = ['google-account', 'reddit-account']

/** @param server its name in the configuration, or `account/` and the name of an account. */
export const signInName = (server: string): string =>
  server.startsWith(ACCOUNT)
    ? `${ACCOUNT_PREFIX}${server.slice(ACCOUNT.length)}`
    : `${PREFIX}${server}`
export const isSignIn = ({ name }: Pick<Credential, 'name'>): boolean =>
  name.startsWith(PREFIX) ||
  name.startsWith(ACCOUNT_PREFIX) ||
  ACCOUNTS.includes(name) ||
  name === SIGNING_KEY

export const reservedForSignIns = failure(
  'secrets.reserved',
  `Names that begin with ${PREFIX} or ${ACCOUNT_PREFIX}, ${ACCOUNTS.join(', ')} and ${SIGNING_KEY} are for what Gatehouse keeps itself.`,
  'Choose another name.',
)

/** What a person is told while the store cannot be read or written. */
export const noStore = (why: string): Failure =>
  failure(
    'server.sign-in',
    `What a sign-in gives is kept in the credential store, and that is not open: ${why}`,
    'Open it with: gatehouse secrets unlock. Then start the server.',
  )

const SECRET = new Set([
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'registration_access_token',
  // Of the key that signs receipts.
  'private_key',
  'salt_secret',
])

/**
 * Every token and secret in the JSON of a sign-in, each by itself: that is how they would turn up
 * in a text.
 */
export function tokensIn(json: string): string[] {
  const found: string[] = []
  const scan = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return
    for (const [key, part] of Object.entries(value)) {
      if (typeof part === 'string' && SECRET.has(key)) found.push(part)
      else scan(part)
    }
  }
  try {
    scan(JSON.parse(json))
  } catch {
    // Not ours: it is hidden as one.
    return [json]
  }
  return found
}
