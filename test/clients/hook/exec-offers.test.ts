// When an agent's command is offered to gatehouse exec, and when that ends.
import { expect, it } from 'vitest'
import { CallId, SessionId } from '../../../contract/ids.ts'
import { ClientConfig } from '../../../contract/server/server.ts'
import { Config } from '../../../contract/policy/config/config.ts'
import type { EvaluatedCall } from '../../../main/pipeline/evaluate.ts'
import type { ToolCall } from '../../../main/pipeline/tool-call.ts'
import { clientCommands } from '../../../main/wiring/clients/client-commands.ts'
import { execOffers } from '../../../main/wiring/clients/exec-offers.ts'
import { relaxesIn } from '../../../main/config/relaxation/relaxes.ts'

const principal = {
  kind: 'mcp-client' as const,
  name: 'claude-code',
  session: SessionId.parse('ses_aaaaaaaaaaaa'),
}
const call: ToolCall = {
  id: CallId.parse('call_aaaaaaaaaaaa'),
  principal,
  channel: 'gateway',
  runId: null,
  tool: 'claude_code_Bash',
  args: {},
}
const offered = { agent: 'claude-code', tool: 'Bash', call, trace: null } as const

function offers(effects: readonly string[], effect: 'allow' | 'confirm' | 'deny' = 'confirm') {
  const journal: unknown[] = []
  const opened = execOffers({
    client: () => ClientConfig.parse({ commands: 'sandbox' }),
    evaluate: async ({ tool }) => ({
      ok: true,
      value: {
        decision: {
          effect: tool === 'exec' ? effect : 'confirm',
          by: { kind: 'rule', id: 'x' },
          reasons: [{ code: 'x', text: 'No commands here.' }],
          touches: [
            {
              kind: 'proc.run',
              command: 'x',
              cwd: process.cwd(),
              zone: 'workspace',
              parts: [{ text: 'x', words: ['x'], opaque: false, effects }],
            },
          ],
        },
      } as unknown as EvaluatedCall,
    }),
    enforced: async () => true,
    tickets: { issue: () => 'TOKEN' },
    journal: async (entry) => void journal.push(entry),
    changed: () => undefined,
  })
  return { ...opened, journal }
}
const line = { ...offered, input: { command: 'x' } }
const ticket = {
  ...principal,
  client: 'claude-code',
  line: 'x',
  cwd: '/',
  agent: null,
  timeoutMs: null,
}

it('begins with a command that only reads, and goes on with any once that came', async () => {
  const reads = offers(['read-only'])
  expect(await reads.offer(line)).toMatchObject({ kind: 'offered', token: 'TOKEN' })
  const runs = offers(['unknown'])
  expect(await runs.offer(line)).toEqual({ kind: 'none' })
  runs.proven(ticket)
  expect(await runs.offer(line)).toMatchObject({ kind: 'offered' })
})

it('goes back to the beginning when one never comes, and ends with the second', async () => {
  const opened = offers(['unknown'])
  opened.proven(ticket)
  opened.unused(ticket)
  expect(await opened.offer(line)).toEqual({ kind: 'none' })
  expect(opened.ignored('claude-code')).toBe(false)
  opened.unused(ticket)
  expect(opened.ignored('claude-code')).toBe(true)
  const reads = offers(['read-only'])
  reads.unused(ticket)
  reads.unused(ticket)
  expect(await reads.offer(line)).toEqual({ kind: 'none' })
  reads.forget('claude-code')
  expect(await reads.offer(line)).toMatchObject({ kind: 'offered' })
  expect(opened.journal).toHaveLength(2)
  expect(opened.journal[0]).toMatchObject({ kind: 'refused', error: { code: 'exec.unused' } })
})

it.each([['network'], ['privileged'], ['writes-outside'], ['read-only', 'network']])(
  'is not made for a line with %s',
  async (...effects) => {
    const opened = offers(effects)
    opened.proven(ticket)
    expect(await opened.offer(line)).toEqual({ kind: 'none' })
  },
)

it('is a denial, with a row in the journal, where exec is denied', async () => {
  const opened = offers(['read-only'], 'deny')
  expect(await opened.offer(line)).toEqual({ kind: 'denied', reason: 'Refused: No commands here.' })
  expect(opened.journal).toHaveLength(1)
})

it.each(['', 'a\0b', 'lone \ud800', 'x'.repeat(32_769)])('is not made for %j', async (command) => {
  expect(await offers(['read-only']).offer({ ...offered, input: { command } })).toEqual({
    kind: 'none',
  })
})

const config = (clients: object): Config => Config.parse({ gateway: { clients } })

it('is off until a person switches it on, and switching needs confirmation', () => {
  const facts = { known: ['claude-code', 'mine'], hooked: new Map([['codex', true]]) }
  const say = (clients: object, enforced = true) =>
    clientCommands({ ...facts, config: config(clients), ignored: () => false, enforced })
  expect(say({}).map(({ name, gate, hooked, run }) => [name, gate, hooked, run])).toEqual([
    ['claude-code', 'rewrite', false, null],
    ['codex', 'rewrite', true, null],
    ['mine', 'none', false, null],
  ])
  const on = { codex: { commands: 'sandbox' } }
  expect(say(on, false).find(({ name }) => name === 'codex')?.problem).toBe('no-sandbox')
  expect(relaxesIn(config({}), config({ codex: { commands: 'agent' } }))).toEqual([])
  expect(relaxesIn(config({}), config(on))).toEqual([
    'Shell commands of codex run in the sandbox, without approval where the preset allows it.',
  ])
  expect(relaxesIn(config(on), config({}))).not.toEqual([])
})
