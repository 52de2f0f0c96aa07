// A server that means harm by how it wants to be signed in to: nothing is dialled that it may not name,
// no page is opened that is none, and neither code nor token goes to anybody but whom the person let in.
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { usualLimits } from '../../../main/mcp/client/limits.ts'
import type { Connection } from '../../../main/mcp/connection.ts'
import { openOutside, stateOf } from '../client/fixture.ts'
import { CODE, openPerson, openSignInServer, TOKEN } from './sign-in-server.ts'
import type { Otherwise } from './sign-in-server.ts'
import { fewRows } from '../../whole.ts'

const fixture = openOutside('hostile-sign-in')
const closing: (() => unknown)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

const RESOURCE = '/.well-known/oauth-protected-resource/mcp'
const ISSUER = '/.well-known/oauth-authorization-server'
const authorizedBy =
  (...servers: readonly string[]): Otherwise =>
  () => ({ [RESOURCE]: { authorization_servers: servers } })
const endpoints =
  (more: (base: string) => Record<string, unknown>): Otherwise =>
  (base) => ({ [ISSUER]: more(base) })
const json = (response: ServerResponse, value: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

type Row = {
  readonly tries: string
  readonly says: RegExp
  readonly otherwise: Otherwise
  /** How many pages the person was shown. */
  readonly pages?: number
  /** Until an answer about signing in has to be there. */
  readonly signInMs?: number
}
const ended = 'The sign-in to guarded was ended. '
const notAllowed = new RegExp(`^${ended}What its authorization server says is not what`)
const rows: readonly Row[] = [
  ...(
    [
      ['https://10.0.0.1', /10\.0\.0\.1 is a private address/],
      ['https://169.254.169.254', /is a cloud metadata service's address/],
      ['https://[fd00::1]', /is a unique local \(private IPv6\) address/],
      ['https://[::ffff:127.0.0.1]', /is a loopback address/],
      ['https://localhost', /leads to 127\.0\.0\.1, which is a loopback address/],
      ['https://login.inside.example', /leads to 10\.0\.0\.7, which is a private address/],
      ['https://login.here.example', /leads to 127\.0\.0\.1, which is a loopback address/],
      ['https://login.mixed.example', /leads to 203\.0\.113\.9, which is a documentation address/],
      ['http://169.254.169.254', /which is not encrypted/],
      ['http://login.example', /which is not encrypted/],
    ] as const
  ).map(([address, says]) => ({
    tries: `an authorization server at ${address}`,
    says,
    otherwise: authorizedBy(address),
  })),
  {
    tries: 'an authorization server that is another than it says',
    says: /Its authorization server says that it is another one\.$/,
    otherwise: endpoints(() => ({ issuer: 'https://login.example.com' })),
  },
  {
    tries: 'access to another server',
    says: /It asks for access to another server\.$/,
    otherwise: () => ({ [RESOURCE]: { resource: 'https://bank.example/mcp' } }),
  },
  {
    tries: 'a sign-in whose code anybody could use who saw it',
    says: /does not take the proof \(PKCE, S256\)/,
    otherwise: endpoints(() => ({ code_challenge_methods_supported: ['plain'] })),
  },
  {
    tries: 'tokens that come with the page',
    says: /gives no codes, and a token that comes with a page is not taken\.$/,
    otherwise: endpoints(() => ({ response_types_supported: ['token'] })),
  },
  ...(
    [
      ['javascript:alert(1)', notAllowed],
      ['data:text/html,hello', notAllowed],
      ['file:///etc/passwd', /The sign-in page has no web address\.$/],
      ['gatehouse://approve', /The sign-in page has no web address\.$/],
      ['http://login.example/authorize', /The sign-in page is neither behind https nor/],
      ['https://me:secret@login.example/authorize', /or it has a password in its address\.$/],
    ] as const
  ).map(([page, says]) => ({
    tries: `a page at ${page}`,
    says,
    otherwise: endpoints(() => ({ authorization_endpoint: page })),
  })),
  ...(
    [
      ['https://10.0.0.1/token', /10\.0\.0\.1 is a private address/],
      ['http://169.254.169.254/token', /wants the code to be sent without encryption\.$/],
      ['https://login.here.example/t', /which is a loopback address/],
    ] as const
  ).map(([token, says]) => ({
    tries: `to have the code sent to ${token}`,
    says,
    pages: 1,
    otherwise: endpoints(() => ({ token_endpoint: token })),
  })),
  ...(
    [
      ['https://10.0.0.1/register', /10\.0\.0\.1 is a private address/],
      ['http://169.254.169.254/register', /which is not encrypted/],
    ] as const
  ).map(([register, says]) => ({
    tries: `to have a registration sent to ${register}`,
    says,
    otherwise: endpoints(() => ({ registration_endpoint: register })),
  })),
  {
    tries: 'to have the code sent on by a redirect',
    says: /about signing in is a redirect, and nothing is sent on\.$/,
    pages: 1,
    otherwise: (base) => ({
      '/token': (_, response) =>
        void response.writeHead(307, { location: `${base}/elsewhere` }).end(),
    }),
  },
  {
    tries: 'metadata of 50 MB',
    says: /The answer of \S+ about signing in is longer than 1048576 bytes\.$/,
    otherwise: () => ({
      [ISSUER]: (_, response) => json(response, { issuer: 'x'.repeat(50 * 1024 * 1024) }),
    }),
  },
  {
    tries: 'metadata that is nested a thousand deep',
    says: /The answer of \S+ about signing in is nested deeper than 128/,
    otherwise: () => ({
      [ISSUER]: (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end('['.repeat(1_000) + ']'.repeat(1_000))
      },
    }),
  },
  {
    tries: 'metadata that comes drop by drop and never ends',
    says: /The answer of \S+ about signing in does not come to its end\.$/,
    signInMs: 500,
    otherwise: () => ({
      [ISSUER]: (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.write('{"issuer":"')
        const timer = setInterval(() => response.write('x'), 20)
        response.on('close', () => clearInterval(timer))
      },
    }),
  },
  {
    tries: 'a token that never comes',
    says: /^The sign-in failed\. The answer of \S+ about signing in does not come to its end\.$/,
    pages: 1,
    signInMs: 1_000,
    otherwise: () => ({ '/token': () => {} }),
  },
  {
    tries: 'a token with a line break in it',
    says: /What its authorization server gave as a token is none\.$/,
    pages: 1,
    otherwise: () => ({ '/token': { access_token: 'one\r\nX-Injected: two' } }),
  },
  {
    tries: 'a token that is no text',
    says: /What its authorization server says is not what the protocol allows\.$/,
    pages: 1,
    otherwise: () => ({ '/token': { access_token: { is: 'an object' } } }),
  },
]

/** Goes through a whole sign-in with a person who signs in wherever a page is opened. */
async function signInTo(otherwise: Otherwise, signInMs = 30_000) {
  const server = await openSignInServer(otherwise)
  const person = openPerson(server.url)
  closing.push(server.close, person.dispose)
  const states: string[] = []
  let connection: Connection | null = null
  const opened = fixture.connectTo(
    'guarded',
    { transport: 'http', url: server.url },
    {
      signIn: person.signIn,
      fetchFor: (address) => person.outbound.serverFetch(address),
      limits: { ...usualLimits, signInMs, waitMs: [60_000] },
      changed: () => void states.push(connection?.state().kind ?? 'starting'),
    },
  )
  connection = opened
  await stateOf(opened, 'needs-sign-in', 'stopped', 'waiting')
  states.length = 0
  opened.start()
  const over = (): boolean => states.some((kind) => kind !== 'starting')
  await expect.poll(over, { interval: 20 }).toBe(true)
  return {
    ...person,
    state: opened.state(),
    log: opened.log().join(' '),
    asked: server.asked,
    /** Where it went beside the server itself. */
    elsewhere: person.dialled.filter((address) => address !== `127.0.0.1:${server.port}`),
  }
}

describe('a server that means harm by how it wants to be signed in to', () => {
  it.each(
    fewRows(
      rows.map((row) => [row.tries, row] as const),
      8,
    ),
  )('tries %s', async (_, row) => {
    const got = await signInTo(row.otherwise, row.signInMs)
    expect(got.state).toEqual({ kind: 'needs-sign-in', text: expect.stringMatching(row.says) })
    expect([got.elsewhere, got.pages.length]).toEqual([[], row.pages ?? 0])
    // The code is for the token endpoint alone, nothing of a token is kept, and nothing is in the log.
    expect(got.asked.filter(({ body, query }) => `${query}${body}`.includes(CODE))).toEqual(
      got.asked.filter(({ path }) => path === '/token'),
    )
    expect(JSON.stringify([...got.stored.values()])).not.toContain('access_token')
    for (const secret of [CODE, TOKEN]) expect(got.log).not.toContain(secret)
  })

  it.each([
    ['itself, without end', (base: string, path: string) => `${base}${path}`],
    ['a private address', () => 'https://login.inside.example/'],
    ['the metadata service of a cloud', () => 'http://169.254.169.254/latest'],
  ])('redirects its metadata to %s: nothing else is reached', async (_, to) => {
    const paths = [RESOURCE, '/.well-known/oauth-protected-resource', ISSUER]
    const got = await signInTo((base) =>
      Object.fromEntries(
        paths.map((path) => [
          path,
          (_request: unknown, response: ServerResponse) =>
            void response.writeHead(302, { location: to(base, path) }).end(),
        ]),
      ),
    )
    expect(got.elsewhere).toEqual([])
    // The library goes five times on within one origin.
    const most = 2 * 2 * paths.length * 6
    expect(got.asked.filter(({ path }) => path.startsWith('/.well-known/')).length).toBeLessThan(
      most,
    )
  })

  it('gives a token that is good for more than was asked: the journal says for what', async () => {
    const got = await signInTo(() => ({ '/token': { scope: 'read admin' } }))
    expect(got.state).toEqual({ kind: 'ready' })
    expect(got.journal).toEqual([
      expect.stringMatching(/^127\.0\.0\.1:\d+ asks for read$/),
      'it gave a token that is good for more than was asked: admin',
    ])
  })

  it('never sees its token in an address, and neither does anybody else', async () => {
    const got = await signInTo(() => ({}))
    expect(got.asked.filter(({ authorization }) => authorization === `Bearer ${TOKEN}`)).toEqual(
      got.asked.filter(({ path, authorization }) => path === '/mcp' && authorization !== undefined),
    )
    expect(got.asked.map(({ path, query }) => `${path}${query}`).join(' ')).not.toContain(TOKEN)
  })
})
