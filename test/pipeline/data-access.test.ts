// A tool is held to what its manifest declares: every built-in tool, tools of servers and those that
// other agents run themselves.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { undeclared } from '../../contract/call/powers/data-access.ts'
import { hideFields } from '../../contract/call/redaction/hide-fields.ts'
import type { AnyTool } from '../../contract/call/tool.ts'
import { hookAgents } from '../../contract/server/hook-agent.ts'
import { nativeTool } from '../../main/clients/hook/native-tool.ts'
import { Services } from '../../contract/policy/config/services.ts'
import { toolsFor } from '../../tools/catalog.ts'
import { openTestPipeline } from '../fakes/pipeline.ts'
import type { PipelineUnderTest } from '../fakes/pipeline.ts'
import { rightCalls } from '../tools/bad-input/right-calls.ts'

const url = 'https://example.org'
const catalog = toolsFor(Services.parse({ radarr: { url }, sonarr: { url }, obsidian: { url } }))
const reaching = catalog.filter(({ requiredPowers }) => requiredPowers.length > 0)
const without = (tool: AnyTool, at: number): AnyTool => ({
  ...tool,
  manifest: { ...tool.manifest, dataAccess: tool.manifest.dataAccess.filter((_, i) => i !== at) },
})

const callsOf = (tool: AnyTool) => rightCalls[tool.manifest.name] ?? []
const kindsOf = (tool: AnyTool, args: unknown) =>
  tool.touches(tool.input.parse(args)).map(({ kind }) => kind)

let under: PipelineUnderTest
const opensAPipeline = (): void => {
  beforeEach(async () => {
    under = await openTestPipeline()
  })
  afterEach(() => under.dispose())
}

describe.each(catalog.map((tool) => [tool.manifest.name, tool] as const))('%s', (_name, tool) => {
  it('declares all that it touches', () => {
    const named = callsOf(tool).flatMap((args) => kindsOf(tool, args))
    expect(undeclared(tool.manifest, named)).toBe(null)
    expect(undeclared(tool.manifest, tool.requiredPowers)).toBe(null)
  })

  it('hides only fields that it takes', () => {
    const { args, journal = [] } = tool.manifest.redaction
    const schema = z.toJSONSchema(tool.input, { io: 'input' })
    const known = Object.keys(schema.properties ?? {})
    for (const pointer of [...args, ...journal]) expect(known).toContain(pointer.split('/')[1])
  })
})

/**
 * Each kind of data that a call of a tool touches. A command touches processes; the files and hosts it is
 * given are held by its sandbox, and so are a person's mail and calendar by their own power.
 */
const touching = reaching.flatMap((tool) =>
  tool.manifest.dataAccess.flatMap((data, at) => {
    const args = callsOf(tool).find((one) =>
      kindsOf(tool, one).some((kind) => undeclared(without(tool, at).manifest, [kind]) === data),
    )
    return args === undefined ? [] : [[tool.manifest.name, data, tool, at, args] as const]
  }),
)

describe.each(touching)('%s without %s in its manifest', (name, data, tool, at, args) => {
  opensAPipeline()

  it('is refused, and the refusal is in the journal', async () => {
    under.tools.push(without(tool, at))
    const result = await under.call(name, args)
    expect(result).toMatchObject({
      ok: false,
      status: 'denied',
      error: { code: 'tool.undeclared', text: expect.stringContaining(data) },
    })
    expect(under.rows()).toMatchObject([
      { kind: 'refused', tool: name, error: { code: 'tool.undeclared' } },
    ])
  })
})

describe('a tool that lies', () => {
  opensAPipeline()
  it('gets no power for what its manifest does not declare, whatever its code asks for', async () => {
    const look = under.tools.find(({ manifest }) => manifest.name === 'look')
    if (look === undefined) throw new Error('The fake has no look.')
    const given: string[][] = []
    under.deps.powers = () => ({ 'fs.read': {}, 'net.fetch': {}, 'proc.run': {} }) as never
    under.tools.push({
      ...look,
      manifest: { ...look.manifest, name: 'sly' },
      requiredPowers: ['fs.read', 'net.fetch', 'proc.run'],
      async execute(_input, { power }) {
        given.push(Object.keys(power))
        return { ok: true, value: { text: '' } }
      },
    })
    await under.call('sly', { path: 'a' })
    expect(given).toEqual([['fs.read']])
  })
})

describe.each(hookAgents)('own tools of %s', (agent) => {
  it.each([
    'Bash',
    'Read',
    'Write',
    'Grep',
    'WebFetch',
    'WebSearch',
    'apply_patch',
    'Strange_Tool',
  ])('%s declares what it touches', (tool) => {
    const found = nativeTool(`${agent.replaceAll('-', '_')}_${tool}`)
    if (found === null) throw new Error(`${agent} has no ${tool}.`)
    const input = {
      command: 'ls',
      file_path: '/w/a',
      path: '/w/a',
      pattern: 'x',
      content: '',
      url: 'https://example.org/',
      prompt: 'https://example.org/',
      query: 'q',
      patch: '*** Begin Patch\n*** Add File: a\n+b\n*** End Patch',
    }
    const parsed = found.tool.input.safeParse({ cwd: '/w', input })
    if (!parsed.success) return
    const named = found.tool.touches(parsed.data)
    expect(
      undeclared(
        found.tool.manifest,
        named.map(({ kind }) => kind),
      ),
    ).toBe(null)
  })
})

describe('what only the journal hides', () => {
  opensAPipeline()
  it('is on the card and not in the row', async () => {
    const say = under.tools.find(({ manifest }) => manifest.name === 'say')
    if (say === undefined) throw new Error('The fake has no say.')
    under.tools.push({
      ...say,
      manifest: {
        ...say.manifest,
        name: 'mail',
        redaction: { args: [], result: [], journal: ['/text'] },
      },
    })
    const ended = under.call('mail', { path: 'a', text: 'Dear Ada' })
    const approval = await under.held()
    expect(approval.args).toEqual({ path: 'a', text: 'Dear Ada' })
    await under.approvalQueue.answer(approval.id, { answer: 'deny-once' }, 'window')
    await ended
    const decision = under.rows().find(({ kind }) => kind === 'decision')
    expect(decision).toMatchObject({ args: { path: 'a', text: '[hidden]' } })
    expect(JSON.stringify(under.rows())).not.toContain('Dear Ada')
  })

  it.each([
    [{ a: { b: 1, c: 2 } }, ['/a/b'], { a: { b: '[hidden]', c: 2 } }],
    [
      { a: [{ b: 'x' }, { b: 'y', c: 1 }] },
      ['/a/*/b'],
      { a: [{ b: '[hidden]' }, { b: '[hidden]', c: 1 }] },
    ],
    [{ 'a/b': 'x', a: 'y' }, ['/a~1b'], { 'a/b': '[hidden]', a: 'y' }],
    [{ a: '', b: null }, ['/a', '/b'], { a: '', b: null }],
    [{ a: 1 }, ['/b'], { a: 1 }],
    [{ a: 1 }, [], { a: 1 }],
  ])('%j at %j', (value, pointers, hidden) => {
    expect(hideFields(value as never, pointers)).toEqual(hidden)
  })
})
