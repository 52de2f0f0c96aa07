// DuckDuckGo's page for browsers without scripts, read by the classes that its results have. It has
// no interface for programs: when it takes us for one, it says so with a page to click on.
import { failure, type Failure } from '../../contract/failure.ts'
import { err, ok, type Result } from '../../contract/result.ts'
import type { WebSearchService } from '../../contract/policy/config/web-services.ts'
import { askService } from '../service/ask-service.ts'
import { openSemaphore } from '../web/turns.ts'
import {
  isWebAddress,
  plainSnippet,
  type SearchAnswer,
  type SearchAsked,
  type SearchResult,
  type SearchSource,
} from './search-source.ts'

const SERVICE = 'DuckDuckGo'
const MAX_BYTES = 2 * 1024 * 1024
const CHUNK = 4 * 1024

export function duckDuckGo({ url }: WebSearchService): SearchSource {
  const base = url ?? 'https://html.duckduckgo.com'
  const address = ({ query }: SearchAsked): string =>
    `${base}/html/?${new URLSearchParams({ q: query }).toString()}`
  return {
    name: SERVICE,
    touches: (asked) => [{ kind: 'net.fetch', method: 'GET', url: address(asked) }],
    async ask(asked, context) {
      const answer = await askService(
        {
          service: SERVICE,
          method: 'GET',
          url: address(asked),
          credential: null,
          headers: { accept: 'text/html' },
          maxBytes: MAX_BYTES,
        },
        context,
      )
      if (!answer.ok) return answer
      return readPage(new TextDecoder().decode(answer.value.body), asked)
    },
  }
}

async function readPage(
  html: string,
  { page, count }: SearchAsked,
): Promise<Result<SearchAnswer, Failure>> {
  const { results, isPage, hasNext } = await resultsIn(html)
  if (results.length > 0) {
    const shown = results.slice((page - 1) * count, page * count)
    const more = results.length > page * count
    if (shown.length === 0)
      return err(
        failure(
          'search.one-page',
          `DuckDuckGo gives a program its first ${results.length} results, and these were all of them.`,
          'Ask with other words, or have the person choose another service for web search.',
        ),
      )
    return ok({ results: shown, more, note: hasNext && !more ? LAST_OF_IT : null })
  }
  if (/anomaly-modal|anomalyDetection|challenge-form/.test(html))
    return err(
      failure(
        'search.challenge',
        'DuckDuckGo wants a person to prove that a person is searching.',
        'Do not try again now. The person can choose another service for web search in the configuration: services.webSearch.provider.',
      ),
    )
  // A page of theirs without a result is an answer; anything else is none.
  return isPage
    ? ok({ results: [], more: false })
    : err(
        failure(
          'service.answer',
          'DuckDuckGo answered with something else than a page of results.',
          'Try once more, then tell the person.',
        ),
      )
}

/** Its next page wants a mark that only its form has. */
const LAST_OF_IT =
  '[DuckDuckGo has more, but gives a program its first page only. Ask with other words for others.]'

type Open = { readonly of: 'title' | 'snippet'; readonly tag: string; depth: number; text: string }

async function resultsIn(
  html: string,
): Promise<{ results: readonly SearchResult[]; isPage: boolean; hasNext: boolean }> {
  const { Parser } = await import('htmlparser2')
  const results: SearchResult[] = []
  let current: { title: string; url: string; snippet: string } | null = null
  let open: Open | null = null
  let isPage = false
  let hasNext = false
  let inAdvert = false
  const done = (): void => {
    if (current !== null && !inAdvert && isWebAddress(current.url)) results.push(current)
    current = null
  }
  const parser = new Parser({
    onopentag(tag, { class: names = '', href = '', id = '', name = '' }) {
      const classes = names.split(/\s+/)
      if (tag === 'input' && name === 'nextParams') hasNext = true
      if (id === 'links' || classes.includes('no-results') || classes.includes('serp__results'))
        isPage = true
      if (open !== null) {
        if (tag === open.tag) open.depth += 1
        return
      }
      if (classes.includes('result')) {
        done()
        inAdvert = classes.includes('result--ad')
      } else if (classes.includes('result__a')) {
        done()
        current = { title: '', url: target(href), snippet: '' }
        open = { of: 'title', tag, depth: 1, text: '' }
      } else if (classes.includes('result__snippet') && current !== null)
        open = { of: 'snippet', tag, depth: 1, text: '' }
    },
    ontext(text) {
      if (open !== null && open.text.length < 2_000) open.text += text
    },
    onclosetag(tag) {
      if (open === null || tag !== open.tag) return
      open.depth -= 1
      if (open.depth > 0) return
      if (current !== null) current[open.of] = plainSnippet(open.text)
      open = null
    },
  })
  const turns = openSemaphore()
  for (let at = 0; at < html.length && results.length < 50; at += CHUNK) {
    parser.write(html.slice(at, at + CHUNK))
    await turns.next()
  }
  done()
  return { results, isPage, hasNext }
}

/** Its links lead through DuckDuckGo, with the real address in the query. */
function target(href: string): string {
  const full = href.startsWith('//') ? `https:${href}` : href
  if (!URL.canParse(full)) return ''
  const url = new URL(full)
  return url.pathname === '/l/' ? (url.searchParams.get('uddg') ?? '') : full
}
