import { describe, expect, it } from 'vitest'
import { RedditService } from '../../contract/policy/config/web-services.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { reddit } from '../../tools/reddit.ts'
import { REDDIT_TOKEN, redditService } from '../fakes/services/reddit-service.ts'
import { runTool, touchesOf } from '../fakes/services/run-tool.ts'

const open = async () => {
  const service = await redditService()
  return { service, tool: reddit(RedditService.parse({ url: service.url })) as unknown as AnyTool }
}
const usual = reddit(RedditService.parse({})) as unknown as AnyTool

describe('reddit', () => {
  it.each([
    [{ subreddit: 'news' }, '/r/news/hot.json', { limit: '10', raw_json: '1' }],
    [
      { subreddit: 'news', action: 'new', limit: 3 },
      '/r/news/new.json',
      { limit: '3', raw_json: '1' },
    ],
    [
      { subreddit: 'news', action: 'top', time: 'week' },
      '/r/news/top.json',
      { limit: '10', raw_json: '1', t: 'week' },
    ],
    [
      { subreddit: 'news', action: 'search', query: 'a&b' },
      '/r/news/search.json',
      { limit: '10', raw_json: '1', q: 'a&b', restrict_sr: 'on', t: 'day' },
    ],
  ])('asks as %j says', async (args, path, query) => {
    const { service, tool } = await open()
    const ended = await runTool(tool, args, service)
    expect(service.asked.map((one) => [one.path, Object.fromEntries(one.query)])).toEqual([
      [path, query],
    ])
    expect(ended).toMatchObject({
      ok: true,
      value: { data: { posts: expect.arrayContaining([expect.objectContaining({ score: 7 })]) } },
    })
  })

  it('goes on page by page until there are no more', async () => {
    const { service, tool } = await open()
    const seen: string[] = []
    let after: string | null = null
    do {
      const args = { subreddit: 'news', limit: 25, ...(after === null ? {} : { after }) }
      const ended = await runTool(tool, args, service)
      if (!ended.ok) throw new Error(ended.error.text)
      const data = ended.value.data as { posts: { title: string }[]; after: string | null }
      seen.push(...data.posts.map(({ title }) => title))
      after = data.after
    } while (after !== null)
    expect([seen.length, new Set(seen).size]).toEqual([40, 40])
  })

  it('asks as an app of the person for the same lists, page by page', async () => {
    const service = await redditService()
    const tool = reddit(RedditService.parse({ access: 'app', api: service.url }))
    expect([tool.manifest.requires, tool.manifest.dataAccess]).toMatchObject([
      [{ kind: 'service', credential: 'reddit-account', signIn: 'reddit' }],
      ['network', 'credentials'],
    ])
    const credentials = {
      'reddit-account': { header: 'authorization', value: `Bearer ${REDDIT_TOKEN}` },
    }
    const run = (args: object) =>
      runTool(tool as unknown as AnyTool, args, { hosts: service.hosts, credentials })
    for (const action of ['hot', 'new', 'top'])
      expect(await run({ subreddit: 'news', action })).toMatchObject({
        ok: true,
        value: { data: { after: 't3_10' } },
      })
    const last = await run({ subreddit: 'news', action: 'search', query: 'x', after: 't3_35' })
    expect(last).toMatchObject({ ok: true, value: { data: { after: null } } })
    expect(service.asked.map(({ path }) => path)).toEqual(
      ['hot', 'new', 'top', 'search'].map((list) => `/r/news/${list}`),
    )
  })

  it('says what helps where Reddit refuses callers without an account', async () => {
    const service = await redditService({ closed: true })
    const tool = reddit(RedditService.parse({ url: service.url })) as unknown as AnyTool
    expect(await runTool(tool, { subreddit: 'news' }, service)).toMatchObject({
      ok: false,
      error: {
        code: 'service.forbidden',
        hint: expect.stringContaining('set up an app of their own under Settings, Web services'),
      },
    })
  })

  it('says that a private subreddit is closed', async () => {
    const { service, tool } = await open()
    expect(await runTool(tool, { subreddit: 'private' }, service)).toMatchObject({
      ok: false,
      error: { code: 'service.forbidden' },
    })
  })

  it.each([
    [{}],
    [{ subreddit: '' }],
    [{ subreddit: 'x'.repeat(22) }],
    [{ subreddit: '../user/me' }],
    [{ subreddit: 'news?x=1' }],
    [{ subreddit: 'news\n' }],
    [{ subreddit: 'news', action: 'submit' }],
    [{ subreddit: 'news', action: 'search' }],
    [{ subreddit: 'news', query: 'x' }],
    [{ subreddit: 'news', action: 'search', query: 'x'.repeat(401) }],
    [{ subreddit: 'news', limit: 26 }],
    [{ subreddit: 'news', after: 't3_1&x=2' }],
    [{ subreddit: 'news', sort: 'x' }],
  ])('refuses %j', (args) => {
    expect(touchesOf(usual, args)).toBeTypeOf('string')
  })
})
