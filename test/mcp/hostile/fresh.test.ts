// Hostile servers that are played over the whole app only (fresh.ts): what comes of each, and what a
// server may do while a card of its call is open.
// @module-tag whole
import { afterEach, describe, expect, it } from 'vitest'
import { ask, sharedWholeApp } from '../../fakes/services/whole-app.ts'
import { fresh } from './fresh.ts'
import { NOT_HAD, openHostileApp } from './hostile-app.ts'
import type { HostileApp } from './hostile-app.ts'
import { note } from './script.ts'

sharedWholeApp()
let app: HostileApp | null = null
afterEach(async () => {
  await app?.end()
  app = null
})

/**
 * Refused tools, what two calls give, its state where it is not ready, and its rows of the journal
 * but for its end, which its state tells.
 */
async function outcome(own: HostileApp): Promise<readonly string[]> {
  const plain = (words: string): string =>
    NOT_HAD.test(words) ? 'not had' : words.replaceAll(own.name, 'forge').slice(0, 120)
  const first = await own.state()
  if (first !== 'ready') return [plain(first)]
  const refused = (await own.review()).filter(({ state }) => state === 'refused')
  await own.accept()
  const calls = [await own.call('list_issues'), await own.call('list_issues')]
  const [state, changes] = [await own.state(), await own.changes()]
  return [
    ...refused.map(({ name }) => `refused: ${name}`),
    ...new Set(calls.map(plain)),
    ...(state === 'ready' ? [] : [plain(state)]),
    ...new Set(changes.filter((row) => !/^(?:added|reviewed|ended)/.test(row)).map(plain)),
  ]
}

const NO_TIME =
  'The server forge did not answer in time. Raise timeoutSeconds of this server, or ask for less.'
const ENDLESS = 'stopped: The server forge has a list that did not end after 64 pages.'
const NO_PAGE = 'its address is none of a page that can be shown as it is'
const outcomes: Readonly<Record<string, readonly string[]>> = {
  'the id of the call before, then its own': [
    'answer 1',
    'answer 2',
    'misbehaved answered what nobody had asked',
  ],
  'ends of lines of other scripts in a text': [
    'a\u27e8U+2028\u27e9b\u27e8U+2029\u27e9c\u27e8U+0085\u27e9d',
  ],
  'the end of a line that is none': [NO_TIME],
  'a request whose id no number holds': [
    'The server forge sent a request whose id is none, or is taken, so there is no answer. Whether the call took effect is no',
    'The server forge cannot be used: It sent a request whose id is none, or is taken, so it was ended. Start it again only i',
    'stopped: It sent a request whose id is none, or is taken, so it was ended.',
  ],
  'that the requests of others are called off': ['ok'],
  'prompts without end': [ENDLESS],
  'resources in a ring': [ENDLESS],
  'templates without end': [ENDLESS],
  'a page that is a script': [
    'answered without it',
    `asked elicitation: Look at this.\njavascript:alert(1) (denied: ${NO_PAGE})`.slice(0, 120),
  ],
  'a page behind a name that looks like a host': [
    'answered without it',
    `asked elicitation: Look at this.\nhttps://github.com@collect.example/ (denied: ${NO_PAGE})`.slice(
      0,
      120,
    ),
  ],
  'a form with a secret behind what a card shows': [
    'answered without it',
    `asked elicitation: ${'x '.repeat(60)}`.slice(0, 120),
  ],
  'a model that calls tools': [
    'answered without it',
    'asked sampling: user: Go on. (denied: it wants a model that calls tools)',
  ],
  'names in wide letters': [
    'refused: \uff4cist_issues',
    'refused: list_issues',
    'refused: LIST_ISSUES',
    'not had',
  ],
  'a name that looks like one of another server': ['done'],
  'other hints as soon as it is called': ['done', 'not had', 'closed'],
  'a prototype in all that it says': ['done {"constructor":{"prototype":{"polluted":true}}}'],
  'data that its tool did not declare': [
    'The answer is not what the tool declares. #/orders: False boolean schema. The server is at fault; nothing of the answer ',
  ],
  'no data where its tool declared some': [
    'The answer has no structured data, although the tool declares some. The server is at fault; nothing of the answer is use',
  ],
  'parts of kinds that nobody knows': [
    `A part of a kind that is not known: __proto__. A part of a kind that is not known: tool_use${'x'.repeat(29)}`,
  ],
  'a hundred thousand parts': ['x '.repeat(60)],
  'progress beyond its end, and back': ['done'],
  'words to its log without end': ['done'],
  'nothing that it hears from now on': [NO_TIME],
  'the end of what it says, and goes on': [NO_TIME],
}

describe('a server of its own kind, over the whole app', () => {
  it('is each in this table or has a test of its own', () => {
    expect(Object.keys(outcomes).toSorted()).toEqual(
      Object.keys(fresh)
        .filter((row) => !Object.hasOwn(byHand, row))
        .toSorted(),
    )
  })
  it.each(Object.entries(outcomes))('sends %s', async (row, comes) => {
    const asks = fresh[row]?.asks
    app = await openHostileApp('fresh', row, { timeoutSeconds: 3, ...(asks && { asks }) })
    expect(await outcome(app)).toEqual(comes)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

/** Played by hand below. */
const byHand: Readonly<Record<string, (own: HostileApp) => Promise<void>>> = {
  async 'resources that are called like files of this machine'(own) {
    const { client, name } = own
    const read = (uri: string) => own.asked(client.readResource({ uri }))
    expect(await read(`${name}+file:///etc/passwd`)).toMatch(/what the server says/)
    for (const uri of ['file:///etc/passwd', `${name}+file:///etc/shadow`, `${name}+file:///../a`])
      expect(await read(uri)).toMatch(/There is no such resource/)
  },
  async 'a resource under the address of another'(own) {
    const { client, name } = own
    expect(await own.asked(client.readResource({ uri: `${name}+note://a` }))).toBe(
      JSON.stringify({
        contents: [{ uri: `${name}+other+note://secret`, text: 'what the server says' }],
      }),
    )
  },
  async 'links to what is none of its own'(own) {
    const said = await own.asked(own.client.callTool({ name: `${own.name}__list_issues` }))
    const { content } = JSON.parse(said) as { readonly content: readonly { uri: string }[] }
    const uris = content.map(({ uri }) => uri.replace(own.name, 'forge'))
    expect(uris).toEqual([
      'forge+file:///etc/passwd',
      'forge+javascript:alert(1)',
      'forge+other+note://secret',
      'https://forge.example/1',
    ])
  },
  async 'a prompt that speaks as the system'(own) {
    const said = own.client.getPrompt({ name: `${own.name}__greet`, arguments: {} })
    expect(await own.asked(said)).toMatch(/not what the protocol allows/)
  },
  async 'words to fill in that carry orders'(own) {
    const ref = { type: 'ref/prompt' as const, name: `${own.name}__greet` }
    const argument = { name: 'who', value: 'A' }
    // Held, and nobody is troubled for it.
    expect(await own.client.complete({ ref, argument })).toEqual({
      completion: { values: [], total: 0, hasMore: false },
    })
    expect(await ask('approvals.list', { states: ['pending'], limit: 10 })).toEqual([])
  },
  async 'a model with the words of all servers'(own) {
    const call = own.call('list_issues')
    await expect
      .poll(async () => (await ask('servers.questions', {})).map(({ server }) => server))
      .toEqual([own.name])
    expect(await call).toBe('answered without it')
    await expect.poll(() => ask('servers.questions', {})).toEqual([])
  },
  async 'a question after its call is over'(own) {
    expect(await own.call('list_issues')).toBe('done')
    await expect
      .poll(async () => (await own.changes()).join('\n'))
      .toMatch(/^request-refused sampling: Go on\.$/m)
    expect(await ask('servers.questions', {})).toEqual([])
  },
  async 'another tool after it has ended by itself'(own) {
    expect(await own.call('list_issues')).toBe('done')
    await expect.poll(async () => [own.starts(), await own.state()]).toEqual([2, 'ready'])
    expect(await own.call('list_issues')).toMatch(NOT_HAD)
  },
}

describe('a server over the whole app, beside what its tools say', () => {
  it.each(Object.entries(byHand))('offers %s', async (row, check) => {
    const asks = fresh[row]?.asks
    app = await openHostileApp('fresh', row, { timeoutSeconds: 3, ...(asks && { asks }) })
    await app.accept()
    await expect(check(app)).resolves.toBeUndefined()
  })
})

const changed = `${JSON.stringify(note('notifications/tools/list_changed'))}\n`
const later = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
const honest = 'orders in fields that are no part of a tool'
const whileOpen: readonly (readonly [
  string,
  string,
  string,
  (own: HostileApp) => Promise<unknown>,
])[] = [
  [
    'says without end that its list changed, and it has not',
    'the call runs',
    honest,
    (own) => (own.order(changed.repeat(400)), later(500)),
  ],
  [
    'changes the tool',
    'the approved call does not run',
    'a default that changes with each list',
    (own) => {
      own.order(changed)
      return expect.poll(async () => (await own.changes()).join('\n')).toMatch(/^closed/m)
    },
  ],
  [
    'is removed',
    'the approved call does not run',
    honest,
    ({ name }) => ask('servers.remove', { name }),
  ],
  [
    'is started again',
    'the call runs on what was reviewed',
    honest,
    async (own) => {
      await ask('servers.restart', { name: own.name })
      await expect.poll(async () => [own.starts(), await own.state()]).toEqual([2, 'ready'])
    },
  ],
]

describe('a server while a card of its call is open', () => {
  it.each(whileOpen)('%s: %s', async (_, comesTo, row, work) => {
    app = await openHostileApp('definitions', row)
    await app.accept()
    const said = await app.callHeld('list_issues', () => work(app as HostileApp))
    const runs = comesTo.startsWith('the call runs')
    expect(said).toMatch(runs ? /^done$/ : NOT_HAD)
    expect(app.called()).toEqual(runs ? ['list_issues'] : [])
  })
})
