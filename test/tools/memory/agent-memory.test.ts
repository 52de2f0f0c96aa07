// Notes by category and key, and the memory of one agent, which is its own.
import { describe, expect, it } from 'vitest'
import { recordsFixture } from '../records/fixture.ts'

describe('store_memory and query_memory', () => {
  it('replace what is under the same category and key, and find it within a category', async () => {
    const { run } = await recordsFixture()
    await run('store_memory', { category: 'people', key: 'Ada', value: 'Likes tea.' })
    await run('store_memory', { category: 'drinks', key: 'Ada', value: 'Tea at four.' })
    await run('store_memory', { category: 'people', key: 'Ada', value: 'Likes coffee.' })
    expect((await run('query_memory', { query: 'likes tea' })).text).toBe(
      '[3] people/Ada, 2026-11-26\nLikes coffee.\n\n[2] drinks/Ada, 2026-11-26\nTea at four.',
    )
    expect((await run('query_memory', { query: 'tea', category: 'people' })).text).toBe(
      'Nothing remembered fits.',
    )
    expect((await run('memory_search', { query: 'coffee' })).text).toContain('people/Ada')
  })

  it('say which entries were read, and where text in them came from', async () => {
    const { run, context } = await recordsFixture()
    context.untrusted = 'mail.example'
    await run('store_memory', { category: 'mail', key: 'm', value: 'Pay to heron.' })
    context.untrusted = null
    const found = await run('query_memory', { query: 'heron' })
    expect(found.readBack).toEqual([{ of: 'memory', id: 1, untrusted: 'mail.example' }])
    expect(found.text).toContain('May hold text from mail.example')
  })
})

describe('the memory of an agent', () => {
  it('holds what that agent noted, and nobody else reads or clears it', async () => {
    const { run } = await recordsFixture()
    await run('store_memory', { category: 'a', key: 'k', value: 'Of main.' })
    await run('store_memory', { category: 'b', key: 'k', value: 'Of other.' }, { as: 'other' })
    expect((await run('get_agent_memory')).text).toBe('[1] a/k, 2026-11-26\nOf main.')
    expect((await run('get_agent_memory', { agent_name: 'main' })).text).toContain('Of main.')
    for (const tool of ['get_agent_memory', 'clear_agent_memory'])
      for (const agent_name of ['other', 'MAIN', 'mcp-client:main', 'main ✓'])
        expect((await run(tool, { agent_name })).text).toBe('! memory.another')
    expect((await run('clear_agent_memory')).text).toBe('Deleted 1 note.')
    expect((await run('get_agent_memory')).text).toBe('You have noted nothing.')
    expect((await run('get_agent_memory', {}, { as: 'other' })).text).toContain('Of other.')
    expect((await run('clear_agent_memory')).text).toBe('There was nothing to delete.')
  })

  it('is read and cleared by a call that was permitted to, alone', async () => {
    const { run } = await recordsFixture()
    await run('store_memory', { category: 'a', key: 'k', value: 'x' })
    const permitted = [{ kind: 'memory', access: 'read' }] as const
    expect((await run('clear_agent_memory', {}, { permitted })).text).toBe(
      '! memory.outside-permit',
    )
    expect((await run('get_agent_memory', {}, { permitted: [] })).text).toBe(
      '! memory.outside-permit',
    )
  })
})
