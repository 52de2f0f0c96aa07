// A search of the web by the service that the person chose. Plain requests to published addresses:
// a client library would add nothing but its own way out.
import { z } from 'zod'
import { assertNever } from '../../contract/never.ts'
import { ok } from '../../contract/result.ts'
import { defineTool } from '../../contract/call/tool.ts'
import type { WebSearchService } from '../../contract/policy/config/web-services.ts'
import { powersOf } from '../service/service-access.ts'
import { braveSearch } from './brave.ts'
import { duckDuckGo } from './duckduckgo.ts'
import { searchAccess } from './search-access.ts'
import type { SearchSource } from './search-source.ts'
import { searxng } from './searxng.ts'

export const webSearch = (service: WebSearchService) => {
  const source = sourceOf(service)
  const access = searchAccess(service)
  return defineTool({
    manifest: {
      id: 'web.search',
      name: 'web_search',
      title: 'Web search',
      description:
        'Search the web. Answers with titles, addresses and a few words of each page; read a page with web_fetch.',
      version: '1.0.0',
      category: 'network',
      riskTier: 'R1',
      sideEffects: false,
      ...access,
      defaultPolicy: { effect: 'allow', scope: 'hosts of the allowlist; any other asks' },
      redaction: { args: [], result: [] },
      rateLimits: { perSession: 0, perMinute: 30 },
      builtIn: true,
      networkOutbound: true,
      subagentAccess: 'full',
      actions: [],
      limits: { runTimeMs: 40_000, stdoutBytes: 0, stderrBytes: 0, resultChars: 20_000 },
    },
    requiredPowers: powersOf(access),
    input: z.strictObject({
      query: z
        .string()
        .min(1)
        .max(400)
        .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u, 'one line of text')
        .describe('What to look for.'),
      count: z.int().min(1).max(10).default(5).describe('Results at most.'),
      page: z.int().min(1).max(10).default(1).describe('1 is the first page of results.'),
    }),

    action: () => null,
    touches: (asked) => source.touches(asked),

    async execute(asked, context) {
      const found = await source.ask(asked, context)
      if (!found.ok) return found
      const { results, more, note } = found.value
      const shown = results.slice(0, asked.count)
      const lines = shown.map(
        ({ title, url, snippet }, at) => `${at + 1}. ${title}\n   ${url}\n   ${snippet}`,
      )
      const further = more || results.length > shown.length
      const tail = further ? [`[There are more: ask for page ${asked.page + 1}.]`] : []
      const notes = note === null || note === undefined ? [] : [note]
      return ok({
        text: [...(lines.length === 0 ? ['Nothing was found.'] : lines), ...tail, ...notes].join(
          '\n',
        ),
        data: { query: asked.query, source: source.name, results: shown, more: further },
      })
    },
  })
}

function sourceOf(service: WebSearchService): SearchSource {
  switch (service.provider) {
    case 'brave':
      return braveSearch(service)
    case 'searxng':
      return searxng(service)
    case 'duckduckgo':
      return duckDuckGo(service)
    default:
      return assertNever(service.provider, 'sourceOf')
  }
}
