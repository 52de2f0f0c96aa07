// Lasting answers for a server's tool that takes a URL: any URL of the host that was shown, however
// somebody tries to make another host look like it.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noPatterns } from '../../../contract/approval/lease.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { mayBeAt, plainHost, staysAt, urlHosts } from '../../../main/gate/lease/url-host.ts'
import { proposeScopes } from '../../../main/gate/scopes/propose.ts'
import { namedProposals } from '../../../main/gate/scopes/propose-named.ts'
import { codePoint } from '../../code-point.ts'

const host = 'https://docs.example.org'
const labels = {
  id: 'network.web.fetch',
  category: 'network' as const,
  effects: [],
  readsPrivate: false,
  readsUntrusted: true,
}
const external = (args: readonly string[], to: readonly string[] = []) => ({
  sourceId: 'mcp.web.fetch',
  labels: { ...labels, sends: { to: [...to] } },
  decided: true,
  changes: false,
  args: [...args],
})
const touch = {
  kind: 'mcp.call' as const,
  server: 'web',
  tool: 'fetch',
  trust: 'verified' as const,
  openWorld: true,
}
const scopes = (args: JsonObject, named: readonly string[], to: readonly string[] = []) =>
  proposeScopes([touch], {
    workspace: '/w',
    args,
    wholeArgs: true,
    external: external(named, to),
  })
const atHost = (...given: Parameters<typeof scopes>) =>
  scopes(...given).filter(({ patterns }) => patterns.urlHosts !== undefined)

describe('a URL argument that is bound by its host', () => {
  it.each([
    [`${host}/guide/`, host],
    [`${host}/a?b=c#d`, host],
    [host, host],
    ['http://127.0.0.1:8080/x', 'http://127.0.0.1:8080'],
  ])('%s is at %s', (url, at) => expect(plainHost(url)).toBe(at))

  it.each([
    ['a name of a user', 'https://docs.example.org@evil.example/'],
    ['a backslash', 'https://docs.example.org\\@evil.example/'],
    ['a backslash before the host', 'https:\\\\docs.example.org/'],
    ['a longer name', 'https://docs.example.org.evil.example/'],
    ['a part that some read as a user', 'https://docs.example.org#@evil.example/'],
    ['a question that some read as a user', 'https://docs.example.org?@evil.example/'],
    ['another port', 'https://docs.example.org:8443/'],
    ['a port that some leave out', 'https://docs.example.org:443/'],
    ['no encryption', 'http://docs.example.org/'],
    ['a tab in the name', 'https://docs.exam\tple.org/'],
    ['a line before it', '\nhttps://docs.example.org/'],
    ['a space after it', 'https://docs.example.org/ https://evil.example/'],
    ['large letters', 'HTTPS://DOCS.example.org/'],
    ['a letter that looks alike', 'https://doсs.example.org/'],
    ['a point of another script', 'https://docs。example.org/'],
    ['no scheme', '//docs.example.org/'],
    ['three slashes', 'https:///docs.example.org/'],
    ['a list', ['https://docs.example.org/', 'https://evil.example/']],
    ['nothing', undefined],
  ])('covers no value with %s', (_what, value) => {
    const args = value === undefined ? {} : { url: value as string }
    expect(staysAt({ '/url': host }, args)).toBe(false)
  })

  it('covers a URL only where it is read as that host, whatever comes behind it', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string({ unit: codePoint })), (rest) => {
        const url = `${host}${rest}`
        const covered = staysAt({ '/url': host }, { url })
        expect(covered && new URL(url).origin !== host).toBe(false)
      }),
    )
  })

  it('is denied however it is spelt', () =>
    expect(
      [
        `${host}/a`,
        'HTTPS://DOCS.example.org/',
        'http://docs.example.org:8080/',
        'https://evil.example@docs.example.org/',
        'not a URL',
        ['a list'],
      ].map((url) => mayBeAt({ '/url': host }, { url })),
    ).toEqual([true, true, true, true, true, true]))

  it('leaves another host alone where it is denied', () =>
    expect([
      mayBeAt({ '/url': host }, { url: 'https://other.example/' }),
      mayBeAt({ '/url': host }, {}),
    ]).toEqual([false, false]))
})

describe('the scopes of a tool that takes a URL', () => {
  it('have one with any URL of the host, beside the other arguments as they are or whatever they are', () =>
    expect(
      atHost({ url: `${host}/guide/`, method: 'GET' }, ['/url', '/method', '/body']).map(
        ({ text, patterns }) => [text, patterns],
      ),
    ).toEqual([
      [
        'fetch of web with method "GET", any url at https://docs.example.org',
        {
          ...noPatterns,
          calls: ['web/fetch'],
          args: { '/method': 'GET' },
          urlHosts: { '/url': host },
          free: ['/body'],
        },
      ],
      [
        'fetch of web with any url at https://docs.example.org, whatever else it is given',
        {
          ...noPatterns,
          calls: ['web/fetch'],
          args: {},
          urlHosts: { '/url': host },
          free: ['/method', '/body'],
        },
      ],
    ]))

  it('bind the host where the URL says to whom it sends', () =>
    expect(
      atHost({ url: `${host}/hook`, body: 'hi' }, ['/url', '/body'], ['/url']).at(-1),
    ).toMatchObject({ patterns: { args: {}, urlHosts: { '/url': host }, free: ['/body'] } }))

  it('keep everybody else it sends to', () =>
    expect(
      atHost(
        { url: `${host}/hook`, to: 'anna@a.example', body: 'hi' },
        ['/url', '/to', '/body'],
        ['/to'],
      ).map(({ patterns }) => patterns.args),
    ).toEqual([{ '/to': 'anna@a.example', '/body': 'hi' }, { '/to': 'anna@a.example' }]))

  it.each<[string, JsonObject, readonly string[]]>([
    ['has no URL', { path: 'a' }, []],
    ['has a URL that can be read in two ways', { url: 'https://a.example:443/' }, []],
    ['sends to a list beside it', { url: `${host}/`, to: ['anna@a.example'] }, ['/to']],
    ['does not say to whom it sends', { url: `${host}/` }, ['/to']],
  ])('have none where the call %s', (_what, args, to) =>
    expect(atHost(args, ['/url', '/to', '/path'], to)).toEqual([]),
  )

  it('offer none to approve once private data was read: the rest of a URL carries it', () => {
    const reasons = [{ code: 'flow.both', text: 'Both.' }]
    const named = namedProposals(
      scopes({ url: `${host}/`, method: 'GET' }, ['/url', '/method']),
      true,
      reasons,
      [touch],
      { workspace: '/w', home: '/h', foldsCase: false },
    )
    expect(named.map(({ allows, patterns }) => [patterns.urlHosts !== undefined, allows])).toEqual([
      [false, true],
      [true, false],
      [true, false],
      [false, false],
    ])
  })

  it('name each URL of the arguments', () =>
    expect(urlHosts({ from: `${host}/a`, to: 'https://b.example/', 'a/b': 'x' })).toEqual({
      '/from': host,
      '/to': 'https://b.example',
    }))
})
