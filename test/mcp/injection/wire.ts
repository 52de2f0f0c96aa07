// The same sessions as in fixture.ts through the whole product: an official client over HTTP with a
// token, the gateway, the pipeline, and each server as a program in the sandbox. The person answers
// at the window's router.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { stringify } from 'yaml'
import type { Reply } from '../../../contract/approval/approval.ts'
import type { Input, IpcChannel, Output } from '../../../contract/ipc/ipc.ts'
import type { OfferedTool } from '../../../contract/server/server.ts'
import { findAppPaths } from '../../../main/config/paths.ts'
import { openApp } from '../../../main/wiring/app.ts'
import { replyTo } from './fixture.ts'
import type { Acquaintances, Outcome, Step } from './fixture.ts'
import { servers } from './servers.ts'
import type { PlayedServers } from './servers.ts'

export type InjectionWire = Awaited<ReturnType<typeof openInjectionWire>>
export type WireSession = {
  /** `seenThrough`: the person sees through it where one is asked, and says no. */
  step(step: Step, seenThrough?: boolean): Promise<Outcome>
  end(): Promise<void>
}

const program = readFileSync(join(import.meta.dirname, 'server-program.cjs'), 'utf8')

/** A tool as its server sends it. */
const sent = ({ name, description, inputSchema, annotations }: OfferedTool) => ({
  name,
  description,
  inputSchema,
  annotations: Object.fromEntries(
    Object.entries(annotations).flatMap(([hint, value]) =>
      value === null ? [] : [[`${hint}${hint === 'title' ? '' : 'Hint'}`, value]],
    ),
  ),
})

/** @param whom left out: whom the person of `servers` writes to. */
export async function openInjectionWire(played: PlayedServers = servers, whom?: Acquaintances) {
  // Not in /tmp, where the sandbox has a folder of its own.
  const root = mkdtempSync(
    join(process.getuid?.() === 0 ? '/srv' : homedir(), 'gatehouse-injection-'),
  )
  const home = join(root, 'home')
  const workspace = join(root, 'work')
  for (const folder of [home, workspace]) mkdirSync(folder, { mode: 0o700 })
  const configured = Object.entries(played).map(([name, { config, tools }]) => [
    name,
    {
      ...config,
      command: process.execPath,
      args: ['-e', program, '--', JSON.stringify(tools.map(sent))],
    },
  ])
  writeFileSync(
    join(home, 'config.yaml'),
    stringify({ workspace, servers: Object.fromEntries(configured) as unknown }),
  )
  const opened = await openApp({
    host: 'browser',
    version: '0.0.0-test',
    gatewayPort: 0,
    paths: findAppPaths({
      env: { GATEHOUSE_HOME: home },
      platform: process.platform,
      homedir: root,
    }),
  })
  if (!opened.ok) throw new Error(opened.error.text)
  const app = opened.value
  async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
    const answer = await app.call(channel, input, { surface: 'window' })
    if (!answer.ok) throw new Error(`${channel}: ${answer.error.code} ${answer.error.text}`)
    return answer.value as Output<C>
  }

  for (const name of Object.keys(played)) {
    // Eleven programs start at the same time; on a busy machine the last is late.
    for (const end = Date.now() + 240_000; Date.now() < end;) {
      const kind = (await ask('servers.list', {})).find((one) => one.name === name)?.state.kind
      if (kind === 'ready') break
      if (kind === 'stopped') await ask('servers.start', { name })
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const { items, digest } = await ask('servers.review', { name })
    await ask('servers.accept', {
      name,
      digest,
      items: items.map(({ what, name: own }) => ({ what, name: own })),
    })
  }
  const { url, token } = await ask('clients.add', { name: 'agent' })
  if (url === null) throw new Error('The gateway has no address.')

  /** Makes a call and plays the person where one is asked. */
  const step = async (
    client: Client,
    { tool, args, answer = 'Done.' }: Step,
    seenThrough: boolean,
  ): Promise<Outcome> => {
    const [server = ''] = tool.split('__')
    writeFileSync(join(home, 'data', 'servers', server, 'answer.txt'), answer, { mode: 0o644 })
    let over = false
    const result = client.callTool({ name: tool, arguments: args }).finally(() => (over = true))
    let asked = false
    while (!over) {
      const [held] = await ask('approvals.list', { states: ['pending'], limit: 1 })
      if (held === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 2))
        continue
      }
      asked = true
      // What cannot be undone takes proof, which nobody has here: the person sees it, and says no.
      const reply: Reply =
        held.decision.stepUp || seenThrough ? { answer: 'deny-once' } : replyTo(held, whom)
      await ask('approvals.answer', { id: held.id, ...reply })
    }
    const { isError } = await result
    if (asked) return 'asked'
    return isError === true ? 'denied' : 'silent'
  }

  return {
    /** A connection of the client: what it reads is forgotten with it. */
    async session(): Promise<WireSession> {
      const transport = new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      })
      const client = new Client({ name: 'agent', version: '1.0.0' })
      // The library's own type is not exact about what may be left out.
      await client.connect(transport as Parameters<Client['connect']>[0])
      return {
        step: (given, seenThrough = false) => step(client, given, seenThrough),
        async end() {
          await transport.terminateSession()
          await client.close()
        },
      }
    },
    /** Tools that the servers were really asked for, by the journal. */
    async ran(): Promise<readonly string[]> {
      const found: string[] = []
      for (let before: number | undefined; ;) {
        const { rows } = await ask('audit.page', {
          limit: 200,
          filter: {
            kinds: ['outcome'],
            tool: null,
            effect: null,
            callId: null,
            runId: null,
            text: '',
          },
          ...(before === undefined ? {} : { before }),
        })
        for (const { entry } of rows)
          if (entry.kind === 'outcome' && entry.status === 'done') found.push(entry.tool)
        before = rows.at(-1)?.seq
        if (before === undefined) return found
      }
    },
    async dispose(): Promise<void> {
      await app.dispose()
      rmSync(root, { recursive: true, force: true })
    },
  }
}
