import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Manifest } from '../../../contract/call/manifest.ts'
import {
  likeness,
  namesOf,
  refusedServer,
  shadowOf,
  toolId,
  toolName,
} from '../../../main/mcp/trust/names.ts'
import type { Named } from '../../../main/mcp/trust/names.ts'
import { changesByName, wordsOf } from '../../../main/mcp/trust/safe-verbs.ts'
import { codePoint } from '../../code-point.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const builtIn = ['read_file', 'exec', 'web_fetch', 'list_dir']

describe('names of tools from outside', () => {
  it.each<[string, string, 'same' | 'alike' | null]>([
    ['read_file', 'read_file', 'same'],
    ['read_file', 'readFile', 'same'],
    ['read_file', 'READ-FILE', 'same'],
    ['read_file', 'read.file', 'same'],
    ['read_file', 're\u0430d_file', 'alike'],
    ['read_file', 'rea\u0501_file', 'alike'],
    ['read_file', '\uff52\uff45\uff41\uff44_file', 'alike'],
    ['read_file', 'read_file\u200b', 'alike'],
    ['read_file', 'r\u00e9ad_file', 'alike'],
    ['read_file', 'read_fi1e', 'alike'],
    ['list_dir', 'Iist_dir', 'alike'],
    ['exec', '\u0435x\u0435\u0441', 'alike'],
    ['exec', '\u03b5xec', 'alike'],
    ['modern', 'modem', 'alike'],
    ['issue1', 'issue2', null],
    ['read_file', 'read_files', null],
    ['read_file', 'write_file', null],
  ])('%s and %s', (a, b, wanted) =>
    expect([likeness(a, b), likeness(b, a)]).toEqual([wanted, wanted]),
  )

  it.each<[string, string]>([
    ['create_issue', 'forge__create_issue'],
    ['listFiles', 'forge__listFiles'],
    ['files/list', `forge__files-list-${sha256('files/list').slice(0, 8)}`],
    ['länder', `forge__la-nder-${sha256('länder').slice(0, 8)}`],
    ['a'.repeat(80), `forge__${'a'.repeat(48)}-${sha256('a'.repeat(80)).slice(0, 8)}`],
  ])('%s is called %s', (tool, name) => expect(toolName('forge', tool, sha256)).toBe(name))

  it('always fit the form, and ids of different names differ', () => {
    const shape = Manifest.pick({ id: true, name: true })
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: codePoint }),
        fc.string({ minLength: 1 }),
        (a, b) => {
          const of = (tool: string) => ({
            id: toolId('forge-2', tool, sha256),
            name: toolName('forge-2', tool, sha256),
          })
          expect(shape.safeParse(of(a)).success && shape.safeParse(of(b)).success).toBe(true)
          expect(a === b || of(a).id !== of(b).id).toBe(true)
        },
      ),
    )
  })
})

describe('shadow protection', () => {
  const one = (server: string, tool: string, reviewed = false): Named => ({
    server,
    tool,
    reviewed,
  })
  type Row = { refused: unknown; warnings: number; equal?: number }
  it.each<[string, Named, readonly Named[], boolean, Row]>([
    ['an ordinary name', one('forge', 'create_issue'), [], true, { refused: null, warnings: 0 }],
    [
      'a built-in name from a community server',
      one('forge', 'read_file'),
      [],
      true,
      { refused: expect.stringContaining('built in'), warnings: 0 },
    ],
    [
      'a built-in name from one that is known',
      one('forge', 'read_file'),
      [],
      false,
      { refused: null, warnings: 0, equal: 1 },
    ],
    [
      'a built-in name in another alphabet, from one that is known',
      one('forge', 're\u0430d_file'),
      [],
      false,
      { refused: expect.stringContaining('read_file'), warnings: 0 },
    ],
    [
      'with its server it reads like a built-in',
      one('web', 'fetch'),
      [],
      false,
      { refused: expect.stringContaining('web_fetch'), warnings: 0 },
    ],
    [
      'characters that cannot be seen',
      one('forge', 'find\u200b_it'),
      [],
      false,
      { refused: expect.stringContaining('cannot be seen'), warnings: 0 },
    ],
    [
      'two of one server that look alike',
      one('forge', 'get_all'),
      [one('forge', 'getAll')],
      false,
      { refused: expect.stringContaining('getAll'), warnings: 0 },
    ],
    [
      'the same name in another server',
      one('forge', 'search'),
      [one('wiki', 'search', true)],
      true,
      { refused: null, warnings: 1 },
    ],
    [
      'a look-alike of another server',
      one('evil', 'se\u0430rch'),
      [one('wiki', 'search', true)],
      false,
      { refused: expect.stringContaining('of the server wiki'), warnings: 0 },
    ],
    [
      'the one that was there before stays',
      one('wiki', 'search', true),
      [one('evil', 'se\u0430rch')],
      false,
      { refused: null, warnings: 0 },
    ],
  ])('%s', (_, own, others, community, { refused, warnings, equal = 0 }) => {
    const found = shadowOf(own, namesOf([own, ...others], builtIn), community)
    const { warnings: signs, equal: same } = found
    expect([found.refused, signs.length, same.length]).toEqual([refused, warnings, equal])
  })

  it.each<[string, string, boolean, string | null]>([
    ['forge', 'wiki', false, null],
    ['gatehouse', 'wiki', false, 'belongs to Gatehouse'],
    ['exec', 'wiki', false, 'belongs to Gatehouse'],
    ['read-file', 'wiki', true, 'belongs to Gatehouse'],
    ['g1thub', 'github', false, 'looks like that of the server github'],
    ['g1tlab', 'gltlab', false, 'looks like that of the server gltlab'],
    ['github', 'githu-b', false, 'looks like that of the server githu-b'],
    ['github', 'githu-b', true, null],
  ])('a server named %s beside %s (reviewed: %s)', (name, other, reviewed, wanted) => {
    const found = refusedServer(
      name,
      reviewed,
      [
        { name, reviewed },
        { name: other, reviewed: false },
      ],
      builtIn,
    )
    expect(found ?? '').toMatch(wanted ?? /^$/)
  })
})

describe('a name that says that its tool changes something', () => {
  it.each<[string, boolean]>([
    ['list_issues', false],
    ['getIssue', false],
    ['issues', false],
    ['sequentialthinking', false],
    ['list_updates', false],
    ['get_deleted_items', false],
    ['find_senders', false],
    ['list_updates_and_send', true],
    ['get_update', true],
    ['list_updateall', true],
    ['read_createdat_erase', true],
    ['delete_issue', true],
    ['get_or_create', true],
    ['search_and_replace', true],
    ['getanddelete', false],
    ['list_deleteall', true],
    ['get_dele\u0442e', true],
    ['get_\uff44elete', true],
    ['get_del\u200bete', true],
  ])('%s: %s', (name, changes) => expect(changesByName(name)).toBe(changes))

  it('sees the words of a name', () =>
    expect(wordsOf('getHTTPStatus_of-v2.Page')).toEqual([
      'get',
      'http',
      'status',
      'of',
      'v',
      'page',
    ]))
})
