// A whole app with servers that offer what a test wants, each a real program in the real sandbox
// (forge.ts), a person who reviews them and answers, and clients of the gateway.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { expect } from 'vitest'
import type { Approval } from '../../../contract/approval/approval.ts'
import type { CallResult } from '../../../contract/call/call.ts'
import type { Input } from '../../../contract/ipc/ipc.ts'
import { ServerConfig } from '../../../contract/server/server.ts'
import type { ToolLabels } from '../../../contract/server/tool-labels.ts'
import { ask, besideHome } from '../services/whole-app.ts'

const project = join(import.meta.dirname, '../../..')

export type Offered = Readonly<Record<string, unknown>> & { readonly name: string }
export type Labels = Readonly<Record<string, Partial<ToolLabels>>>
export type Answer = Omit<Input<'approvals.answer'>, 'id'>

/** A schema of texts. */
export const text = (...names: readonly string[]): Pick<Offered, string> => ({
  inputSchema: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  },
})
export const keepsToItself = {
  sends: null,
  readsUntrusted: false,
  readsPrivate: false,
  effects: [],
}

/** What the server offers from now on, and what its tools answer; left out, what they were given. */
export function offer(
  server: string,
  tools: readonly Offered[],
  answers: Readonly<Record<string, string>> = {},
): void {
  mkdirSync(besideHome('offers'), { recursive: true })
  // As root the sandbox is another user.
  chmodSync(besideHome('offers'), 0o777)
  writeFileSync(besideHome(`offers/${server}.json`), JSON.stringify({ tools, answers }))
}
export const listed = async (name: string) =>
  (await ask('servers.list', {})).find((one) => one.name === name)
export async function ready(name: string): Promise<void> {
  await expect.poll(async () => (await listed(name))?.state.kind).toBe('ready')
}

/** Added by the person, and ready; not reviewed. */
export async function added(name: string, trust: ServerConfig['trust']): Promise<void> {
  const config = ServerConfig.parse({
    transport: 'stdio',
    command: process.execPath,
    trust,
    args: [join(project, 'test/fakes/mcp/forge.ts')],
    env: { OFFER: besideHome(`offers/${name}.json`), STORM: besideHome('offers/storm') },
    folders: [{ path: project }, { path: besideHome('offers'), write: true }],
  })
  await ask('servers.add', { name, config, confirmed: true })
  await ready(name)
}
/** Everything that is not refused is accepted, with these labels. */
export async function review(name: string, labels: Labels = {}): Promise<void> {
  const { items, digest } = await ask('servers.review', { name })
  await ask('servers.accept', {
    name,
    digest,
    items: items
      .filter(({ state }) => state !== 'refused')
      .map(({ what, name: own, labels: found }) => {
        const said = labels[own]
        return said === undefined || found === null
          ? { what, name: own }
          : { what, name: own, labels: { ...found.proposed, ...said } }
      }),
  })
}

/** Answers whatever is held until `work` is over. */
export async function attended<T>(
  work: Promise<T>,
  answer: (held: Approval) => Answer | Promise<Answer>,
): Promise<{ readonly result: T; readonly held: readonly Approval[] }> {
  const held: Approval[] = []
  let over = false
  const end = work.finally(() => (over = true))
  while (!over) {
    const [pending] = await ask('approvals.list', { states: ['pending'], limit: 1 })
    if (pending !== undefined) {
      held.push(pending)
      await ask('approvals.answer', { id: pending.id, ...(await answer(pending)) })
    }
    await Promise.race([end, new Promise((done) => setTimeout(done, 15))])
  }
  return { result: await end, held }
}
export const deny = (): Answer => ({ answer: 'deny-once' })
export const once = (): Answer => ({ answer: 'once' })
/** The scope of the card that these words are in, until it is revoked. */
export const forGood =
  (words: RegExp) =>
  (held: Approval): Answer => {
    const proposal = held.proposals.findIndex(({ text: offered }) => words.test(offered))
    if (proposal === -1) throw new Error(held.proposals.map(({ text: t }) => t).join(' | '))
    return { answer: 'scope', choice: { proposal, lasts: 'until-revoked' } }
  }

/** From the command line. */
export const call = (
  tool: string,
  args: Record<string, unknown>,
  answer: (held: Approval) => Answer | Promise<Answer> = deny,
): Promise<{ readonly result: CallResult; readonly held: readonly Approval[] }> =>
  attended(ask('tools.run', { tool, args: args as never, wait: true }), answer)
/** Nobody was asked, and it ran. */
export const silent = async (tool: string, args: Record<string, unknown>): Promise<boolean> => {
  const { held, result } = await call(tool, args)
  return held.length === 0 && result.status === 'done'
}

export type Comes = 'silent' | 'asked' | 'refused'
/** Another agent: each connection is a session of its own. */
export async function aClient(name = 'agent') {
  const { url, token } = await ask('clients.add', { name })
  if (url === null) throw new Error('The gateway has no address.')
  return async () => {
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    })
    const client = new Client({ name, version: '1.0.0' })
    // The library's own type is not exact about what may be left out.
    await client.connect(transport as Parameters<Client['connect']>[0])
    const run = (
      tool: string,
      args: Record<string, unknown>,
      answer: (held: Approval) => Answer | Promise<Answer> = deny,
    ) => attended(client.callTool({ name: tool, arguments: args }), answer)
    return {
      client,
      run,
      /** The person says no to whatever is asked. */
      async comes(tool: string, args: Record<string, unknown>): Promise<Comes> {
        const { result, held } = await run(tool, args)
        if (held.length > 0) return 'asked'
        return result.isError === true ? 'refused' : 'silent'
      },
      async end(): Promise<void> {
        await transport.terminateSession()
        await client.close()
      },
    }
  }
}
