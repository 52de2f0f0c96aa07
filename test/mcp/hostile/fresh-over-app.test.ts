// Hostile servers of fresh-programs.ts and fresh-addresses.ts over the whole app: what each comes to, for the
// agent that calls and for the person.
// @module-tag whole
import { afterEach, describe, expect, it } from 'vitest'
import { sharedWholeApp } from '../../fakes/services/whole-app.ts'
import { freshAddresses, openAddress } from './fresh-addresses.ts'
import { freshPrograms } from './fresh-programs.ts'
import { openHostileAddress, openHostileApp } from './hostile-app.ts'
import type { HostileApp } from './hostile-app.ts'

sharedWholeApp()
let app: HostileApp | null = null
let address: Awaited<ReturnType<typeof openAddress>> | null = null
afterEach(async () => {
  await app?.end()
  address?.end()
  app = null
  address = null
})

const NO_TIME = 'The server forge did not answer in time.'
const CUT = 'The connection to forge was cut off before its answer was there.'
const NOT_KNOWN = 'There is no tool named forge__list_issues.'
const MOVED = (status: number): string =>
  `The server forge sends the call on to another address (HTTP ${status}), and Gatehouse does not follow.`

/** What two calls give, each once; then what a person reads of its tool, its end and its odd ways. */
async function outcome(own: HostileApp, args: Record<string, unknown> = {}) {
  const plain = (words: string): string => words.replaceAll(own.name, 'forge')
  const sentence = (words: string): string => plain(words).replace(/(?<=\.) [A-Z].*$/s, '')
  const tools = (await own.review()).filter(({ what }) => what === 'tool')
  await own.accept()
  const calls = [await own.call('list_issues', args), await own.call('list_issues', args)]
  const [state, changes] = [await own.state(), await own.changes()]
  return [
    ...tools.flatMap(({ warnings }) => warnings),
    ...new Set(calls.map(sentence)),
    ...(state === 'ready' ? [] : [plain(state)]),
    ...changes.filter((row) => row.startsWith('misbehaved')),
  ]
}

const ended = (what: string): readonly string[] => [
  `The server forge ${what}, so there is no answer.`,
  `The server forge cannot be used: It ${what}, so it was ended.`,
  `stopped: It ${what}, so it was ended.`,
]
const FORGED = 'misbehaved answered what nobody had asked'
const programs: Readonly<Record<string, readonly string[]>> = {
  'who it is twice, with other powers': ['done', FORGED],
  'tools that it says it does not have': [NOT_KNOWN],
  'prompts that it says it has, and does not': ['done'],
  'that its list changed before it was greeted': ['done'],
  'bytes that are no text': ended('sent an invalid message'),
  'a pattern that takes for ever': ['done'],
  'a schema at an address of its own': [
    'Refused: its schema refers to something outside itself.',
    NOT_KNOWN,
  ],
  'a schema that is made of itself': [
    'Refused: its schema refers to itself without end.',
    NOT_KNOWN,
  ],
  'pictures for itself at other hosts': ['done'],
  'a wish that has no name here': [
    '{"jsonrpc":"2.0","id":950,"error":{"code":-32601,"message":"Method not found"}}',
  ],
  'a title that runs backwards': [
    'It has characters that cannot be seen or that turn text round: U+202E, U+2066, U+E0049, U+E0067, U+E006E, U+2069.',
    'done',
  ],
  'an answer that is as deep as it can be': ended('sent a message that is nested deeper than 128'),
  'who it is, after eight seconds': ['done'],
  'nothing, when it is asked for its list again': ['done', 'The server forge is not ready yet.'],
}

describe('a program that means harm, over the whole app', () => {
  it('is each in this table, but for two that have a test of their own', () => {
    expect([...Object.keys(programs), ...byHand].toSorted()).toEqual(
      Object.keys(freshPrograms).toSorted(),
    )
  })
  it.each(Object.entries(programs))('sends %s', async (row, comes) => {
    app = await openHostileApp('programs', row, { timeoutSeconds: 3 })
    const args = row.startsWith('a pattern') ? { q: `${'a'.repeat(40)}!` } : {}
    expect(await outcome(app, args)).toEqual(comes)
  })
})

const byHand = ['a revision that nobody knows', 'a wish for the folders of the person']
describe('a program by hand, over the whole app', () => {
  it('is stopped where it speaks a revision that nobody knows', async () => {
    app = await openHostileApp('programs', byHand[0] ?? '')
    await expect
      .poll(app.state)
      .toMatch(/^stopped: .*a version of the protocol that is not known here.*3 times in 5 minutes/)
  })
  it('learns the folders that it was granted, and no others', async () => {
    app = await openHostileApp('programs', byHand[1] ?? '')
    await app.accept()
    const { result } = JSON.parse(await app.call('list_issues')) as {
      readonly result: { readonly roots: readonly { readonly uri: string }[] }
    }
    const own = app.name
    expect(result.roots).toHaveLength(2)
    expect(result.roots.some(({ uri }) => uri.endsWith(`/${own}`))).toBe(true)
  })
})

const addresses: Readonly<Record<string, readonly string[]>> = {
  'to another host, with all that was said': [MOVED(307)],
  'to another host, for a look': [MOVED(303)],
  'for ever to another host': [MOVED(308)],
  'an answer without end': [NO_TIME],
  'comments without end': [NO_TIME],
  'a page for an answer': [
    'The server forge answered with text/html, which is no answer of the protocol.',
  ],
  'an answer without a type': ['The server forge did not say what kind of answer it gave.'],
  'an answer in letters of another kind': ['ok'],
  'cookies, and a page to go to': ['ok'],
  'another session in the middle': ['ok'],
  'a session of twelve thousand characters': ['ok'],
  'a few bytes that become very many': ended('sent a message that is longer than 16777216 bytes'),
  'a code on top of a code': ['ok'],
  'that it took what it was asked': [NO_TIME],
  'an error that gives orders': ['The server forge failed (HTTP 500).'],
  'to come back in three years': ['The server forge takes no more calls for now (HTTP 429).'],
  'a wish for a key, for a place in this network': [
    'The sign-in to forge was ended.',
    'The server forge cannot be used: The sign-in to forge was ended.',
    'needs-sign-in: The sign-in to forge was ended. The server sends to http://169.254.169.254 for signing in, which is not encrypted.',
  ],
  'a wish for a password': [
    'The server forge denied access.',
    'The server forge cannot be used: It wants a person to sign in.',
    'needs-sign-in: It wants a person to sign in.',
  ],
  'less than it said': [CUT],
  'two answers at once': ['ok', FORGED],
  'an answer to somebody else, then its own': ['ok', FORGED],
  'half an event, and its end': [CUT],
  'orders to wait for ever between two tries': [NO_TIME],
  'another protocol': ['The answer of forge is not what the protocol allows.'],
  'that it lets every page in': ['ok'],
}

describe('an address that means harm, over the whole app', () => {
  it('is each in this table', () => {
    expect(Object.keys(addresses).toSorted()).toEqual(Object.keys(freshAddresses).toSorted())
  })
  it.each(Object.entries(addresses))('answers with %s', async (row, comes) => {
    address = await openAddress(row)
    app = await openHostileAddress(address.url)
    expect(await outcome(app)).toEqual(comes)
    // Nobody is asked elsewhere, and nothing is sent back that it left with us.
    expect(address.strayed()).toBe(0)
    const { asked } = address
    expect(asked.flatMap(({ headers }) => headers.cookie ?? [])).toEqual([])
    expect(asked.filter(({ headers }) => headers['mcp-session-id'] === 'another')).toEqual([])
  })
})
