// Reddit's JSON of a listing: 25 posts a page at most, `after` names the last of a page.
import { httpService } from './http-service.ts'
import type { HttpService, Reply } from './http-service.ts'

const redditError = (error: number, message: string): Reply => ({
  status: error,
  json: { message, error },
})
const POSTS = 40

export const redditService = (): Promise<HttpService> =>
  httpService(
    ({ path, query, headers }) => {
      // A program that does not say who it is gets nothing.
      if (!/gatehouse/.test(headers['user-agent'] ?? ''))
        return redditError(429, 'Too Many Requests')
      const [, subreddit, listing] = /^\/r\/(\w+)\/(hot|new|top|search)\.json$/.exec(path) ?? []
      if (subreddit === undefined) return null
      if (subreddit === 'private') return redditError(403, 'Forbidden')
      const first = Number((query.get('after') ?? 't3_0').slice(3))
      const limit = Math.min(25, Number(query.get('limit') ?? 25))
      const children = Array.from({ length: Math.min(limit, POSTS - first) }, (_, at) => {
        const id = first + at + 1
        return {
          kind: 't3',
          data: {
            ...{ id: String(id), name: `t3_${id}`, title: `${listing} ${id}`, author: 'somebody' },
            ...{ permalink: `/r/${subreddit}/comments/${id}/x/`, score: 7, num_comments: 3 },
            ...{
              created_utc: 1_795_453_200,
              selftext: 'Some\n\ntext',
              url: 'https://example.org/',
            },
          },
        }
      })
      const last = first + children.length
      const after = last < POSTS ? `t3_${last}` : null
      return {
        json: { kind: 'Listing', data: { after, before: null, dist: children.length, children } },
      }
    },
    { error: redditError },
  )
