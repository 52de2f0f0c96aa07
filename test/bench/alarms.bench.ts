// How often the scanner of servers' words flags what servers that people use say of their tools. Each
// package is fetched by Gatehouse from the registry, started offline in the sandbox with a made-up
// value for each key that it asks for, and reviewed; nothing of what it says is kept. Needs the
// registry.
//
//   node test/bench/alarms.bench.ts            all of public-servers.ts
//   node test/bench/alarms.bench.ts NAME…      these packages
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Input, IpcChannel, Output } from '../../contract/ipc/ipc.ts'
import { hostOfServer } from '../../contract/server/server-host.ts'
import { ServerConfig } from '../../contract/server/server.ts'
import { findAppPaths } from '../../main/config/paths.ts'
import type { SystemStore } from '../../main/secrets/system-store.ts'
import { openApp } from '../../main/wiring/app.ts'
import type { BenchLine } from './line.ts'
import { publicServers } from './public-servers.ts'

const START_MS = 60_000
/** Many end at once without a key; none can be used with these, and nothing is reached. */
const KEYS = [
  'API_KEY',
  'API_TOKEN',
  'BRAVE_API_KEY',
  'CURRENTS_API_KEY',
  'DATABASE_URL',
  'EXA_API_KEY',
  'FIRECRAWL_API_KEY',
  'GITHUB_PERSONAL_ACCESS_TOKEN',
  'GITLAB_PERSONAL_ACCESS_TOKEN',
  'GOOGLE_MAPS_API_KEY',
  'PERPLEXITY_API_KEY',
  'PRIVATE_APP_ACCESS_TOKEN',
  'SENTRY_ACCESS_TOKEN',
  'SHORTCUT_API_TOKEN',
  'SLACK_BOT_TOKEN',
  'SLACK_TEAM_ID',
  'SUPABASE_ACCESS_TOKEN',
  'TAVILY_API_KEY',
  'DATADOG_API_KEY',
  'DATADOG_APP_KEY',
  'APIFY_TOKEN',
  'BACKLOG_API_KEY',
  'BACKLOG_DOMAIN',
  'INSTANT_TOKEN',
  'MAPBOX_ACCESS_TOKEN',
]
const ARGS: Readonly<Record<string, readonly string[]>> = {
  '@modelcontextprotocol/server-filesystem': ['/home/program'],
  '@modelcontextprotocol/server-postgres': ['postgresql://localhost/made-up'],
  '@azure-devops/mcp': ['made-up'],
  '@bytebase/dbhub': ['--demo'],
  '@launchdarkly/mcp-server': ['start', '--api-key', 'made-up'],
}

const root = mkdtempSync(join(process.getuid?.() === 0 ? '/srv' : homedir(), 'gatehouse-alarms-'))
mkdirSync(join(root, 'home-workspace'))
const keychain: SystemStore = {
  available: async () => ({ ok: true, backend: 'gnome_libsecret' }),
  encrypt: async (text) => Buffer.from(text),
  decrypt: async (encrypted) => encrypted.toString(),
}
const opened = await openApp({
  host: 'browser',
  version: '0.0.0-test',
  systemStore: keychain,
  paths: findAppPaths({
    env: { GATEHOUSE_HOME: join(root, 'home') },
    platform: process.platform,
    homedir: root,
  }),
})
if (!opened.ok) throw new Error(opened.error.text)
const app = opened.value
async function ask<C extends IpcChannel>(channel: C, input: Input<C>): Promise<Output<C>> {
  const answer = await app.call(channel, input, { surface: 'window' })
  if (!answer.ok) throw new Error(`${answer.error.code} ${answer.error.text}`)
  return answer.value as Output<C>
}

type Found = { readonly tools: number; readonly flagged: readonly (readonly string[])[] }

async function look(name: string, packaged: string): Promise<Found> {
  const config = ServerConfig.parse({
    transport: 'stdio',
    command: 'npx',
    trust: 'verified',
    args: ['-y', packaged, ...(ARGS[packaged] ?? [])],
    env: Object.fromEntries(KEYS.map((key) => [key, { secret: 'made-up' }])),
  })
  const plan = await ask('servers.package', { config })
  await ask('servers.add', {
    name,
    config,
    confirmed: true,
    fetch: { plan: plan.id, scripts: false },
  })
  try {
    for (const until = Date.now() + START_MS; ;) {
      const state = (await ask('servers.list', {})).find((one) => one.name === name)?.state
      if (state?.kind === 'ready') break
      if (state?.kind === 'stopped' || Date.now() > until) throw new Error(JSON.stringify(state))
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const { items } = await ask('servers.review', { name })
    const tools = items.filter(({ what }) => what === 'tool')
    return {
      tools: tools.length,
      flagged: items
        .filter(({ warnings }) => warnings.length > 0)
        .map(({ name: own, warnings }) => [own, ...warnings]),
    }
  } finally {
    await ask('servers.remove', { name })
  }
}

const chosen = process.argv.slice(2)
const wanted = chosen.length === 0 ? publicServers : chosen
await ask('secrets.set', {
  name: 'made-up',
  value: 'made-up-0000',
  header: 'authorization',
  template: 'Bearer {}',
  hosts: wanted.map((_, at) => hostOfServer(`p${at}`)),
})
let [servers, tools, flagged, quiet] = [0, 0, 0, 0]
for (const [at, packaged] of wanted.entries()) {
  try {
    const found = await look(`p${at}`, packaged)
    servers += 1
    tools += found.tools
    flagged += found.flagged.length
    if (found.flagged.length === 0) quiet += 1
    console.error(`${packaged}: ${found.tools} tools, ${found.flagged.length} flagged`)
    for (const words of found.flagged) console.error(`    ${words.join(' | ')}`)
  } catch (fault) {
    console.error(`${packaged}: ${String(fault).slice(0, 300)}`)
  }
}
await app.dispose()
rmSync(root, { recursive: true, force: true })
const share = tools === 0 ? 0 : (100 * flagged) / tools
const lines: readonly BenchLine[] = [
  {
    name: 'false alarms: of the tools of servers people use, flagged',
    value: `${flagged} of ${tools} (${share.toFixed(1)} %)`,
    goal: '3 %',
    holds: share <= 3,
  },
  {
    name: 'false alarms: servers without any',
    value: `${quiet} of ${servers}`,
    goal: '80 %',
    holds: quiet >= 0.8 * servers,
  },
]
console.log(JSON.stringify(lines))
