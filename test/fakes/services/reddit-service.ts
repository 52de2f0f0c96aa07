// Reddit's JSON of a listing: 25 posts a page at most, `after` names the last of a page. For an app the
// same lists are without `.json`, for a token that its id and secret are exchanged for, with the limit of
// the app in the headers.
import { httpService } from './http-service.ts'
import type { Asked, HttpService, Reply } from './http-service.ts'

const redditError = (error: number, message: string): Reply => ({
  status: error,
  json: { message, error },
})
const POSTS = 40

const DAY = 86_400

export const REDDIT_CLIENT = { id: 'p-jcoLKBynTLew', secret: 'gko_LXELoV07ZBNUXrvWZfzE3aI' }
export const REDDIT_TOKEN = 'eyJhbGciOiJSUzI1NiIsImtpZCI6-reddit-token-1'

export type FakeReddit = HttpService & {
  /** Every token that was given ends now. */
  expire(): void
  /** The person deletes the app. */
  deleteApp(): void
}

/** `closed`: nobody without an account gets anything. */
export async function redditService({ closed = false } = {}): Promise<FakeReddit> {
  let token = REDDIT_TOKEN
  let given = 1
  let app = true
  const basic = `Basic ${Buffer.from(`${REDDIT_CLIENT.id}:${REDDIT_CLIENT.secret}`).toString('base64')}`

  const tokenFor = ({ method, headers, body }: Asked): Reply => {
    if (method !== 'POST') return redditError(405, 'Method Not Allowed')
    if (!app || headers.authorization !== basic) return redditError(401, 'Unauthorized')
    // A wrong grant is told in an answer that is fine.
    if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      return { json: { error: 'unsupported_grant_type' } }
    return {
      json: { access_token: token, token_type: 'bearer', expires_in: DAY, scope: '*' },
    }
  }
  const service = await httpService(
    (asked) => {
      const { path, headers } = asked
      // A program that does not say who it is gets nothing.
      if (!/gatehouse/.test(headers['user-agent'] ?? ''))
        return redditError(429, 'Too Many Requests')
      if (path === '/api/v1/access_token') return tokenFor(asked)
      const open = path.endsWith('.json')
      if (open && closed) return redditError(403, 'Blocked')
      if (!open && headers.authorization !== `Bearer ${token}`)
        return redditError(401, 'Unauthorized')
      const reply = listing(open ? path.slice(0, -'.json'.length) : path, asked.query)
      return open || reply === null ? reply : { ...reply, headers: limits }
    },
    { error: redditError },
  )
  return Object.assign(service, {
    expire: () => void (token = `${REDDIT_TOKEN}-${(given += 1)}`),
    deleteApp: () => {
      app = false
      token = 'none'
    },
  })
}

/** Of ten minutes; the seconds that are left of them. */
const limits = {
  'x-ratelimit-used': '3',
  'x-ratelimit-remaining': '997.0',
  'x-ratelimit-reset': '412',
}

function listing(path: string, query: URLSearchParams): Reply | null {
  const [, subreddit, list] = /^\/r\/(\w+)\/(hot|new|top|search)$/.exec(path) ?? []
  if (subreddit === undefined) return null
  if (subreddit === 'private')
    return { status: 403, json: { reason: 'private', message: 'Forbidden', error: 403 } }
  const first = Number((query.get('after') ?? 't3_0').slice(3))
  const limit = Math.min(25, Number(query.get('limit') ?? 25))
  const children = Array.from({ length: Math.min(limit, POSTS - first) }, (_, at) => {
    const id = first + at + 1
    return {
      kind: 't3',
      data: {
        id: String(id),
        name: `t3_${id}`,
        title: `${list} ${id}`,
        author: 'somebody',
        permalink: `/r/${subreddit}/comments/${id}/x/`,
        score: 7,
        num_comments: 3,
        created_utc: 1_795_453_200,
        selftext: 'Some\n\ntext',
        url: 'https://example.org/',
      },
    }
  })
  const last = first + children.length
  const after = last < POSTS ? `t3_${last}` : null
  return {
    json: { kind: 'Listing', data: { after, before: null, dist: children.length, children } },
  }
}
