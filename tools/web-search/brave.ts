// Web search by the API of Brave Search.
import { z } from 'zod'
import { ok } from '../../contract/result.ts'
import type { WebSearchService } from '../../contract/policy/config/web-services.ts'
import { askJson } from '../service/read-json.ts'
import { BRAVE } from './search-access.ts'
import { isWebAddress, plainSnippet, type SearchAsked, type SearchSource } from './search-source.ts'

const Answer = z.object({
  type: z.literal('search'),
  query: z.object({ more_results_available: z.boolean().optional() }).optional(),
  /** Left out where nothing is found. */
  web: z
    .object({
      results: z.array(
        z.object({ title: z.string(), url: z.string(), description: z.string().optional() }),
      ),
    })
    .optional(),
})

export function braveSearch({ url, credential }: WebSearchService): SearchSource {
  const base = url ?? BRAVE
  // A page of its own size: `offset` counts pages.
  const address = ({ query, count, page }: SearchAsked): string =>
    `${base}/res/v1/web/search?${new URLSearchParams({ q: query, count: String(count), offset: String(page - 1) }).toString()}`
  return {
    name: 'Brave Search',
    touches: (asked) => [
      { kind: 'net.fetch', method: 'GET', url: address(asked) },
      { kind: 'secrets.get', name: credential },
    ],
    async ask(asked, context) {
      const answer = await askJson(
        {
          service: 'Brave Search',
          method: 'GET',
          url: address(asked),
          credential,
          headers: { accept: 'application/json' },
        },
        context,
        Answer,
      )
      if (!answer.ok) return answer
      const { web, query } = answer.value
      return ok({
        results: (web?.results ?? []).flatMap((one) =>
          isWebAddress(one.url)
            ? [
                {
                  title: plainSnippet(one.title),
                  url: one.url,
                  snippet: plainSnippet(one.description ?? ''),
                },
              ]
            : [],
        ),
        more: query?.more_results_available === true && asked.page < 10,
      })
    },
  }
}
