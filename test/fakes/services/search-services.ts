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
  body: `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x at DuckDuckGo</title></head><body class="body--html">
<form action="/html/" method="post"><input type="text" name="state_hidden" id="state_hidden" /></form>
<div id="header" class="header cw header--html"><form name="x" class="header__form" action="/html/" method="post">
<input name="q" class="search__input" type="text" value="x" /><select name="kl"><option value="" >All Regions</option></select></form></div>
<div class="zci-wrapper"><div class="zci"><h1 class="zci__heading"><a rel="nofollow" href="https://en.wikipedia.org/wiki/X">X</a></h1>
<div class="zci__result" id="zero_click_abstract">What it is in short. <a rel="nofollow" href="https://en.wikipedia.org/wiki/X" >More at <q>Wikipedia</q></a></div></div></div>
<div><div class="serp__results"><div id="links" class="results">${inside}
<div class="feedback-btn"><a rel="nofollow" href="//duckduckgo.com/feedback.html" target="_new">Feedback</a></div></div></div></div>
<img src="//duckduckgo.com/t/sl_h"/></body></html>`,
})
const result = (title: string, link: string, classes = ''): string => `
<div class="result results_links results_links_deep web-result ${classes}">
  <div class="links_main links_deep result__body"> <!-- This is the visible part -->
    <h2 class="result__title"><a rel="nofollow" class="result__a" href="${link}">${title}</a></h2>
    <div class="result__extras"><div class="result__extras__url">
      <span class="result__icon"><a rel="nofollow" href="${link}"><img class="result__icon__img" alt="" src="//external-content.duckduckgo.com/ip3/example.org.ico" name="i15" /></a></span>
      <a class="result__url" href="${link}">
        example.org
      </a><span>&nbsp; &nbsp; 2026-02-13T00:00:00.0000000</span></div></div>
    <a class="result__snippet" href="${link}">A few <b>words</b> &amp; it&#x27;s more</a>
    <div class="clear"></div>
  </div>
</div>`
const through = (url: string): string =>
  `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=0123456789abcdef`
/** The form that leads to the next page, with a mark of this search. */
const next = `<div class="nav-link"><form action="/html/" method="post">
<input type="submit" class='btn btn--alt' value="Next" /><input type="hidden" name="q" value="x" />
<input type="hidden" name="s" value="10" /><input type="hidden" name="nextParams" value="" />
<input type="hidden" name="dc" value="11" /><input type="hidden" name="vqd" value="4-45349705446566505857056509601508987595" /></form></div>`

/** Its page for browsers without scripts: ten results, and a form for the next ten. */
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
          body: '<form id="challenge-form" action="//duckduckgo.com/anomaly.js"><div class="anomaly-modal__mask"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></div></form>',
        }
      case 'a few':
        return page(
          titles
            .slice(0, 3)
            .map((title, at) => result(title, through(`https://example.org/${at}`)))
            .join(''),
        )
      default:
        return page(
          [
            result('Buy this', 'https://duckduckgo.com/y.js?ad_domain=x', 'result--ad'),
            ...titles
              .slice(0, 10)
              .map((title, at) => result(title, through(`https://example.org/${at}`))),
            result('Script', 'javascript:alert(1)'),
            next,
          ].join(''),
        )
    }
  })
