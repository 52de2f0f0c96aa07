// Posts of a subreddit, read from the JSON that Reddit has for every page. Read only, so that no
// client library with an account behind it is needed.
import { z } from 'zod'
import { ok } from '../contract/result.ts'
import { defineTool } from '../contract/call/tool.ts'
import type { RedditService } from '../contract/policy/config/services.ts'
import { plainSnippet } from './web-search/search-source.ts'
import { askJson } from './service/read-json.ts'

const Listing = z.object({
  kind: z.literal('Listing'),
  data: z.object({
    after: z.string().nullable().optional(),
    children: z.array(
      z.object({
        data: z.object({
          title: z.string(),
          permalink: z.string(),
          author: z.string().optional(),
          score: z.number().optional(),
          num_comments: z.number().optional(),
          created_utc: z.number().optional(),
          selftext: z.string().optional(),
          url: z.string().optional(),
        }),
      }),
    ),
  }),
})

const Input = z
  .strictObject({
    action: z
      .enum(['hot', 'new', 'top', 'search'])
      .default('hot')
      .describe('Which posts; search needs a query.'),
    subreddit: z
      .string()
      .regex(/^[A-Za-z0-9_]{1,21}$/, '1 to 21 letters, digits or _, without r/')
      .describe('Name of the subreddit, without r/.'),
    query: z
      .string()
      .min(1)
      .max(400)
      .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'one line of text')
      .optional()
      .describe('What to look for; with search only.'),
    time: z
      .enum(['hour', 'day', 'week', 'month', 'year', 'all'])
      .default('day')
      .describe('How far back, for top and search.'),
    limit: z.int().min(1).max(25).default(10).describe('Posts at most.'),
    after: z
      .string()
      .regex(/^t3_[a-z0-9]{1,12}$/, 'as the page before gave it')
      .optional()
      .describe('Goes on behind this post: "after" of the page before.'),
  })
  .refine(({ action, query }) => (action === 'search') === (query !== undefined), {
    message: 'a query belongs to search, and search needs one',
    path: ['query'],
  })
type Asked = z.output<typeof Input>

export const reddit = ({ url }: RedditService) =>
  defineTool({
    manifest: {
      id: 'reddit.read',
      name: 'reddit',
      title: 'Reddit',
      description:
        'Read the posts of one subreddit: hot, new, top, or a search in it. Answers with titles, scores and links.',
      version: '1.0.0',
      category: 'network',
      riskTier: 'R1',
      sideEffects: false,
      dataAccess: ['network'],
      requires: [],
      defaultPolicy: { effect: 'allow', scope: 'hosts of the allowlist; any other asks' },
      redaction: { args: [], result: [] },
      rateLimits: { perSession: 0, perMinute: 10 },
      builtIn: true,
      networkOutbound: true,
      subagentAccess: 'readOnly',
      actions: (['hot', 'new', 'top', 'search'] as const).map((name) => ({
        name,
        readOnly: true,
      })),
      limits: { runTimeMs: 40_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 30_000 },
    },
    requiredPowers: ['net.fetch'],
    input: Input,

    action: ({ action }) => action,
    touches: (asked) => [{ kind: 'net.fetch', method: 'GET', url: addressOf(url, asked) }],

    async execute(asked, context) {
      const listing = await askJson(
        {
          ...{ service: 'Reddit', method: 'GET', credential: null },
          url: addressOf(url, asked),
          // Reddit turns programs away that do not say who they are.
          headers: { 'user-agent': 'desktop:gatehouse:1 (personal use)' },
        },
        context,
        Listing,
      )
      if (!listing.ok) return listing
      const { children, after } = listing.value.data
      const posts = children.map(({ data }) => ({
        title: plainSnippet(data.title),
        link: `https://www.reddit.com${data.permalink}`,
        author: data.author ?? '',
        score: data.score ?? 0,
        comments: data.num_comments ?? 0,
        at: data.created_utc === undefined ? null : atText(data.created_utc),
        text: plainSnippet(data.selftext ?? ''),
        url: data.url ?? null,
      }))
      const lines = posts.map(
        (post, at) =>
          `${at + 1}. ${post.title}\n   ${post.score} points, ${post.comments} comments, by ${post.author}${post.at === null ? '' : `, ${post.at}`}\n   ${post.link}${post.text === '' ? '' : `\n   ${post.text}`}`,
      )
      const next = after ?? null
      return ok({
        text: [
          ...(lines.length === 0 ? ['No posts.'] : lines),
          ...(next === null ? [] : [`[There are more: ask with after ${next}.]`]),
        ].join('\n'),
        data: { subreddit: asked.subreddit, posts, after: next },
      })
    },
  })

function addressOf(base: string, { action, subreddit, query, time, limit, after }: Asked): string {
  const search = new URLSearchParams({ limit: String(limit), raw_json: '1' })
  if (query !== undefined) {
    search.set('q', query)
    search.set('restrict_sr', 'on')
  }
  if (action === 'top' || action === 'search') search.set('t', time)
  if (after !== undefined) search.set('after', after)
  return `${base}/r/${subreddit}/${action}.json?${search.toString()}`
}

const atText = (seconds: number): string =>
  Number.isFinite(seconds) && Math.abs(seconds) < 1e11
    ? new Date(seconds * 1_000).toISOString().slice(0, 10)
    : ''
