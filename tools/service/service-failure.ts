// What a service answered that is no success, in a sentence for the model with what to do next.
// Never more than one line of the service's own words.
import { jsonOf } from '../../contract/read-json.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import type { FetchResponse } from '../../contract/call/powers/fetch-power.ts'
import { rateLimitOf, usedUpIn, waitAskedFor } from './rate-wait.ts'

type Request = { readonly service: string; readonly credential: string | null }

export function serviceFailure({ service, credential }: Request, answer: FetchResponse): Failure {
  const said = saidBy(answer)
  const because = said === null ? '.' : `: ${said}`
  const { status } = answer
  if (rateLimitOf(answer) !== 'none')
    return failure(
      'service.rate-limit',
      `${service} takes no more requests for now (HTTP ${status}).`,
      `Wait ${waitText(answer)}, then try again once.`,
    )
  if (status === 401)
    return failure(
      'service.credential',
      credential === null
        ? `${service} wants a credential (HTTP 401).`
        : `${service} does not accept the credential ${credential} (HTTP 401).`,
      'Do not try again. Ask the person to store it again under Settings, Credentials.',
    )
  if (status === 403)
    return failure(
      'service.forbidden',
      `${service} does not allow this (HTTP 403)${because}`,
      credential === null
        ? 'Do not try again. It may want an account, or refuse this network; tell the person which action it was.'
        : 'Do not try again. The credential may lack a permission for it; tell the person which action it was.',
    )
  if (status === 404 || status === 410)
    return failure(
      'service.not-found',
      `${service} has nothing there (HTTP ${status})${because}`,
      'Look for the right name or id with a list or search first.',
    )
  if (status === 409 || status === 412)
    return failure(
      'service.conflict',
      `${service} says that it has changed meanwhile (HTTP ${status})${because}`,
      'Read it again, then decide again.',
    )
  if (status >= 500)
    return failure(
      'service.down',
      `${service} has a fault of its own (HTTP ${status}).`,
      'Try again later. What was to be changed may have been changed: look before you repeat it.',
    )
  if (status >= 300 && status < 400)
    return failure(
      'service.moved',
      `${service} answers from another address (HTTP ${status}).`,
      'Ask the person to correct the address of the service in the configuration.',
    )
  return failure(
    'service.refused',
    `${service} did not take the request (HTTP ${status})${because}`,
    'Correct the arguments by what it says.',
  )
}

function waitText(answer: FetchResponse): string {
  const ms = waitAskedFor(answer, Date.now())
  const usedUp = ms === null ? usedUpIn(answer) : null
  if (usedUp !== null) return usedUp === 'day' ? 'until tomorrow' : 'until the next hour'
  if (ms === null || ms === 0) return 'a minute'
  const seconds = Math.ceil(ms / 1_000)
  // A service may ask for any number, and nobody waits for years.
  if (!(seconds <= 31_536_000)) return 'until another day'
  if (seconds > 172_800) return `${Math.ceil(seconds / 86_400)} days`
  return seconds <= 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}

const LONGEST = 300

/** Its own words for the fault, in one line; null where it has none that are text. */
function saidBy({ body, contentType }: FetchResponse): string | null {
  if (!/json/i.test(contentType) || body.length > 100_000) return null
  const said = jsonOf(new TextDecoder().decode(body))
  const main = Array.isArray(said) ? null : wordsIn(said, 0)
  const details = detailsIn(said, 0).filter((each) => main === null || !main.includes(each))
  const parts = [...(main === null ? [] : [main]), ...new Set(details.slice(0, DETAILS))]
  const line = parts
    .join('; ')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  if (line === '') return null
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

const KEYS = [
  'message',
  'error_description',
  'detail',
  'reason',
  'error',
  'errors',
  'error_message',
  'errorMessage',
  'msg',
]

function wordsIn(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return value
  if (value === null || typeof value !== 'object' || depth > 3) return null
  if (Array.isArray(value)) return wordsIn(value[0], depth + 1)
  for (const key of KEYS) {
    const inside = wordsIn((value as Record<string, unknown>)[key], depth + 1)
    if (inside !== null && inside !== '') return inside
  }
  return null
}

const DETAILS = 5
/** Where the list of faults lies: GitHub and Google, Brave, and a list that is the whole answer. */
const LISTS = ['errors', 'error', 'meta', 'detail'] as const

/** What is wrong with each argument, where the main sentence says only that something is. */
function detailsIn(value: unknown, depth: number): readonly string[] {
  if (value === null || typeof value !== 'object' || depth > 3) return []
  if (Array.isArray(value)) return value.flatMap(oneDetail)
  return LISTS.flatMap((key) => detailsIn((value as Record<string, unknown>)[key], depth + 1))
}

function oneDetail(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (value === null || typeof value !== 'object') return []
  const { field, propertyName, loc, code } = value as Readonly<Record<string, unknown>>
  const path = Array.isArray(loc) ? loc.join('.') : (field ?? propertyName)
  const words = wordsIn(value, 0) ?? code
  if (typeof words !== 'string' || words === '') return []
  return [typeof path === 'string' && path !== '' ? `${path}: ${words}` : words]
}
