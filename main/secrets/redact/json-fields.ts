// Which fields of a JSON value are hidden by place or by name, whatever they hold.
import { HIDDEN, pointerMatcher } from '../../../contract/call/redaction/hide-fields.ts'
import type { Json } from '../../../contract/json.ts'

const MAX_DEPTH = 200

/**
 * @param pointers JSON Pointers (RFC 6901) of fields to hide whole.
 * @param clean takes the secrets out of one string; keys go through it too.
 * @param isName whether a text is the name of a stored credential, which may be shown where a
 *   credential would not.
 */
export async function hideInJson(
  value: Json,
  pointers: readonly string[],
  clean: (text: string) => Promise<string>,
  isName: (text: string) => boolean = () => false,
): Promise<Json> {
  const hidden = pointerMatcher(pointers)

  const visit = async (
    at: unknown,
    pointer: string,
    depth: number,
    isPair = false,
  ): Promise<Json> => {
    if (hidden(pointer) || depth > MAX_DEPTH) return HIDDEN
    if (typeof at === 'string') return clean(at)
    if (at === null || typeof at === 'boolean' || typeof at === 'number') return at
    if (Array.isArray(at)) {
      const list: Json[] = []
      const pairs = at.every((member) => Array.isArray(member) && member.length === 2)
      for (const [index, member] of at.entries()) {
        const hide =
          isHideable(member) &&
          isBehindName(at, index, isPair) &&
          !(typeof member === 'string' && isName(member))
        list.push(hide ? HIDDEN : await visit(member, `${pointer}/${index}`, depth + 1, pairs))
      }
      return list
    }
    // Not JSON at all: nothing that could be checked.
    if (typeof at !== 'object') return HIDDEN
    const named = credentialPair(at)
    const members: [string, Json][] = []
    for (const [key, member] of Object.entries(at)) {
      const below = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const hide =
        isHideable(member) &&
        (isCredentialName(key) || (named && key === 'value')) &&
        !(typeof member === 'string' && isName(member))
      members.push([await clean(key), hide ? HIDDEN : await visit(member, below, depth + 1)])
    }
    // fromEntries defines a member called __proto__ like any other.
    return Object.fromEntries(members)
  }

  return visit(value, '', 0)
}

/** An absent secret is worth seeing. */
const isHideable = (value: unknown): boolean =>
  value !== null && value !== '' && typeof value !== 'boolean'

/** `['password', '…']` in a list of pairs, and `'--password', '…'` among the words of a command. */
function isBehindName(list: readonly unknown[], index: number, isPair: boolean): boolean {
  const name: unknown = list[index - 1]
  if (typeof name !== 'string' || !isCredentialName(name)) return false
  const isOption = /^--?(?!no-)\w[\w.-]*$/.test(name)
  const value: unknown = list[index]
  // A list of two names is no pair.
  const isWord = typeof value === 'string' && (value.startsWith('-') || isCredentialName(value))
  return !isWord && (isOption || (isPair && index === 1 && /^[\w.-]+$/.test(name)))
}

/** `{name: 'Authorization', value: '…'}`, as lists of headers have it. */
function credentialPair(at: object): boolean {
  const name: unknown = 'name' in at ? at.name : 'key' in at ? at.key : undefined
  return typeof name === 'string' && isCredentialName(name)
}

const CREDENTIAL =
  /(?:password|passwd|passphrase|pwd|secret|token|apikey|privatekey|secretkey|accesskey|authkey|signingkey|encryptionkey|credentials?|authorization|cookies?|sessionid|sessid|bearer|jwt|otp|totp|csrf|xsrf)$/
/** Places in a list, not keys to a house. */
const PAGING = /(?:page|next|previous|prev|continuation|sync|cursor|delta)token$/

/** `X-Api-Key`, `refreshToken`, `DB_PASSWORD`; not `maxTokens`, not `nextPageToken`. */
export function isCredentialName(key: string): boolean {
  const plain = key.toLowerCase().replace(/[^a-z0-9]/g, '')
  return plain.length <= 100 && CREDENTIAL.test(plain) && !PAGING.test(plain)
}
