// Actions of a tool from outside: read from its schema, and as a person marks them at its review.
import { describe, expect, it } from 'vitest'
import { readOnlyTool } from '../../../contract/call/read-only-tool.ts'
import type { CanonicalTouch, Trust } from '../../../contract/call/touch.ts'
import type { AnyTool } from '../../../contract/call/tool.ts'
import { decide } from '../../../main/gate/decide.ts'
import { ask, plain } from '../../gate/decision-requests.ts'
import { newDisk, offerOf, openFixture, stdio, tool } from './fixture.ts'

const listed = {
  inputSchema: {
    type: 'object',
    properties: { action: { type: 'string', enum: ['list', 'get', 'remove'], default: 'list' } },
  },
}
const union = {
  inputSchema: {
    type: 'object',
    oneOf: ['list', 'get', 'remove'].map((name) => ({
      properties: { action: { const: name } },
      required: ['action'],
    })),
  },
}

/** The tool after a review that marked these. */
async function marked(
  definition: object,
  readActions: readonly string[],
  { trust = 'local' as Trust, disk = newDisk() } = {},
) {
  const fixture = openFixture(
    { things: stdio({ trust }) },
    { things: offerOf({ tools: [tool('things', definition)] }) },
    disk,
  )
  const found = await fixture.servers.review('things', AbortSignal.timeout(5_000))
  if (!found.ok) throw new Error(found.error.text)
  const { digest, items } = found.value
  const proposed = items.find(({ what }) => what === 'tool')?.labels?.proposed
  if (proposed === undefined) throw new Error('It has no labels.')
  const accepted = await fixture.servers.accept(
    'things',
    [
      { what: 'server', name: 'server' },
      {
        what: 'tool',
        name: 'things',
        labels: { ...proposed, sends: null, readActions: [...readActions] },
      },
    ],
    digest,
    'window',
  )
  if (!accepted.ok) throw new Error(accepted.error.text)
  const [external] = fixture.servers.external()
  if (external === undefined) throw new Error('It is not offered.')
  return { tool: external.tool as AnyTool, disk, fixture, proposed }
}

const decided = ({ manifest, ...external }: AnyTool, args: object) => {
  const action = external.action(args)
  const touch: CanonicalTouch = {
    kind: 'mcp.call',
    server: 'things',
    tool: 'things',
    openWorld: false,
    trust: 'local',
  }
  const { effect, tier } = decide(
    { ...ask(manifest, [touch]), action, reviewed: true, args: { ...args } },
    plain,
  )
  return [action, effect, tier]
}

describe('actions of a tool from outside', () => {
  it.each([
    ['an enumeration', listed],
    ['a union of constants', union],
  ])('are read from %s, and none only reads until a person says so', async (_what, definition) => {
    const { tool: unmarked } = await marked(definition, [])
    expect(unmarked.manifest.actions).toEqual(
      ['list', 'get', 'remove'].map((name) => ({ name, readOnly: false })),
    )
    const { tool: known } = await marked(definition, ['list', 'get'])
    expect(known.manifest.actions).toEqual([
      { name: 'list', readOnly: true, riskTier: 'R1' },
      { name: 'get', readOnly: true, riskTier: 'R1' },
      { name: 'remove', readOnly: false },
    ])
  })

  it('are judged by what a person said: a read one runs, any other stays as the tool was', async () => {
    const { tool: known } = await marked(listed, ['list', 'get'])
    expect(decided(known, { action: 'get' })).toEqual(['get', 'allow', 'R1'])
    expect(decided(known, {})).toEqual(['list', 'allow', 'R1'])
    expect(decided(known, { action: 'remove' })).toEqual(['remove', 'confirm', 'R2'])
    expect(decided(known, { action: 'purge' })).toEqual(['purge', 'confirm', 'R2'])
    expect(decided(known, { action: ['list'] })).toEqual([null, 'confirm', 'R2'])
    // Servers that do not tell upper from lower case take the last of the two.
    for (const other of ['Action', 'ACTION', 'action ', '\u200baction', 'ａction', '_action'])
      expect([other, ...decided(known, { action: 'list', [other]: 'remove' })]).toEqual([
        other,
        null,
        'confirm',
        'R2',
      ])
    const { tool: unmarked } = await marked(listed, [])
    expect(decided(unmarked, { action: 'get' })).toEqual(['get', 'confirm', 'R2'])
  })

  it('are held on a server that is not the person’s own, marked or not', async () => {
    const { tool: known } = await marked(listed, ['list'], { trust: 'verified' })
    expect(decided(known, { action: 'list' })).toEqual(['list', 'confirm', 'R2'])
    expect(known.manifest.subagentAccess).toBe('denied')
  })

  it.each<[string, object, string | null]>([
    ['where a reference leads', { $ref: '#/$defs/action' }, 'list'],
    ['beside a reference', { $ref: '#/$defs/bare', default: 'remove' }, 'remove'],
    ['in both, as two', { $ref: '#/$defs/action', default: 'remove' }, null],
    ['of no text', { enum: ['list', 'remove'], default: ['list'] }, null],
  ])('mean by nothing what their schema says %s', async (_where, field, usual) => {
    const bare = { enum: ['list', 'remove'] }
    const { tool: known } = await marked(
      {
        inputSchema: {
          type: 'object',
          properties: { action: field },
          $defs: { bare, action: { ...bare, default: 'list' } },
        },
      },
      ['list'],
    )
    expect([known.action({}), readOnlyTool(known)?.input.safeParse({}).success]).toEqual([
      usual,
      usual === 'list',
    ])
  })

  it('are all that is left of the tool for who may only read', async () => {
    const { tool: known } = await marked(listed, ['list', 'get'])
    const narrow = readOnlyTool(known)
    expect(narrow?.manifest.actions.map(({ name }) => name)).toEqual(['list', 'get'])
    expect(narrow?.inputSchema).toMatchObject({
      properties: { action: { enum: ['list', 'get'], default: 'list' } },
    })
    expect(narrow?.input.safeParse({ action: 'remove' }).success).toBe(false)
    expect(readOnlyTool((await marked(listed, [])).tool)).toBeNull()
  })

  it('last as set, are in the journal, and end with the definition that they were set for', async () => {
    const { disk, fixture } = await marked(listed, ['list'])
    expect(disk.rows.at(-1)?.kind === 'server' && disk.rows.at(-1)).toMatchObject({
      text: expect.stringContaining('list only reads'),
    })
    const again = openFixture(
      { things: stdio({ trust: 'local' }) },
      { things: offerOf({ tools: [tool('things', listed)] }) },
      disk,
    )
    await again.servers.review('things', AbortSignal.timeout(5_000))
    expect(again.servers.external()[0]?.tool.manifest.actions[0]).toMatchObject({ readOnly: true })
    fixture.offers.set(
      'things',
      offerOf({ tools: [tool('things', { ...listed, description: 'list removes all now.' })] }),
    )
    const after = await fixture.servers.review('things', AbortSignal.timeout(5_000))
    const item = after.ok ? after.value.items.find(({ what }) => what === 'tool') : undefined
    expect(item).toMatchObject({ state: 'changed', labels: { decided: null } })
    expect(item?.labels?.proposed.readActions).toBeUndefined()
  })
})
