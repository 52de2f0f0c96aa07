import { HttpServer } from '../../contract/server/server.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { actionsIn, withActions } from '../../contract/call/action-schema.ts'
import { onlyReads } from '../../contract/call/manifest.ts'
import type { Manifest } from '../../contract/call/manifest.ts'
import { readOnlyTool } from '../../contract/call/read-only-tool.ts'
import { ok } from '../../contract/result.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { toolOf } from '../../main/mcp/trust/tool-of.ts'
import { toolsFor } from '../../tools/catalog.ts'
import { Services } from '../../contract/policy/config/services.ts'
import { exec } from '../../tools/exec.ts'
import { readFile } from '../../tools/files/read-file.ts'

type Actions = Manifest['actions']
const read = (name: string): Actions[number] => ({ name, readOnly: true })
const change = (name: string): Actions[number] => ({ name, readOnly: false })

/** Remembers what it ran. */
function toolWith(
  actions: Actions,
  input: z.ZodType,
  actionOf: (input: unknown) => string | null = (given) =>
    (given as { action?: string }).action ?? null,
): AnyTool & { readonly ran: string[] } {
  const ran: string[] = []
  const tool: AnyTool = {
    ...(exec as unknown as AnyTool),
    manifest: {
      ...exec.manifest,
      name: 'forge',
      title: 'Forge',
      description: 'Lists, adds and removes.',
      actions,
      subagentAccess: 'readOnly',
    },
    requiredPowers: [],
    input,
    action: actionOf,
    touches: () => [],
    execute: async (given) => {
      ran.push(actionOf(given) ?? '-')
      return ok({ text: 'ran' })
    },
  }
  return Object.assign(tool, { ran })
}
const schemaOf = (tool: AnyTool | null): Record<string, unknown> =>
  (tool?.inputSchema ?? {}) as Record<string, unknown>
const run = (tool: AnyTool, args: unknown) =>
  tool.execute(args, { power: {} as never, signal: new AbortController().signal })

const forge = (usual?: 'list' | 'add') => {
  const action = z.enum(['list', 'get', 'add', 'remove'])
  return toolWith(
    [read('list'), read('get'), change('add'), change('remove')],
    z.strictObject({
      action: usual === undefined ? action : action.default(usual),
      id: z.string().optional(),
    }),
  )
}

describe('a tool of which only what reads is left', () => {
  it('shows its read actions and names no other', () => {
    const only = readOnlyTool(forge())
    expect(only?.manifest).toMatchObject({
      actions: [read('list'), read('get')],
      sideEffects: false,
      description:
        'Forge, only to look. It has these actions: list, get. Nothing can be changed with it here.',
    })
    expect(actionsIn(schemaOf(only))).toEqual(['list', 'get'])
    expect(JSON.stringify([only?.inputSchema, only?.manifest])).not.toMatch(/"(?:add|remove)"/)
  })

  it.each([
    [{ action: 'list' }, true],
    [{ action: 'get', id: 'x' }, true],
    [{ action: 'add' }, false],
    [{ action: 'remove' }, false],
    [{ action: 'LIST' }, false],
    [{}, false],
    [{ action: null }, false],
    [{ action: ['list'] }, false],
    [{ action: 'list', more: 1 }, false],
  ])('takes %j: %s', (args, taken) => {
    expect(readOnlyTool(forge())?.input.safeParse(args).success).toBe(taken)
  })

  it('fills in the action that is meant before it decides', () => {
    const lists = readOnlyTool(forge('list'))
    expect([lists?.input.safeParse({}).success, schemaOf(lists)['required']]).toEqual([
      true,
      undefined,
    ])
    const adds = readOnlyTool(forge('add'))
    expect(adds?.input.safeParse({}).success).toBe(false)
    // Its schema says that an action has to be named, and promises none.
    expect(schemaOf(adds)).toMatchObject({
      required: ['action'],
      properties: { action: { enum: ['list', 'get'] } },
    })
    expect(JSON.stringify(adds?.inputSchema)).not.toContain('default')
  })

  it('refuses a change when it runs too, no matter who let the arguments through', async () => {
    const tool = forge('add')
    const only = readOnlyTool(tool)
    if (only === null) throw new Error('nothing is left')
    for (const args of [{ action: 'add' }, { action: 'remove' }, {}, { action: 'list ' }])
      expect(await run(only, args)).toMatchObject({ ok: false, error: { code: 'tool.read-only' } })
    expect(await run(only, { action: 'list' })).toMatchObject({ ok: true })
    expect(tool.ran).toEqual(['list'])
  })

  it('is no tool at all where nothing is left', () => {
    const changes = toolWith([change('add')], z.strictObject({ action: z.enum(['add']) }))
    expect(readOnlyTool(changes)).toBeNull()
    expect(readOnlyTool(exec as unknown as AnyTool)).toBeNull()
  })

  it('is the tool itself where it only reads', () => {
    const lists = toolWith([read('list')], z.strictObject({ action: z.enum(['list']) }))
    expect(readOnlyTool(lists)).toBe(lists)
    expect(readOnlyTool(readFile as unknown as AnyTool)).toBe(readFile)
  })

  it('does not take an action that its schema has and nobody declared', () => {
    const sly = toolWith([read('list')], z.strictObject({ action: z.enum(['list', 'wipe']) }))
    const only = readOnlyTool(sly)
    expect([only === sly, actionsIn(schemaOf(only))]).toEqual([false, ['list']])
    expect(only?.input.safeParse({ action: 'wipe' }).success).toBe(false)
  })

  it('keeps the branches of a union that read, and their fields', () => {
    const union = toolWith(
      [read('get'), change('add')],
      z.discriminatedUnion('action', [
        z.strictObject({ action: z.literal('get'), id: z.string() }),
        z.strictObject({ action: z.literal('add'), title: z.string() }),
      ]),
    )
    const only = readOnlyTool(union)
    expect(actionsIn(schemaOf(only))).toEqual(['get'])
    expect(JSON.stringify(only?.inputSchema)).not.toContain('title')
    expect(only?.input.safeParse({ action: 'add', title: 'x' }).success).toBe(false)
    expect(only?.input.safeParse({ action: 'get', id: 'x' }).success).toBe(true)
  })

  it('can be made of the tool of a server', async () => {
    const offered = toolOf(
      {
        name: 'issues',
        title: null,
        description: 'Issues',
        inputSchema: {
          type: 'object',
          properties: { action: { enum: ['list', 'close', 'close'], default: 'close' } },
        },
        annotations: {},
      } as unknown as Parameters<typeof toolOf>[0],
      {
        server: 'forge',
        version: '1',
        decided: true,
        changes: true,
        config: HttpServer.parse({ transport: 'http', url: 'https://forge.example/mcp' }),
        labels: {
          id: 'forge.issues',
          category: 'network' as const,
          effects: [],
          readsPrivate: false,
          readsUntrusted: true,
          sends: { to: [] },
        },
        sha256: () => 'a'.repeat(64),
        unhide: (text) => text,
        trustProfile: {
          riskTier: 'R2',
          subagentAccess: 'readOnly',
          sideEffects: true,
          effect: 'confirm',
          openWorld: true,
          refused: null,
        },
      },
    )
    if (!offered.ok) throw new Error(offered.error)
    expect(readOnlyTool(offered.value)).toBeNull()
    // As a person has marked its actions.
    const marked: AnyTool = {
      ...offered.value,
      manifest: { ...offered.value.manifest, actions: [read('list'), change('close')] },
      action: (given) => (given as { action?: string }).action ?? 'close',
    }
    const only = readOnlyTool(marked)
    expect(schemaOf(only)).toMatchObject({
      required: ['action'],
      properties: { action: { enum: ['list'] } },
    })
    expect(
      await only?.execute({}, { power: {} as never, signal: new AbortController().signal }),
    ).toMatchObject({
      ok: false,
      error: { code: 'tool.read-only' },
    })
  })

  it('leaves of every built-in tool what reads, and nothing else', () => {
    for (const tool of toolsFor(Services.parse({}))) {
      const only = readOnlyTool(tool)
      const reads = tool.manifest.actions.filter(({ readOnly }) => readOnly)
      const some =
        tool.manifest.actions.length === 0 ? !tool.manifest.sideEffects : reads.length > 0
      expect([tool.manifest.name, only !== null]).toEqual([tool.manifest.name, some])
      if (only === null) continue
      expect([tool.manifest.name, onlyReads(only.manifest), only.manifest.actions]).toEqual([
        tool.manifest.name,
        true,
        reads,
      ])
    }
  })
})

describe('the actions of a schema', () => {
  it.each<[string, object, readonly string[]]>([
    ['none', { properties: { id: {} } }, []],
    ['an enumeration', { properties: { action: { enum: ['a', 'b'] } } }, ['a', 'b']],
    ['one twice', { properties: { action: { enum: ['a', 'a'] } } }, ['a', 'a']],
    ['one word', { properties: { action: { const: 'a' } } }, ['a']],
    [
      'words in a union',
      { properties: { action: { anyOf: [{ const: 'a' }, { enum: ['b'] }] } } },
      ['a', 'b'],
    ],
    [
      'branches',
      {
        oneOf: [{ properties: { action: { const: 'a' } } }, { $ref: '#/$defs/b' }],
        $defs: { b: { properties: { action: { const: 'b' } } } },
      },
      ['a', 'b'],
    ],
    ['parts', { allOf: [{ properties: { action: { enum: ['a'] } } }] }, ['a']],
    [
      'a reference',
      { properties: { action: { $ref: '#/$defs/x' } }, $defs: { x: { enum: ['a'] } } },
      ['a'],
    ],
    ['a circle', { $ref: '#' }, []],
    ['nonsense', { properties: { action: { enum: [1, null, 'a'] } }, oneOf: 7 }, ['a']],
  ])('are found: %s', (_what, schema, names) => {
    expect(actionsIn(schema as Record<string, unknown>)).toEqual(names)
  })

  it.each<[string, object, object]>([
    [
      'a definition that nothing refers to any more',
      {
        oneOf: [{ $ref: '#/$defs/get' }, { $ref: '#/$defs/wipe' }],
        properties: { filter: { $ref: '#/$defs/filter' } },
        $defs: {
          get: { properties: { action: { const: 'get' }, by: { $ref: '#/$defs/by' } } },
          wipe: { properties: { action: { const: 'wipe' }, all: { type: 'boolean' } } },
          filter: { type: 'string' },
          by: { type: 'integer' },
        },
      },
      {
        oneOf: [{ properties: { action: { const: 'get' }, by: { $ref: '#/$defs/by' } } }],
        properties: { filter: { $ref: '#/$defs/filter' } },
        $defs: { filter: { type: 'string' }, by: { type: 'integer' } },
      },
    ],
    [
      'a condition for it',
      {
        properties: { action: { enum: ['get', 'wipe'] }, id: {} },
        if: { properties: { action: { const: 'wipe' } } },
        then: { required: ['id'] },
      },
      { properties: { action: { enum: ['get'] }, id: {} } },
    ],
    [
      'what holds otherwise, which then always does',
      {
        properties: { action: { enum: ['get', 'wipe'] }, id: {} },
        if: { properties: { action: { const: 'wipe' } } },
        then: {},
        else: { required: ['id'] },
      },
      {
        properties: { action: { enum: ['get'] }, id: {} },
        if: false,
        else: { required: ['id'] },
      },
    ],
    [
      'a condition in a part, and one turned round',
      {
        properties: { action: { enum: ['get', 'wipe'] } },
        allOf: [
          {
            if: { properties: { action: { enum: ['get', 'wipe'] } } },
            then: { properties: { action: { enum: ['wipe'] } } },
          },
          { not: { properties: { action: { const: 'wipe' } } } },
        ],
      },
      {
        properties: { action: { enum: ['get'] } },
        allOf: [{ if: { properties: { action: { enum: ['get'] } } }, then: false }, {}],
      },
    ],
    [
      'the words about the field',
      {
        properties: {
          action: {
            enum: ['get', 'wipe'],
            title: 'Action',
            description: 'get looks, wipe removes all of it',
            examples: ['wipe'],
          },
        },
      },
      { properties: { action: { enum: ['get'], title: 'Action' } } },
    ],
  ])('leave nothing of one that is gone: %s', (_what, schema, left) => {
    expect(withActions(schema as Record<string, unknown>, new Set(['get']))).toEqual(left)
  })

  it.each<[string, object]>([
    ['a name instead of a place', { properties: { action: { $ref: '#actions' } } }],
    ['another document', { properties: { action: { $ref: 'https://x.example/a.json' } } }],
    ['a circle', { properties: { action: { $ref: '#/properties/action' } } }],
    ['nothing', { properties: { action: { $ref: '#/$defs/none' } } }],
  ])('are none where the field leads to %s', (_what, schema) => {
    expect([
      actionsIn(schema as Record<string, unknown>),
      withActions(schema as Record<string, unknown>, new Set(['get'])),
    ]).toEqual([[], null])
  })

  it('are only those that are kept, whatever the schema (property)', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd')
    const action = fc.oneof(
      fc.record({ enum: fc.array(word, { maxLength: 5 }) }),
      fc.record({ const: word }),
      fc.record({ anyOf: fc.array(fc.record({ const: word }), { maxLength: 3 }) }),
      fc.record({ enum: fc.array(word, { maxLength: 5 }), default: word }),
      fc.constant({ type: 'string' }),
    )
    const object = fc.record({ properties: fc.record({ action }) })
    const schema = fc.oneof(
      object,
      fc.record({ oneOf: fc.array(object, { maxLength: 4 }) }),
      fc.record({ allOf: fc.array(object, { minLength: 1, maxLength: 3 }) }),
      fc.record({ properties: fc.record({ action }), anyOf: fc.array(object, { maxLength: 3 }) }),
    )
    fc.assert(
      fc.property(schema, fc.subarray(['a', 'b'], { minLength: 1 }), (given, kept) => {
        const left = withActions(given as Record<string, unknown>, new Set(kept))
        if (left === null) return
        expect(actionsIn(left).filter((name) => !kept.includes(name))).toEqual([])
        expect(JSON.stringify(left)).not.toMatch(/"default":"[cd]"/)
      }),
    )
  })
})
