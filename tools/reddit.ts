// Posts of a subreddit, read from the JSON that Reddit has for every page, or as an app of the person,
// where it gives the same lists. Read only, so a client library would add nothing but its own way out.
import { z } from 'zod'
import type { Failure } from '../contract/failure.ts'
import { err, ok } from '../contract/result.ts'
import { defineTool } from '../contract/call/tool.ts'
import type { RedditService } from '../contract/policy/config/web-services.ts'
import { plainSnippet } from './web-search/search-source.ts'
import { askJson } from './service/read-json.ts'
import { powersOf, redditAccess } from './service/service-access.ts'
import { redditService } from './service/services.ts'

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

export const reddit = (settings: RedditService) => {
  const asApp = settings.access === 'app'
  const service = redditService(settings)
  const access = redditAccess(settings)
  return defineTool({
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
      ...access,
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
    requiredPowers: powersOf(access),
    input: Input,

    action: ({ action }) => action,
    touches: (asked) => [
      { kind: 'net.fetch', method: 'GET', url: addressOf(settings, asked) },
      ...(asApp ? [{ kind: 'secrets.get' as const, name: service.credential ?? '' }] : []),
    ],

    async execute(asked, context) {
      const listing = await askJson(
        {
          service: 'Reddit',
          method: 'GET',
          url: addressOf(settings, asked),
          credential: asApp ? service.credential : null,
          // Reddit turns programs away that do not say who they are.
          headers: { 'user-agent': 'desktop:gatehouse:1 (personal use)' },
        },
        context,
        Listing,
      )
      if (!listing.ok)
        return err(asApp ? signInAgain(listing.error) : withoutAccount(listing.error))
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
}

const signInAgain = (error: Failure): Failure =>
  error.code === 'service.credential'
    ? {
        ...error,
        hint: 'Do not try again. Ask the person to sign in to Reddit again, under Capabilities.',
      }
    : error

/** What Reddit answers a program without an account, whatever it asked for. */
const withoutAccount = (error: Failure): Failure =>
  ['service.forbidden', 'service.credential', 'service.rate-limit'].includes(error.code)
    ? {
        ...error,
        hint: `${error.hint ?? ''} Reddit often refuses requests without an account: the person can set up an app of their own under Settings, Web services.`.trim(),
      }
    : error

function addressOf(
  { access, url, api }: RedditService,
  { action, subreddit, query, time, limit, after }: Asked,
): string {
  const search = new URLSearchParams({ limit: String(limit), raw_json: '1' })
  if (query !== undefined) {
    search.set('q', query)
    search.set('restrict_sr', 'on')
  }
  if (action === 'top' || action === 'search') search.set('t', time)
  if (after !== undefined) search.set('after', after)
  return access === 'app'
    ? `${api}/r/${subreddit}/${action}?${search.toString()}`
    : `${url}/r/${subreddit}/${action}.json?${search.toString()}`
}

const atText = (seconds: number): string =>
  Number.isFinite(seconds) && Math.abs(seconds) < 1e11
    ? new Date(seconds * 1_000).toISOString().slice(0, 10)
    : ''
