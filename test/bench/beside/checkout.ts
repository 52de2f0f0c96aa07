// One checkout of Gatehouse, built, as its users have it: the app without a window, an echo server
// behind it, and a client by each transport. Nothing of its code is imported, so it may be an older
// one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { findAppPaths } from '../../../main/config/paths.ts'
import { engineEnv, engineFlags } from '../../../main/host/launch/engine.mjs'
import { gone, httpLane, stdioLane, type Lane } from '../mcp/lanes.ts'

const echo = join(import.meta.dirname, '../mcp/echo.ts')
/** The kernel counts a process's time in steps of this length. */
const TICK_MS = 10

export type Transport = 'stdio' | 'http'

export type Checkout = {
  readonly lanes: Readonly<Record<Transport, Lane>>
  /** Milliseconds of the processor that the app has taken since it was started. */
  processorTime(): number
  close(): Promise<void>
}

/** @param root of the checkout. @param folder for its home; empty. Throws where it does not start. */
export async function openCheckout(root: string, folder: string): Promise<Checkout> {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  mkdirSync(join(folder, 'home-workspace'), { recursive: true })
  writeFileSync(join(folder, 'home-workspace', 'notes.txt'), 'some words of a file\n'.repeat(49))
  writeFileSync(join(home, 'config.yaml'), configOf())
  const env = { ...process.env, NODE_NO_WARNINGS: '1', GATEHOUSE_HOME: home }
  const app = spawn(process.execPath, [...engineFlags, join(root, 'out/main/headless.js')], {
    env: { ...engineEnv, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const client = await introduce(
    findAppPaths({ env, platform: process.platform, homedir: folder }).socketFile,
  )
  const bridge = [join(root, 'out/main/mcp.js'), 'mcp', '--client', 'bench']
  const lanes = {
    stdio: await stdioLane(process.execPath, bridge, env),
    http: await httpLane(
      client.url,
      { authorization: `Bearer ${client.token}` },
      () => app.pid,
      async () => {},
    ),
  }
  return {
    lanes,
    processorTime() {
      const text = readFileSync(`/proc/${app.pid}/stat`, 'utf8')
      const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS
    },
    async close() {
      await lanes.stdio.close()
      await lanes.http.close()
      await gone(app)
    },
  }
}

const configOf = (): string => `servers:
  echo:
    { transport: stdio, command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(echo)}],
      folders: [{ path: ${JSON.stringify(join(import.meta.dirname, '../../..'))} }], trust: local }
rules:
  - { id: measured, when: { tools: [echo__echo, read_file] }, effect: allow, reason: measured }
  - { id: after-a-read, when: { tools: [echo__echo], taint: [private] }, effect: allow, reason: measured }
gateway: { clients: { bench: { perMinute: 0 } } }
`

const Reviewed = z.object({ digest: z.string() })
const Client = z.object({ url: z.string(), token: z.string() })

/** Lets the echo server's tools through and adds the client, as the window of its person would. */
async function introduce(socketFile: string): Promise<z.infer<typeof Client>> {
  const socket = await reached(socketFile)
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const ask = async (channel: string, input: object): Promise<unknown> => {
    socket.write(`${JSON.stringify({ id: 0, channel, input })}\n`)
    const { result } = Answer.parse(JSON.parse(String((await lines.next()).value)))
    if (!result.ok) throw new Error(`${channel}: ${JSON.stringify(result)}`)
    return result.value
  }
  const { digest } = Reviewed.parse(await ask('servers.review', { name: 'echo' }))
  await ask('servers.accept', { name: 'echo', items: 'all', digest })
  const client = Client.parse(await ask('clients.add', { name: 'bench' }))
  socket.destroy()
  return client
}

const Answer = z.object({ result: z.looseObject({ ok: z.boolean(), value: z.unknown() }) })

async function reached(socketFile: string): Promise<Socket> {
  for (const until = Date.now() + 20_000; ;) {
    const socket = createConnection(socketFile)
    try {
      await once(socket, 'connect')
      return socket
    } catch (cause) {
      if (Date.now() > until) throw cause
      await new Promise((done) => setTimeout(done, 20))
    }
  }
}
