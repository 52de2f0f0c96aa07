// How a held call of a client ends where nobody answers it, over a real client and a running app: the
// client, the approval's row and the journal give the same reason, and none speaks of a person.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApprovalRoute } from '../../../contract/approval/approval-route.ts'
import { fewRows } from '../../whole.ts'
import { openTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

const FETCH = { name: 'web_fetch', arguments: { url: 'https://one.invalid/x' } }
const WRITE = { name: 'write_file', arguments: { path: 'a.txt', content: 'x\n' } }
type Call = typeof FETCH | typeof WRITE

const ASK = 'preset: ask\n'
const NONE = `${ASK}tools: { web_fetch: { disabled: true }, write_file: { disabled: true } }\n`
type Way = readonly [what: string, route: ApprovalRoute, call: Call, config: string, text: RegExp]
/** What the configuration becomes while the call is held: one of each route; `MORE` leads to the same by another setting. */
const WAYS: readonly Way[] = [
  [
    'the guard goes on',
    'guard',
    FETCH,
    `${ASK}exfiltrationGuard: { enabled: true }\n`,
    /exfiltration guard/,
  ],
  ['the preset refuses every write', 'preset', WRITE, 'preset: read-only\n', /preset changed/],
  [
    'a rule denies it',
    'policy-change',
    WRITE,
    `${ASK}rules: [{ id: no, when: { tools: [write_file] }, effect: deny, reason: No. }]\n`,
    /policy changed/,
  ],
]
const MORE: readonly Way[] = [
  [
    'its name is blocked, and allowed as well',
    'guard',
    FETCH,
    `${ASK}exfiltrationGuard: { enabled: true, allowTools: [web_fetch], blockedTools: [web_fetch] }\n`,
    /exfiltration guard/,
  ],
  [
    'a tool that sends nothing is blocked by name',
    'guard',
    WRITE,
    `${ASK}exfiltrationGuard: { enabled: true, blockedTools: [write_file] }\n`,
    /exfiltration guard/,
  ],
  [
    'the tool is switched off',
    'policy-change',
    WRITE,
    `${ASK}tools: { write_file: { disabled: true } }\n`,
    /policy changed/,
  ],
  [
    'its place is on the stop list',
    'policy-change',
    WRITE,
    `${ASK}stop: [a.txt]\n`,
    /policy changed/,
  ],
]

describe('a held call of a client', () => {
  let testApp: TestApp
  let client: Client
  const open = async (name = 'tester'): Promise<Client> => {
    const opened = new Client({ name, version: '1' })
    await opened.connect(new StdioClientTransport({ ...testApp.command(name), stderr: 'ignore' }))
    return opened
  }
  /** At once: an app that reads a file that is empty yet would hold the call by what is usual. */
  const configure = (text: string): void => {
    const file = join(testApp.env['GATEHOUSE_HOME'] ?? '', 'config.yaml')
    writeFileSync(`${file}.new`, `workspace: ${testApp.workspace}\n${text}`)
    renameSync(`${file}.new`, file)
  }
  /** Waits until calls are decided by the configuration of now. */
  const inForce = async (call: Call, by: string | null): Promise<void> => {
    const person = await testApp.person()
    await expect
      .poll(
        async () => {
          const explained = await person.call('policy.explain', {
            calls: [{ tool: call.name, args: call.arguments }],
          })
          const [one] = explained.ok ? explained.value : []
          return one !== undefined && 'decision' in one ? one.decision.effect : by
        },
        { timeout: 600_000 },
      )
      .toBe(by)
  }
  /** By way of a configuration that denies the call: the one before may hold it as well. */
  const askAgain = async (call: Call): Promise<void> => {
    configure(NONE)
    await inForce(call, 'deny')
    configure(ASK)
    await inForce(call, 'confirm')
  }
  beforeAll(async () => {
    testApp = openTestApp(ASK)
    client = await open()
  }, 600_000)
  afterAll(async () => {
    await client.close()
    testApp.remove()
  })

  const textOf = (result: unknown): string =>
    (result as { content: { text: string }[] }).content.map(({ text }) => text).join('')
  const ended = async (id: string) => {
    const person = await testApp.person()
    const rows = await person.call('approvals.list', {
      states: ['denied', 'cancelled', 'expired'],
      limit: 100,
    })
    const row = rows.ok ? rows.value.find((each) => each.id === id) : undefined
    const journal = (await testApp.journal()).find(
      (each) => each.kind === 'answered' && each.approvalId === id,
    )
    return {
      row: row?.route,
      answeredOn: row?.answeredOn,
      journal: journal?.kind === 'answered' ? journal.route : undefined,
    }
  }

  it.each(fewRows([...WAYS, ...MORE], WAYS.length))(
    'ends, where %s, by %s',
    { timeout: 600_000 },
    async (_what, route, call, config, text) => {
      await askAgain(call)
      const result = client.callTool(call)
      const held = await testApp.heldOne()
      configure(config)
      expect(textOf(await result)).toMatch(text)
      expect(textOf(await result)).not.toMatch(/person (?:denied|looked)/i)
      expect(await ended(held.id)).toEqual({ row: route, answeredOn: null, journal: route })
    },
  )

  it(
    'ends by the emergency stop, and says that a person stopped everything, not that one denied it',
    { timeout: 600_000 },
    async () => {
      await askAgain(WRITE)
      const result = client.callTool(WRITE)
      const held = await testApp.heldOne()
      const person = await testApp.person()
      expect((await person.call('emergency-stop.stop', {})).ok).toBe(true)
      expect(textOf(await result)).toMatch(/A person stopped everything/)
      expect(await ended(held.id)).toMatchObject({
        row: 'emergency-stop',
        journal: 'emergency-stop',
      })
      expect((await person.call('emergency-stop.resume', { confirmed: true })).ok).toBe(true)
    },
  )

  it('ends by its time-out, and says so', { timeout: 600_000 }, async () => {
    // The other tool shows that this file is in force: of its time-out nobody can ask.
    configure(`${ASK}approvals: { timeoutSeconds: 3 }\ntools: { web_fetch: { disabled: true } }\n`)
    await inForce(FETCH, 'deny')
    const result = client.callTool(WRITE)
    const held = await testApp.heldOne()
    expect(textOf(await result)).toMatch(/^Nobody answered in time/)
    expect(await ended(held.id)).toEqual({ row: 'time-out', answeredOn: null, journal: 'time-out' })
  })

  it('ends by its client where that goes away', { timeout: 600_000 }, async () => {
    await askAgain(WRITE)
    const other = await open('other')
    const result = other.callTool(WRITE).catch(() => null)
    const held = await testApp.heldOne()
    await other.close()
    expect(await result).toBe(null)
    // A client that comes back may still have its answer, so only an answer ends the call for good.
    expect(await testApp.answer(held, 'deny-once')).toBe(true)
    expect(await ended(held.id)).toMatchObject({ row: 'person', journal: 'person' })
  })
})
