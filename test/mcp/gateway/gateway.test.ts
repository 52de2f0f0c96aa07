// The gateway with a pipeline that the test holds in its hand: what is listed, what changes, and
// that each result is given once.
import { createHash } from 'node:crypto'
import { ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallResult } from '../../../contract/call/call.ts'
import { CallId, SessionId } from '../../../contract/ids.ts'
import { openGateway } from '../../../main/mcp/gateway/gateway.ts'
import type { GatewayDeps } from '../../../main/mcp/gateway/gateway.ts'
import { answerWithin, timeoutsOf } from '../../../main/mcp/gateway/client-timeouts.ts'
import { openPendingCalls } from '../../../main/mcp/gateway/held-calls.ts'
import type { Context } from '../../../main/mcp/gateway/provider.ts'
import { readFile } from '../../../tools/files/read-file.ts'
import { writeFile } from '../../../tools/files/write-file.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const result: CallResult = {
  requestId: CallId.parse('call_00000000'),
  ok: true,
  status: 'done',
  route: 'policy',
  decision: null,
  text: 'fine',
  data: null,
  stdout: '',
  stderr: '',
  exitCode: null,
  truncated: false,
  durationMs: 0,
  label: 'workspace',
  flags: [],
  error: null,
}
const context: Context = {
  era: 'legacy',
  clientInfo: null,
  capabilities: {},
  signal: new AbortController().signal,
  wantsProgress: false,
  progress: () => {},
  log: () => {},
  logLevel: null,
  ask: async () => null,
  unread: () => null,
  input: { responses: undefined, state: null },
}
const offered = ({ manifest }: typeof readFile | typeof writeFile) => ({
  manifest,
  inputSchema: { properties: { a: { type: 'string', 'x-mcp-header': 'A' } } },
})

function deps(over: Partial<GatewayDeps> = {}): GatewayDeps {
  let next = 10_000_000
  return {
    info: { name: 'gatehouse', version: '0' },
    now: Date.now,
    sha256,
    newCallId: () => CallId.parse(`call_${next++}`),
    view: () => [offered(readFile)],
    keyOf: (tool, args) => JSON.stringify([tool, args]),
    isExternal: () => false,
    isOfFiles: () => false,
    dispatch: async () => result,
    promptAllowed: () => false,
    answer: async () => {},
    resourcesAndPrompts: null,
    shown: (one) => one,
    ready: () => null,
    ...over,
  }
}

describe('what a client sees', () => {
  it('is the same text until something in it changes, and then the client is notified', () => {
    let view = [offered(readFile)]
    const gateway = openGateway(deps({ view: () => view }))
    const provider = gateway.providerFor('one')
    const reported: unknown[] = []
    provider.onChange((change) => reported.push(change))
    const before = provider.list('tools')
    gateway.changed()
    expect([provider.list('tools') === before, reported]).toEqual([true, []])
    view = [offered(readFile), offered(writeFile)]
    gateway.changed()
    expect(reported).toEqual([{ kind: 'tools' }])
    expect(
      (JSON.parse(provider.list('tools')) as { name: string }[]).map(({ name }) => name),
    ).toEqual(['read_file', 'write_file', 'gatehouse_wait'])
  })

  it('asks for no headers made of arguments', () => {
    expect(openGateway(deps()).providerFor('one').list('tools')).not.toContain('x-mcp-header')
  })

  it('has the form that libraries of clients insist on, whatever a server wrote', () => {
    const { manifest } = readFile
    const inputSchema = {
      type: 'object',
      properties: { a: true, b: false, c: 'no', d: { type: 'string' } },
      required: ['a', 7],
      $defs: { e: true },
    }
    const view = () => [
      { manifest, inputSchema },
      { manifest, inputSchema: { properties: null, required: null } },
    ]
    const tools = JSON.parse(openGateway(deps({ view })).providerFor('one').list('tools')) as {
      inputSchema: unknown
    }[]
    expect(() => ListToolsResultSchema.parse({ tools })).not.toThrow()
    expect(tools.slice(0, 2).map((tool) => tool.inputSchema)).toEqual([
      {
        type: 'object',
        properties: { a: {}, b: { not: {} }, c: {}, d: { type: 'string' } },
        required: ['a'],
        $defs: { e: true },
      },
      { type: 'object' },
    ])
  })

  it('has resources and prompts where somebody offers them, and no such methods where nobody does', async () => {
    const text = {
      kind: 'resource',
      uri: 'note://a',
      mimeType: 'text/plain',
      text: 'words',
    } as const
    const gateway = openGateway(
      deps({
        resourcesAndPrompts: {
          resources: () => [
            {
              uri: 'note://a',
              template: false,
              name: 'a',
              title: null,
              description: 'A note',
              mimeType: 'text/plain',
            },
            {
              uri: 'note://{id}',
              template: true,
              name: 'any',
              title: 'Any',
              description: 'Notes',
              mimeType: null,
            },
          ],
          prompts: () => [
            {
              name: 'ask',
              title: null,
              description: 'Asks',
              arguments: [{ name: 'what', description: '', required: true }],
            },
          ],
          reading: (_, uri) =>
            uri === 'note://b'
              ? null
              : { tool: 'read', args: { uri }, outward: (inner) => `x+${inner}` },
          completing: (_, { name }) =>
            name === 'ask' ? { tool: 'fill', args: {}, outward: (inner) => inner } : 'unknown',
          watch: (_, uri) => (uri === 'note://b' ? null : () => {}),
          getting: (_, name, args) =>
            name === 'ask'
              ? { tool: 'get', args: { name, ...args }, outward: (inner) => inner }
              : null,
          linked: (_principal, _tool, uri) => `x+${uri}`,
        },
        dispatch: async ({ tool, args }) =>
          tool === 'read'
            ? JSON.stringify(args).includes('note://no')
              ? { ...result, ok: false, text: 'Refused: not this one.' }
              : {
                  ...result,
                  content: [text, { kind: 'blob', uri: 'note://c', mimeType: null, data: 'AAAA' }],
                }
            : {
                ...result,
                data: { roles: ['user', 'assistant'] },
                content: [
                  { kind: 'text', text: JSON.stringify(args) },
                  { kind: 'text', text: 'Gladly.' },
                ],
              },
      }),
    )
    const provider = gateway.providerFor('one')
    expect([
      JSON.parse(provider.list('resources')),
      JSON.parse(provider.list('resourceTemplates')),
    ]).toEqual([
      [{ uri: 'note://a', name: 'a', description: 'A note', mimeType: 'text/plain' }],
      [{ uriTemplate: 'note://{id}', name: 'any', title: 'Any', description: 'Notes' }],
    ])
    expect(await provider.readResource('note://a', context)).toEqual({
      kind: 'done',
      members:
        '"contents":[{"uri":"x+note://a","mimeType":"text/plain","text":"words"},{"uri":"x+note://c","blob":"AAAA"}]',
    })
    const none = { kind: 'failed', text: 'There is no such resource.', data: { uri: 'note://b' } }
    expect(await provider.readResource('note://b', context)).toEqual({ ...none, code: -32_002 })
    expect(await provider.readResource('note://b', { ...context, era: 'modern' })).toEqual({
      ...none,
      code: -32_602,
    })
    expect(await provider.readResource('note://no', context)).toEqual({
      kind: 'failed',
      code: -32_000,
      text: 'Refused: not this one.',
    })
    expect(await provider.getPrompt('other', {}, context)).toMatchObject({
      kind: 'failed',
      code: -32_602,
    })
    expect(await provider.getPrompt('ask', { what: 'why', not: 1 }, context)).toEqual({
      kind: 'done',
      members:
        '"messages":[{"role":"user","content":{"type":"text","text":"{\\"name\\":\\"ask\\",\\"what\\":\\"why\\"}"}},{"role":"assistant","content":{"type":"text","text":"Gladly."}}]',
    })
    expect(openGateway(deps()).providerFor('one').capabilities).toEqual({
      tools: { listChanged: true },
      logging: {},
    })
  })
})

const session = SessionId.parse('ses_11111111')

describe('a result', () => {
  it('of an earlier process is told once to the client it was for, and to no other', async () => {
    let sent = 0
    const gateway = openGateway(deps({ dispatch: async () => ((sent += 1), result) }))
    const key = JSON.stringify(['write_file', { path: 'a' }])
    gateway.recall({
      callId: CallId.parse('call_11111111'),
      client: 'one',
      session,
      tool: 'write_file',
      key,
      result: { ...result, ok: false, text: 'made already' },
    })
    const ask = async (client: string) =>
      gateway.providerFor(client).callTool('write_file', { path: 'a' }, context)
    expect(await ask('other')).toMatchObject({ members: expect.stringContaining('fine') as string })
    expect([await ask('one'), sent]).toEqual([
      { kind: 'done', members: '"content":[{"type":"text","text":"made already"}],"isError":true' },
      1,
    ])
    expect([await ask('one'), sent]).toMatchObject([
      { members: expect.stringContaining('fine') as string },
      2,
    ])
  })

  it('that nobody has fetched keeps no client from calling, and no call goes ahead of what an earlier process ran', async () => {
    let sent = 0
    let known = false
    const { promise, resolve } = Promise.withResolvers<void>()
    const ready = () => (known ? null : promise)
    const gateway = openGateway(deps({ dispatch: async () => ((sent += 1), result), ready }))
    const ask = async (path: string) =>
      gateway.providerFor('one').callTool('write_file', { path }, context)
    const early = [ask('299'), ask('new')]
    await new Promise((done) => setTimeout(done, 20))
    expect(sent).toBe(0)
    for (let at = 0; at < 300; at++) {
      const key = JSON.stringify(['write_file', { path: String(at) }])
      gateway.recall({
        callId: CallId.parse(`call_${20_000_000 + at}`),
        client: 'one',
        session,
        tool: 'write_file',
        key,
        result: { ...result, ok: false, text: `made already ${at}` },
      })
    }
    known = true
    resolve()
    expect(await Promise.all(early)).toMatchObject([
      { members: expect.stringContaining('made already 299') as string },
      { members: expect.stringContaining('fine') as string },
    ])
    expect(sent).toBe(1)
  })

  it('is given out exactly once, however waiting, ending and giving up follow on each other', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('hold' as const), call: fc.nat(3) }),
      fc.record({ kind: fc.constant('end' as const), call: fc.nat(3) }),
      fc.record({ kind: fc.constant('wait' as const), call: fc.nat(3), takes: fc.boolean() }),
      fc.record({ kind: fc.constant('leave' as const), call: fc.nat(3) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const pending = openPendingCalls(() => 0)
        const id = (call: number): CallId => CallId.parse(`call_0000000${call}`)
        const rounds = [0, 0, 0, 0]
        const leaving: (() => void)[][] = [[], [], [], []]
        /**
         * By call and round: how often somebody took it. Those who wait together take it together.
         */
        const taken = new Map<string, number>()
        const faults: string[] = []
        for (const { call, ...one } of steps) {
          const mine = leaving[call] ?? []
          if (one.kind === 'hold' && !pending.has(id(call))) {
            rounds[call] = (rounds[call] ?? 0) + 1
            pending.hold({
              callId: id(call),
              client: 'c',
              session,
              tool: 't',
              key: String(call),
              approvalId: null,
              since: 0,
            })
          }
          if (one.kind === 'end') {
            const round = `${call} ${rounds[call]}`
            const times = taken.get(round) ?? 0
            pending.end(id(call), { ...result, text: round })
            // Ending twice gives nothing again.
            const after = taken.get(round) ?? 0
            pending.end(id(call), { ...result, text: round })
            if ((times > 0 && after !== times) || (taken.get(round) ?? 0) !== after)
              faults.push(`${round} was given again`)
            mine.length = 0
          }
          if (one.kind === 'wait') {
            const before = [...taken.values()].reduce((sum, times) => sum + times, 0)
            const leave = pending.wait(id(call), ({ text }) => {
              if (one.takes) taken.set(text, (taken.get(text) ?? 0) + 1)
              return one.takes
            })
            mine.push(leave)
            const now = [...taken.values()].reduce((sum, times) => sum + times, 0)
            // Who comes after the end takes it alone, and then it is gone.
            if (now > before && pending.has(id(call)))
              faults.push(`${call} was taken and is still there`)
          }
          if (one.kind === 'leave') mine.splice(0).forEach((leave) => leave())
        }
        expect(faults).toEqual([])
      }),
    )
  })

  it('is named in a sentence where the results of one client are too much to keep; the newest is kept whole', () => {
    let clock = 0
    const pending = openPendingCalls(() => clock++)
    const ids = Array.from({ length: 6 }, (_, at) => CallId.parse(`call_0000000${at}`))
    for (const [at, callId] of ids.entries()) {
      pending.hold({
        callId,
        client: 'c',
        session,
        tool: 't',
        key: String(at),
        approvalId: null,
        since: 0,
      })
      pending.end(callId, {
        ...result,
        requestId: callId,
        text: 'x'.repeat(5_000_000),
        stdout: 'y',
        content: [{ kind: 'text', text: 'z' }],
        data: { a: 1 },
      })
    }
    const got = ids.map((callId) => {
      const given: CallResult[] = []
      pending.wait(callId, (one) => given.push(one) > 0)
      return given.map(({ text, stdout, data, content }) =>
        text.length === 5_000_000 ? 'whole' : [text.includes(callId), stdout, data, content],
      )
    })
    const reported = [[true, '', null, []]]
    expect(got).toEqual([reported, reported, reported, ['whole'], ['whole'], ['whole']])
    expect(ids.some((callId) => pending.has(callId))).toBe(false)
  })
})

describe('how long a client is kept waiting', () => {
  const cases: readonly [
    client: string | null,
    wantsProgress: boolean,
    milliseconds: number | null,
  ][] = [
    ['claude-code', true, null],
    ['claude-code', false, 290_000],
    ['Claude Desktop', true, 50_000],
    ['claude-ai', false, 50_000],
    ['Visual Studio Code', true, 290_000],
    ['Zed', false, 50_000],
    ['codex-mcp-client', true, 50_000],
    ['cursor-vscode', false, 50_000],
    ['goose', false, 290_000],
    ['a client that nobody knows', true, 50_000],
    [null, false, 50_000],
  ]
  it.each(cases)('%s, progress %s: %s ms', (client, wantsProgress, milliseconds) => {
    expect(answerWithin(timeoutsOf(client), wantsProgress)).toBe(milliseconds)
  })

  it('is not reported as too short where its configuration allows that time', () => {
    expect(answerWithin(timeoutsOf('codex', 600), false)).toBe(590_000)
    expect(answerWithin(timeoutsOf('anything', 600), false)).toBe(590_000)
    expect(answerWithin(timeoutsOf('anything', 5), false)).toBe(1_000)
  })
})
