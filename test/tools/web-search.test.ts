import { describe, expect, it } from 'vitest'
import { WebSearchService } from '../../contract/policy/config/web-services.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { webSearch } from '../../tools/web-search/web-search.ts'
import { PLANTED } from '../fakes/services/http-service.ts'
import type { HttpService } from '../fakes/services/http-service.ts'
import { runTool, touchesOf } from '../fakes/services/run-tool.ts'
import type { RunOptions } from '../fakes/services/run-tool.ts'
import {
  braveService,
  duckDuckGoService,
  searxngService,
} from '../fakes/services/search-services.ts'

const toolFor = (set: object): AnyTool =>
  webSearch(WebSearchService.parse(set)) as unknown as AnyTool
const credentials = { 'brave-search': { header: 'X-Subscription-Token', value: PLANTED } }
type Way = () => Promise<{
  readonly service: HttpService
  readonly tool: AnyTool
  readonly credentials?: NonNullable<RunOptions['credentials']>
}>
const ways: Record<'brave' | 'searxng' | 'duckduckgo', Way> = {
  brave: async () => {
    const service = await braveService()
    return { service, tool: toolFor({ provider: 'brave', url: service.url }), credentials }
  },
  searxng: async () => {
    const service = await searxngService()
    return { service, tool: toolFor({ provider: 'searxng', url: service.url }) }
  },
  duckduckgo: async () => {
    const service = await duckDuckGoService()
    return { service, tool: toolFor({ url: service.url }) }
  },
}

const search = async (way: keyof typeof ways, args: object) => {
  const { service, tool, credentials: given } = await ways[way]()
  const { hosts, asked } = service
  return { ended: await runTool(tool, args, { hosts, credentials: given ?? {} }), asked }
}

describe.each(['brave', 'searxng', 'duckduckgo'] as const)('web_search with %s', (way) => {
  it('gives titles, addresses and a few words, no more than were asked for', async () => {
    const { ended } = await search(way, { query: 'tall & thin', count: 3 })
    const data = ended.ok ? (ended.value.data as { results: unknown[]; more: boolean }) : null
    expect(data?.results).toHaveLength(3)
    expect(data?.results[0]).toMatchObject({
      title: 'Result 1 of many',
      url: expect.stringMatching(/^https:\/\/example\.org\//),
      snippet: expect.stringMatching(/^A few words/),
    })
    expect(data?.more).toBe(true)
    expect(ended.ok && ended.value.text).toContain('[There are more: ask for page 2.]')
  })

  it('says so when nothing is found', async () => {
    const { ended } = await search(way, { query: 'nothing at all' })
    expect(ended).toMatchObject({ ok: true, value: { text: 'Nothing was found.' } })
  })
})

describe('web_search', () => {
  it('asks for the next page where the service has pages', async () => {
    for (const way of ['brave', 'searxng'] as const) {
      const { ended, asked } = await search(way, { query: 'x', page: 2 })
      expect(ended).toMatchObject({ ok: true })
      expect(asked[0]?.query.get(way === 'brave' ? 'offset' : 'pageno')).toBe(
        way === 'brave' ? '1' : '2',
      )
    }
  })

  it('gives the one page of DuckDuckGo a part at a time, and says where it ends', async () => {
    const found = async (query: string, page: number) => {
      const { ended } = await search('duckduckgo', { query, count: 4, page })
      if (!ended.ok) return ended.error.code
      const { results } = ended.value.data as { results: { url: string }[] }
      const last = ended.value.text.split('\n').at(-1) ?? ''
      return [results.map(({ url }) => Number(url.split('/').at(-1))), last.slice(0, 30)]
    }
    expect([
      await found('x', 1),
      await found('x', 2),
      await found('x', 3),
      await found('x', 4),
    ]).toEqual([
      [[0, 1, 2, 3], '[There are more: ask for page '],
      [[4, 5, 6, 7], '[There are more: ask for page '],
      [[8, 9], '[DuckDuckGo has more, but give'],
      'search.one-page',
    ])
    expect(await found('a few', 1)).toEqual([[0, 1, 2], "   A few words & it's more"])
  })

  it('says who has to act when DuckDuckGo wants a person, and SearXNG gives no JSON', async () => {
    const { ended } = await search('duckduckgo', { query: 'robot' })
    expect(ended).toMatchObject({ ok: false, error: { code: 'search.challenge' } })
    const service = await searxngService(['html'])
    const tool = toolFor({ provider: 'searxng', url: service.url })
    expect(await runTool(tool, { query: 'x' }, service)).toMatchObject({
      ok: false,
      error: { code: 'service.forbidden', hint: expect.stringContaining('search.formats') },
    })
  })

  it('says which engines of SearXNG did not answer where nothing was found', async () => {
    const { ended } = await search('searxng', { query: 'engines off' })
    expect(ended).toMatchObject({
      ok: true,
      value: {
        text: 'Nothing was found.\nThese engines of SearXNG did not answer: brave, Suspended: too many requests; duckduckgo, CAPTCHA. Wait a few minutes, then try again once.',
      },
    })
  })

  it('leaves out adverts and what is no web address', async () => {
    const { ended } = await search('duckduckgo', { query: 'x', count: 10 })
    expect(JSON.stringify(ended)).not.toMatch(/Buy this|javascript:|y\.js/)
  })

  it('names what it lacks: a credential with how it is stored, or an address', () => {
    expect(toolFor({ provider: 'brave' }).manifest.requires).toEqual([
      {
        kind: 'credential',
        name: 'brave-search',
        host: 'api.search.brave.com',
        header: 'x-subscription-token',
        template: '{}',
      },
    ])
    expect(toolFor({ provider: 'searxng' }).manifest.requires).toEqual([
      { kind: 'setting', key: 'services.webSearch.url' },
    ])
    expect(toolFor({}).manifest.requires).toEqual([])
  })

  it.each([
    [{}],
    [{ query: '' }],
    [{ query: 'x'.repeat(401) }],
    [{ query: ['x'] }],
    [{ query: 'a\r\nb' }],
    [{ query: 'x', count: 0 }],
    [{ query: 'x', count: 11 }],
    [{ query: 'x', page: 11 }],
    [{ query: 'x', url: 'https://example.org' }],
  ])('refuses %j', (args) => {
    expect(touchesOf(toolFor({}), args)).toBeTypeOf('string')
  })

  it.each(['x&q=y', '../../etc', '?x=1#y'])('keeps %s a value of the query', (query) => {
    expect(touchesOf(toolFor({}), { query })).toEqual([
      {
        kind: 'net.fetch',
        method: 'GET',
        url: `https://html.duckduckgo.com/html/?${new URLSearchParams({ q: query }).toString()}`,
      },
    ])
  })
})
