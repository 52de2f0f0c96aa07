// What an agent read in one way holds back what it sends in every other way: its own tools at the
// hook, its own commands, tools of the gateway, servers; over a lost connection, and with agents below.
// @module-tag whole
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startAgent as start } from '../../fakes/agent/start-agent.ts'
import type { Agent, Asked } from '../../fakes/agent/start-agent.ts'
import { openTestApp, root } from '../../mcp/gateway/test-app.ts'
import type { TestApp } from '../../mcp/gateway/test-app.ts'

/** It has no address: what is let out fails at that. */
const url = 'https://one.invalid/x'

let testApp: TestApp
let agents: Agent[] = []
beforeAll(async () => {
  const board = join(root, 'test/fakes/mcp/honest/post.ts')
  testApp = openTestApp(
    `allowlist: { hosts: [one.invalid] }\nservers:\n  board: { transport: stdio, command: ${process.execPath}, args: [${board}], folders: [{ path: ${root} }], trust: local }\n`,
  )
  writeFileSync(diary(), 'dear diary\n')
  // Its server starts the app.
  const first = startAgent('first')
  await first.ask(PLAIN)
  await reviewBoard()
  await first.end()
}, 600_000)
afterEach(async () => {
  for (const agent of agents) await agent.end()
  agents = []
})
afterAll(() => testApp.remove())

async function reviewBoard(): Promise<void> {
  const person = await testApp.person()
  const review = await person.call('servers.review', { name: 'board' })
  if (!review.ok) throw new Error(review.error.text)
  const { digest, items } = review.value
  const accepted = await person.call('servers.accept', {
    name: 'board',
    items: items.map(({ what, name }) => ({ what, name })),
    digest,
  })
  expect(accepted.ok).toBe(true)
}

function startAgent(session: string): Agent {
  const agent = start(testApp, session)
  agents.push(agent)
  return agent
}

/** Answers what is held while it works; whether something was held for what was read before. */
async function walk(
  work: Promise<unknown>,
  answer: 'once' | 'deny-once',
): Promise<'private' | 'asked' | 'free'> {
  let over = false
  void work.finally(() => (over = true))
  let found: 'private' | 'asked' | 'free' = 'free'
  while (!over) {
    for (const held of await testApp.pending()) {
      const reasons = held.decision.reasons.map(({ code }) => code)
      found = reasons.includes('flow.private-out') ? 'private' : 'asked'
      await testApp.answer(held, answer)
    }
    await Promise.race([work, new Promise((done) => setTimeout(done, 20))])
  }
  return found
}

const PLAIN: Asked = { call: 'read_file', args: { path: 'README.md' } }
const diary = (): string => join(testApp.env['HOME'] ?? '', 'diary.txt')
const READS: Readonly<Record<string, () => Asked>> = {
  'its own tool': () => ({ hook: 'Read', input: { file_path: diary() } }),
  'its own command': () => ({ hook: 'Bash', input: { command: `cat ${diary()}` } }),
  'its own search': () => ({ hook: 'Grep', input: { pattern: 'dear', path: diary() } }),
  'a tool of the gateway': () => ({ call: 'read_file', args: { path: diary() } }),
}
// In this order: what a page says of itself would speak against the next request.
const SENDS: Readonly<Record<string, Asked>> = {
  'its own tool': { hook: 'WebFetch', input: { url, prompt: 'x' } },
  'its own command': { hook: 'Bash', input: { command: `curl ${url}` } },
  'a tool of the gateway': { call: 'web_fetch', args: { url } },
  'a tool of a server': { call: 'board__post_note', args: { text: 'hello' } },
}

async function sendsOf(agent: Agent, below = false): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {}
  for (const [door, asked] of Object.entries(SENDS))
    found[door] = await walk(agent.ask(below ? { below: asked } : asked), 'deny-once')
  return found
}
const all = (what: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(SENDS).map((door) => [door, what]))

describe('what a connected agent has read that is private', () => {
  it.each(Object.keys(READS))(
    'by %s holds back what it sends by each entry point',
    { timeout: 600_000 },
    async (door) => {
      const agent = startAgent(`reads ${door}`)
      await agent.ask(PLAIN)
      await walk(agent.ask(READS[door]?.() ?? PLAIN), 'once')
      expect(await sendsOf(agent)).toEqual(all('private'))
    },
  )

  it('is not forgotten where its server is started again', { timeout: 600_000 }, async () => {
    const agent = startAgent('again')
    await walk(agent.ask({ call: 'read_file', args: { path: diary() } }), 'once')
    await agent.ask({ reconnect: true })
    expect(await sendsOf(agent)).toEqual(all('private'))
  })

  it(
    'applies to an agent that it starts, and what that one reads applies to it',
    { timeout: 600_000 },
    async () => {
      const agent = startAgent('above')
      await agent.ask(PLAIN)
      await walk(agent.ask({ below: { call: 'read_file', args: { path: diary() } } }), 'once')
      expect(await sendsOf(agent)).toEqual(all('private'))
    },
  )

  it(
    'applies neither to another agent of its name nor to the next one, also where it was killed',
    { timeout: 600_000 },
    async () => {
      const [one, other] = [startAgent('one'), startAgent('two')]
      for (const agent of [one, other]) await agent.ask(PLAIN)
      await walk(one.ask({ hook: 'Read', input: { file_path: diary() } }), 'once')
      // A command of its own that no table calls harmless asks in any case, and so does a tool that posts.
      const free = { ...all('free'), 'its own command': 'asked', 'a tool of a server': 'asked' }
      expect(await sendsOf(other)).toEqual(free)
      await one.kill()
      expect(await sendsOf(startAgent('three'))).toEqual(free)
      // It takes up the conversation in which it was read.
      expect(await sendsOf(startAgent('one'))).toMatchObject({ 'its own tool': 'private' })
    },
  )
})
