// The official client in front, as most agents have it: over HTTP it is most of the time itself, so
// the smallest one (lanes.ts) tells more of what is behind it.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { memoryOf } from './lanes.ts'
import type { httpLane, Lane } from './lanes.ts'

const newClient = (): Client => new Client({ name: 'bench', version: '1' })

const laneOf = (client: Client, memory: Lane['memory'], close: () => Promise<void>): Lane => ({
  ask: async (method, params) => ({
    result: await (method === 'tools/call'
      ? client.callTool(params as Parameters<Client['callTool']>[0])
      : client.listTools()),
  }),
  memory,
  async close() {
    await client.close()
    await close()
  },
})

export async function officialStdioLane(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  pid?: () => number | null,
): Promise<Lane> {
  const known = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const transport = new StdioClientTransport({ command, args: [...args], env: known })
  const client = newClient()
  await client.connect(transport)
  return laneOf(
    client,
    () => memoryOf((pid === undefined ? transport.pid : pid()) ?? undefined),
    async () => {},
  )
}

/** Asks until the server is there. */
export const officialHttpLane: typeof httpLane = async (url, headers, pid, close) => {
  for (const until = Date.now() + 20_000; ;) {
    const client = newClient()
    try {
      await client.connect(
        new StreamableHTTPClientTransport(new URL(url), {
          requestInit: { headers: { ...headers } },
        }),
      )
      return laneOf(client, () => memoryOf(pid()), close)
    } catch (cause) {
      if (Date.now() > until) throw cause
      await new Promise((done) => setTimeout(done, 10))
    }
  }
}
