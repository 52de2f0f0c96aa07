// SearXNG gives JSON only where its owner allows that format; elsewhere it answers 403.
import { z } from 'zod'
import { failure } from '../../contract/failure.ts'
import { err, ok } from '../../contract/result.ts'
import type { WebSearchService } from '../../contract/policy/config/web-services.ts'
import { askJson } from '../service/read-json.ts'
import { isWebAddress, plainSnippet, type SearchAsked, type SearchSource } from './search-source.ts'

const Result = z.object({
  title: z.string(),
  url: z.string(),
  content: z.string().nullable().optional(),
})
const Answer = z.object({
  /** Some are answers and tables of an engine, without a title or an address. */
  results: z.array(z.unknown()),
  /** Each with why: a limit, a page for people, too slow. */
  unresponsive_engines: z.array(z.array(z.string()).min(1)).optional().catch(undefined),
})

export function searxng({ url }: WebSearchService): SearchSource {
  const address = ({ query, page }: SearchAsked): string =>
    `${url ?? 'https://searxng.invalid'}/search?${new URLSearchParams({ q: query, format: 'json', pageno: String(page) }).toString()}`
  return {
    name: 'SearXNG',
    touches: (asked) => [{ kind: 'net.fetch', method: 'GET', url: address(asked) }],
    async ask(asked, context) {
      const answer = await askJson(
        {
          service: 'SearXNG',
          method: 'GET',
          url: address(asked),
          credential: null,
          headers: { accept: 'application/json' },
        },
        context,
        Answer,
      )
      if (!answer.ok)
        return answer.error.code === 'service.forbidden'
          ? err(
              failure(
                'service.forbidden',
                'SearXNG does not give its results as JSON (HTTP 403).',
                'Do not try again. Its owner has to add json to search.formats in its settings.',
              ),
            )
          : answer
      const results = answer.value.results.flatMap((each) => {
        const one = Result.safeParse(each).data
        return one !== undefined && isWebAddress(one.url)
          ? [
              {
                title: plainSnippet(one.title),
                url: one.url,
                snippet: plainSnippet(one.content ?? ''),
              },
            ]
          : []
      })
      const silent = answer.value.unresponsive_engines ?? []
      // Otherwise nothing that was found would read as nothing that there is.
      const note =
        results.length === 0 && silent.length > 0
          ? `These engines of SearXNG did not answer: ${plainSnippet(silent.map((each) => each.join(', ')).join('; '))}. Wait a few minutes, then try again once.`
          : null
      // It chooses the size of a page itself.
      return ok({ results, more: results.length > 0 && asked.page < 10, note })
    },
  }
}
