// Memory with the real table of the store: what was noted in one session is found in another.
import { describe, expect, it } from 'vitest'
import { SessionId } from '../../../contract/ids.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import { memoryTable } from '../../../main/store/tables/memory-table.ts'
import { openNotes } from '../../../main/wiring/execution/memory-power.ts'
import { memorySearch } from '../../../tools/memory/memory-search.ts'
import { runTool, touchesOf } from '../../fakes/services/run-tool.ts'
import { memoryStore } from '../../store/fixture.ts'

const tool = memorySearch as unknown as AnyTool
const [first, second] = ['ses_00000001', 'ses_00000002'].map((id) => SessionId.parse(id)) as [
  SessionId,
  SessionId,
]
const NOON = Date.parse('2026-11-23T12:00:00Z')

async function open() {
  const { db } = await memoryStore()
  const table = memoryTable(db)
  const memory = openNotes(
    table,
    () => NOON,
    () => {},
  )
  const run = async (args: object, session = first, permitted?: readonly CanonicalTouch[]) => {
    const touches = touchesOf(tool, args)
    const power = memory.power({
      permitted: permitted ?? (typeof touches === 'string' ? [] : (touches as CanonicalTouch[])),
      principal: { kind: 'cli', name: 'command line', session },
      untrusted: () => null,
      onReadBack: () => {},
    })
    const ended = await runTool(tool, args, { hosts: [], powers: { memory: power } })
    return ended.ok ? ended.value.text : `! ${ended.error.code}`
  }
  return { run, table }
}

describe('memory_search', () => {
  it('finds in one session what another noted, the best first, with where it is from', async () => {
    const { run } = await open()
    await run({ action: 'add', text: 'The staging server is called heron.' })
    await run({ action: 'add', text: 'Heron, heron, heron: servers like birds.', source: 'birds' })
    await run({ action: 'add', text: 'Tea at four.' })
    expect(await run({ query: 'heron server' }, second)).toBe(
      '[2] birds, 2026-11-23\nHeron, heron, heron: servers like birds.\n\n[1] notes, 2026-11-23\nThe staging server is called heron.',
    )
    expect(await run({ query: 'heron', source: 'notes' })).toContain('[1] notes')
    expect(await run({ query: 'heron', limit: 1 })).toContain('[There are more.')
    expect(await run({ query: 'nothing of it' })).toBe('Nothing remembered fits.')
    expect(await run({ action: 'list_sources' })).toBe('birds: 1\nnotes: 2')
  })

  it('explains the last search of the same session', async () => {
    const { run } = await open()
    await run({ action: 'add', text: 'Café at noon' })
    expect(await run({ action: 'explain_last' })).toBe('Nothing was searched for in this session.')
    await run({ query: 'CAFE, noon!' })
    expect(await run({ action: 'explain_last' })).toMatch(
      /^Searched 1 entries for "CAFE, noon!": any word that begins with cafe, noon\.\n1\. entry 1 of notes, BM25 -\d/,
    )
    expect(await run({ action: 'explain_last' }, second)).toBe(
      'Nothing was searched for in this session.',
    )
  })

  it.each([
    '"a"',
    'a" OR "b',
    'NEAR(a b)',
    'text:x',
    'a*',
    "'; DROP TABLE memories; --",
    '(((a',
    'a AND NOT b',
  ])('takes %s for words', async (query) => {
    const { run } = await open()
    await run({ action: 'add', text: 'drop the table near a tree, not b' })
    expect(await run({ query })).not.toMatch(/^!/)
  })

  it('keeps the same text of a source once, and finds no more of what is deleted', async () => {
    const { run } = await open()
    for (let times = 0; times < 2; times += 1) await run({ action: 'add', text: 'Once.' })
    expect(await run({ action: 'list_sources' })).toBe('notes: 1')
    expect(await run({ action: 'delete', id: 1 })).toBe('Deleted entry 1 of notes.')
    expect(await run({ query: 'once' })).toBe('Nothing remembered fits.')
    expect(await run({ action: 'delete', id: 1 })).toBe('! memory.unknown')
  })

  it('deletes nothing that a person put there', async () => {
    const { run, table } = await open()
    table.add({
      source: 'knowledge:handbook',
      category: '',
      key: '',
      text: 'Doors close at six.',
      agent: '',
      untrusted: null,
      at: NOON,
    })
    expect(await run({ action: 'delete', id: 1 })).toBe('! memory.knowledge')
    expect(await run({ query: 'doors' })).toContain('knowledge:handbook')
  })

  it('does no more than its call was permitted', async () => {
    const { run } = await open()
    const read: readonly CanonicalTouch[] = [{ kind: 'memory', access: 'read' }]
    expect(await run({ action: 'add', text: 'x' }, first, read)).toBe('! memory.outside-permit')
    expect(await run({ action: 'delete', id: 1 }, first, read)).toBe('! memory.outside-permit')
    expect(await run({ query: 'x' }, first, [])).toBe('! memory.outside-permit')
  })

  it.each([
    [{}],
    [{ action: 'search' }],
    [{ query: '' }],
    [{ query: '"' }],
    [{ query: '*' }],
    [{ query: '\u202e' }],
    [{ action: 'add', text: ' \n\u200b' }],
    [{ action: 'add', text: '…' }],
    [{ query: 'x'.repeat(501) }],
    [{ query: 1 }],
    [{ query: 'x', limit: 51 }],
    [{ query: 'x', text: 'y' }],
    [{ action: 'add' }],
    [{ action: 'add', text: 'x'.repeat(10_001) }],
    [{ action: 'add', text: 'x', source: 'knowledge:mine' }],
    [{ action: 'add', text: 'x', source: 'a\nb' }],
    [{ action: 'add', text: 'x', source: '../x' }],
    [{ action: 'delete' }],
    [{ action: 'delete', id: 0 }],
    [{ action: 'delete', id: '1' }],
    [{ action: 'drop', id: 1 }],
    [{ query: 'x', table: 'runs' }],
  ])('refuses %j', (args) => {
    expect(touchesOf(tool, args)).toBeTypeOf('string')
  })
})
