import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { Approval } from '../../../contract/approval.ts'
import type { CallResult } from '../../../contract/call.ts'
import type { JsonObject } from '../../../contract/json.ts'
import { joinHooks } from '../../../main/host/join-hooks.ts'
import type { ToolCall } from '../../../main/call/tool-call.ts'

type Asked = { readonly call: ToolCall; end(result: Partial<CallResult>): void }

function hooks(edited: (call: ToolCall) => JsonObject | null = () => null) {
  const asked: Asked[] = []
  const offer = joinHooks({
    dispatch: (call) =>
      new Promise((done) =>
        asked.push({ call, end: (result) => done({ ok: true, text: '', error: null, decision: null, ...result } as CallResult) }),
      ),
    client: () => undefined,
    questions: (callId) =>
      asked
        .filter(({ call }) => call.id === callId)
        .map(({ call }) => ({ callId, state: 'consumed', edited: edited(call) }) as unknown as Approval),
    requestOf: (approval) => approval.edited,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    now: () => 0,
    frozen: () => false,
    isOwn: async (client) => client === 'claude-code',
  })
  const decide = async (input: JsonObject, waitSeconds = 60, tool = 'Bash') => {
    const decided = await offer.decide({ agent: 'claude-code', tool, input, cwd: '/p', session: 's', waitSeconds })
    return decided.ok ? decided.value : null
  }
  return { asked, decide }
}

it('lets one of two equal calls through for one yes, and asks about the other anew', async () => {
  const { asked, decide } = hooks()
  const first = decide({ command: 'ls', description: 'one' })
  const second = decide({ command: 'ls', description: 'two' })
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.end({})
  expect(await first).toMatchObject({ effect: 'allow' })
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.end({ ok: false, text: 'no' })
  expect(await second).toEqual({ effect: 'deny', reason: 'no' })
})

it('keeps the answer for an agent that could not wait, and gives it once', async () => {
  const { asked, decide } = hooks()
  expect(await decide({ command: 'ls' }, 1)).toMatchObject({ effect: 'deny', reason: expect.stringContaining('not answered yet') })
  asked[0]?.end({})
  expect(await decide({ command: 'ls' })).toMatchObject({ effect: 'allow' })
  expect(asked.length).toBe(1)
  const again = decide({ command: 'ls' })
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.end({})
  await again
})

it('gives the arguments as a person edited them, whole', async () => {
  const { asked, decide } = hooks(() => ({ cwd: '/p', input: { command: 'ls -l' } }))
  const decided = decide({ command: 'ls', description: 'lists' })
  await expect.poll(() => asked.length).toBe(1)
  asked[0]?.end({})
  expect(await decided).toEqual({
    effect: 'allow',
    reason: 'Gatehouse let it through.',
    updatedInput: { command: 'ls -l', description: 'lists' },
  })
})

it('does not ask about tools of our own gateway', async () => {
  const { asked, decide } = hooks()
  expect(await decide({}, 60, 'mcp__gatehouse__read_file')).toMatchObject({ effect: 'allow' })
  expect(asked).toEqual([])
})
