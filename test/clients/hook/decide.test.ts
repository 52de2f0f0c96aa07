import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CallResult } from '../../../contract/call/call.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { hookService } from '../../../main/services/hook/hook-service.ts'
import { openAgentSessions } from '../../../main/mcp/gateway/sessions/agent-sessions.ts'
import type { ToolCall } from '../../../main/pipeline/tool-call.ts'

type Asked = { readonly call: ToolCall; end(result: Partial<CallResult>): void }

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

function hooks(edited: (call: ToolCall) => JsonObject | null = () => null, strayed = false) {
  const asked: Asked[] = []
  const expected: string[] = []
  const offer = hookService({
    dispatch: (call) =>
      new Promise((done) =>
        asked.push({
          call,
          end: (result) =>
            done({ ok: true, text: '', error: null, decision: null, ...result } as CallResult),
        }),
      ),
    client: () => undefined,
    queries: (callId) =>
      asked
        .filter(({ call }) => call.id === callId)
        .map(
          ({ call }) =>
            ({ callId, state: 'consumed', edited: edited(call) }) as unknown as Approval,
        ),
    requestOf: (approval) => approval.edited,
    sha256,
    now: () => 0,
    frozen: () => false,
    ownTool: async (_client, tool) =>
      tool.startsWith('mcp__gatehouse__') ? tool.slice('mcp__gatehouse__'.length) : null,
    reaches: (_client, tool) => tool === 'read_file',
    watch: {
      received: () => undefined,
      expect: ({ name }, tool) => void expected.push(`${name} ${tool}`),
      strayed: () => strayed,
    },
    sessions: openAgentSessions({ sha256, now: () => 0, alive: () => true }),
    trace: async () => null,
    exec: { offer: async () => ({ kind: 'none' }) },
  })
  const decide = async (input: JsonObject, waitSeconds = 60, tool = 'Bash') => {
    const decided = await offer['hook.decide'](
      { agent: 'claude-code', tool, input, cwd: '/p', session: 's', waitSeconds },
      { surface: 'cli' },
    )
    return decided.ok ? decided.value : null
  }
  return { asked, decide, expected }
}

it('lets one of two equal calls through for one approval, and asks about the other again', async () => {
  const { asked, decide } = hooks()
  const first = decide({ command: 'ls', description: 'one' })
  const second = decide({ command: 'ls', description: 'one' })
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.end({})
  expect(await first).toMatchObject({ effect: 'allow' })
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.end({ ok: false, text: 'no' })
  expect(await second).toEqual({ effect: 'deny', reason: 'no' })
})

it.each([
  ['Bash', { command: 'ls', description: 'lists' }],
  ['mcp__forge__create', { title: 'x', description: 'runs on the server' }],
  ['Brandnew', { description: 'anything', nested: { description: 'and this' } }],
])(
  'puts every argument of %s to the gate, and takes another description for another call',
  async (tool, input) => {
    const { asked, decide } = hooks()
    const first = decide(input, 60, tool)
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]?.call.args).toEqual({ cwd: '/p', input })
    const second = decide({ ...input, description: 'something else' }, 60, tool)
    await expect.poll(() => asked.length).toBe(2)
    for (const one of asked) one.end({})
    await Promise.all([first, second])
  },
)

it('keeps the answer for an agent that could not wait, and gives it once', async () => {
  const { asked, decide } = hooks()
  expect(await decide({ command: 'ls' }, 1)).toMatchObject({
    effect: 'deny',
    reason: expect.stringContaining('Nobody has answered yet'),
  })
  asked[0]?.end({})
  expect(await decide({ command: 'ls' })).toMatchObject({ effect: 'allow' })
  expect(asked.length).toBe(1)
  const again = decide({ command: 'ls' })
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.end({})
  await again
})

it('gives the arguments as a person edited them, whole', async () => {
  const { asked, decide } = hooks(() => ({
    cwd: '/p',
    input: { command: 'ls -l', description: 'lists' },
  }))
  const decided = decide({ command: 'ls', description: 'lists' })
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.end({})
  expect(await decided).toEqual({
    effect: 'allow',
    reason: 'Gatehouse allowed it.',
    updatedInput: { command: 'ls -l', description: 'lists' },
  })
})

it('lets a tool of our own gateway pass, with a row in the journal, and expects its call there', async () => {
  const { asked, decide, expected } = hooks()
  const decided = decide({ path: 'a' }, 60, 'mcp__gatehouse__read_file')
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]?.call).toMatchObject({
    tool: 'claude_code_gateway:read_file',
    args: { cwd: '/p', input: { path: 'a' } },
  })
  expect(expected).toEqual([])
  asked[0]?.end({})
  expect(await decided).toMatchObject({ effect: 'allow' })
  expect(expected).toEqual(['claude-code read_file'])
})

it.each([
  ['that the client may not see at the gateway', 'mcp__gatehouse__other', false],
  ['of another server', 'mcp__gatehouse_x__read_file', false],
  ['whose last call never arrived', 'mcp__gatehouse__read_file', true],
] as const)(
  'gates a tool %s like that of any server @whole',
  { timeout: 600_000 },
  async (_what, tool, strayed) => {
    const { asked, decide, expected } = hooks(() => null, strayed)
    const decided = decide({}, 60, tool)
    await expect.poll(() => asked.length).toBe(1)
    expect(asked[0]?.call.tool).toBe(`claude_code_${tool}`)
    asked[0]?.end({ ok: false, text: 'no' })
    expect(await decided).toEqual({ effect: 'deny', reason: 'no' })
    expect(expected).toEqual([])
  },
)

it('lets no agent call a tool by the name that means our gateway', async () => {
  const { asked, decide } = hooks()
  expect(await decide({}, 60, 'gateway:read_file')).toMatchObject({ effect: 'deny' })
  expect(asked).toEqual([])
})
