// Brave Search, SearXNG and DuckDuckGo's page without scripts, as they answer.
import { httpService, PLANTED } from './http-service.ts'
import type { HttpService, Reply } from './http-service.ts'

const titles = Array.from({ length: 25 }, (_, at) => `Result ${at + 1} <strong>of</strong> many`)

const braveError = (status: number, detail: string): Reply => ({
  status,
  json: { type: 'ErrorResponse', error: { id: 'x', status, code: 'FAULT', detail } },
})

export const braveService = (): Promise<HttpService> =>
  httpService(
    ({ path, query }) => {
      if (path !== '/res/v1/web/search') return null
      const [count, page] = [Number(query.get('count')), Number(query.get('offset'))]
      if (query.get('q') === 'nothing at all')
        return { json: { type: 'search', query: { original: 'x', more_results_available: false } } }
      const results = titles.slice(page * count, (page + 1) * count).map((title, at) => ({
        type: 'search_result',
        title,
        url: `https://example.org/${page}-${at}`,
        description: 'A few words &amp; <strong>more</strong>.',
      }))
      const more = (page + 1) * count < titles.length
      return {
        // Of a second, and of a month.
        headers: {
          'x-ratelimit-limit': '1, 15000',
          'x-ratelimit-policy': '1;w=1, 15000;w=2592000',
          'x-ratelimit-remaining': '0, 14523',
          'x-ratelimit-reset': '1, 1419704',
        },
        json: {
          type: 'search',
          web: { type: 'search', results },
          query: { original: query.get('q'), more_results_available: more },
        },
      }
    },
    { expects: { header: 'x-subscription-token', value: PLANTED }, error: braveError },
  )

/** `json` has to be among its formats; its owner may have left it out. */
export const searxngService = (
  formats: readonly string[] = ['html', 'json'],
): Promise<HttpService> =>
  httpService(({ path, query }) => {
    if (path !== '/search') return null
    if (!formats.includes(query.get('format') ?? 'html'))
      return { status: 403, headers: { 'content-type': 'text/html' }, body: '<h1>Forbidden</h1>' }
    const page = Number(query.get('pageno') ?? 1)
    const found = titles.slice((page - 1) * 10, page * 10).map((title, at) => ({
      title,
      url: `https://example.org/${page}-${at}`,
      content: 'A few words.',
      engine: 'x',
      category: 'general',
      score: 1,
      publishedDate: null,
    }))
    // A table of an engine is a result too, without a title and an address.
    const table = { kvmap: { height: '3 m' }, template: 'keyvalue.html', engine: 'y', url: null }
    const none = ['nothing at all', 'engines off'].includes(query.get('q') ?? '')
    const silent = [
      ['brave', 'Suspended: too many requests'],
      ['duckduckgo', 'CAPTCHA'],
    ]
    return {
      json: {
        query: query.get('q'),
        number_of_results: 0,
        results: none ? [] : [table, ...found],
        answers: [{ answer: '3 m', url: null }],
        corrections: [],
        infoboxes: [],
        suggestions: ['taller'],
        unresponsive_engines: query.get('q') === 'engines off' ? silent : [],
      },
    }
  })

const page = (inside: string): Reply => ({
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: `<!DOCTYPE html><html><body><div class="serp__results"><div id="links" class="results">${inside}</div></div></body></html>`,
})
const result = (title: string, link: string, classes = ''): string =>
  `<div class="result results_links results_links_deep web-result ${classes}"><div class="links_main links_deep result__body"><h2 class="result__title"><a rel="nofollow" class="result__a" href="${link}">${title}</a></h2><a class="result__snippet" href="${link}">A few <b>words</b> &amp; more</a></div></div>`
const through = (url: string): string =>
  `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=0123456789abcdef`

export const duckDuckGoService = (): Promise<HttpService> =>
  httpService(({ path, query }) => {
    if (path !== '/html/') return null
    switch (query.get('q') ?? '') {
      case 'nothing at all':
        return page('<div class="no-results">No results found</div>')
      case 'robot':
        return {
          status: 202,
          headers: { 'content-type': 'text/html' },
          body: '<form id="challenge-form"><div class="anomaly-modal__mask"></div></form>',
        }
      default:
        return page(
          [
            result('Buy this', 'https://duckduckgo.com/y.js?ad_domain=x', 'result--ad'),
            ...titles
              .slice(0, 12)
              .map((title, at) => result(title, through(`https://example.org/${at}`))),
            result('Script', 'javascript:alert(1)'),
          ].join(''),
        )
    }
  })
