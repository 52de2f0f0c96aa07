// A client for the conformance suite, made of our own connection: connects to the address in its
// last argument, signs in where that is wanted (the suite's sign-in page answers by itself), calls
// what is offered, and closes.
import { err, ok } from '../../../contract/result.ts'
import { failure } from '../../../contract/failure.ts'
import { openOutbound } from '../../../main/egress/outbound.ts'
import type { ClientDeps, SignInDeps } from '../../../main/mcp/client/deps.ts'
import { openConnection } from '../../../main/mcp/client/open-connection.ts'
import { argumentsFor, METADATA_URL } from './client-scenario.ts'
import type { ScenarioContext } from './client-scenario.ts'

const url = process.argv.at(-1) ?? ''
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? ''
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as ScenarioContext
const outbound = openOutbound({ hosts: () => [] })
const never = async () => err(failure('test', 'This is not used here.'))

let stored: string | null =
  context.client_id === undefined || scenario !== 'auth/pre-registration'
    ? null
    : JSON.stringify({
        clients: { '': { client_id: context.client_id, client_secret: context.client_secret } },
        tokens: {},
        latest: null,
      })
let answer: (query: URLSearchParams) => void = () => {}
const signIn: SignInDeps = {
  fetch: (to) => outbound.signInFetch(to),
  browse: async (page) => {
    const { headers } = await outbound.signInFetch(url)(page, { redirect: 'manual' })
    answer(new URL(headers.get('location') ?? '').searchParams)
  },
  listen: async () =>
    ok({
      redirectUrl: 'http://localhost:3000/callback',
      answered: new Promise((resolve) => (answer = resolve)),
      dispose: async () => {},
    }),
  load: async () => stored,
  save: async (_resource, secret) => void (stored = secret),
  clientMetadataUrl: METADATA_URL,
}
const deps: ClientDeps = {
  version: '0.0.0-test',
  start: never,
  home: async () => '',
  proxy: never,
  fetchFor: (to) => outbound.serverFetch(to),
  secret: never,
  hashFile: async () => null,
  // A person who accepts with everything as it was proposed.
  asked: async (requests) =>
    Object.fromEntries(
      Object.entries(requests).flatMap(([key, { kind }]) =>
        kind === 'elicitation'
          ? [[key, { kind: 'answer' as const, result: { action: 'accept', content: {} } }]]
          : [],
      ),
    ),
  signIn,
  now: Date.now,
  changed: () => {},
  limits: { probeMs: 60_000, waitMs: [200] },
}

const connection = openConnection(
  'suite',
  { transport: 'http', url, headers: {}, trust: 'community', enabled: true, timeoutSeconds: 20 },
  deps,
)
const until = async (done: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 1_500 && !done(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20))
}
const whenIdle = (): boolean =>
  ['ready', 'needs-sign-in', 'stopped'].includes(connection.state().kind)
/** Signs in twice at the most: an authorization server may have been replaced meanwhile. */
async function enter(): Promise<void> {
  await until(whenIdle)
  for (let times = 0; times < 2 && connection.state().kind === 'needs-sign-in'; times += 1) {
    connection.start()
    await until(whenIdle)
  }
}

await enter()
const tools = connection.offer()?.tools ?? []
const calls =
  context.toolCalls ??
  tools.map(({ name, inputSchema }) => ({
    name,
    arguments: argumentsFor(scenario, inputSchema, tools[0]?.inputSchema ?? {}),
  }))
for (const { name, arguments: args } of calls) {
  const options = { timeoutMs: 20_000, signal: new AbortController().signal }
  const first = await connection.call(name, args, options)
  let last = first
  if (!first.ok && first.error.code === 'server.sign-in') {
    await enter()
    last = await connection.call(name, args, options)
  }
  process.stdout.write(`${name}: ${JSON.stringify(last)}\n`)
}
process.stdout.write(`${JSON.stringify({ state: connection.state(), log: connection.log() })}\n`)
await connection.dispose()
await outbound.dispose()
