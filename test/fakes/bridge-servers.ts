// Servers of the fake bridge: one that waits for its review. It proves screens, never safety.
import type { Failure } from '../../contract/failure.ts'
import type { Handlers } from '../../contract/ipc.ts'
import type { Result } from '../../contract/result.ts'
import { nothingSeen } from '../../contract/server-reach.ts'
import type { ServerReach } from '../../contract/server-reach.ts'
import type { Reviewed, ServerListing } from '../../contract/server.ts'
import { ServerConfig } from '../../contract/server.ts'

type Topic = Extract<keyof Handlers, `servers.${string}`>

const fine = <T>(value: T): Result<T, never> => ({ ok: true, value })
const fault = (code: string, text: string, hint = ''): Result<never, Failure> => ({ ok: false, error: { code, text, hint } })

const reachOf = (config: ServerConfig | undefined): ServerReach => ({
  declared:
    config?.transport === 'stdio'
      ? { hosts: config.hosts, folders: config.folders, programs: [config.command] }
      : { hosts: config === undefined ? [] : [new URL(config.url).host], folders: [], programs: [] },
  seen: { ...nothingSeen, hosts: ['api.forge.example:443'], programs: ['/usr/bin/forge-mcp'] },
  watched: [
    { what: 'hosts', by: 'all', text: 'Each connection goes through a filter that lets pass what you granted.' },
    { what: 'programs', by: 'sampling', text: 'Seen by sampling: what ran for less than a moment may have been missed.' },
  ],
  calls: 3,
  news: [],
  tighter: null,
})

export function fakeServers(): Pick<Handlers, Topic> {
  const servers = new Map<string, ServerConfig>([
    [
      'forge',
      ServerConfig.parse({
        transport: 'stdio',
        command: '/usr/bin/forge-mcp',
        args: ['--stdio'],
        hosts: ['api.forge.example'],
        trust: 'verified',
      }),
    ],
  ])
  const open = new Set<string>()
  const tool = JSON.stringify({ name: 'list_issues', description: 'Lists the open issues.' }, null, 2)
  const items = (name: string): Reviewed[] =>
    (['server', 'list_issues'] as const).map((item) => ({
      what: item === 'server' ? 'server' : 'tool',
      name: item,
      state: open.has(`${name} ${item}`) ? 'open' : 'new',
      before: open.has(`${name} ${item}`) ? tool : null,
      now: item === 'server' ? JSON.stringify({ launch: ['/usr/bin/forge-mcp', '--stdio'] }, null, 2) : tool,
      warnings: [],
    }))
  const review = (name: string) =>
    servers.has(name)
      ? fine({ digest: [...open].join(), items: items(name), reach: reachOf(servers.get(name)) })
      : fault('server.unknown', `There is no server named ${name}.`)
  const list = (): ServerListing[] =>
    [...servers].map(([name, config]) => ({
      name,
      config,
      state: { kind: config.enabled ? 'ready' : 'off' },
      protocol: '2025-11-25',
      version: '1.4.0',
      open: open.has(`${name} list_issues`) ? 1 : 0,
      closed: open.has(`${name} list_issues`) ? 0 : 1,
      reach: reachOf(config),
      advice: [],
      log: ['listening'],
    }))
  return {
    'servers.list': async () => fine(list()),
    'servers.review': async ({ name }) => review(name),
    'servers.accept': async ({ name, items: chosen }) => {
      for (const item of items(name)) if (chosen === 'all' || chosen.some((one) => one.name === item.name)) open.add(`${name} ${item.name}`)
      return review(name)
    },
    'servers.close': async ({ name, item }) => {
      open.delete(`${name} ${item.name}`)
      return review(name)
    },
    'servers.read-link': async () => fault('servers.bad-link', 'That link cannot be used: it is no address.'),
    'servers.add': async ({ name, config }) => {
      if (servers.has(name)) return fault('server.exists', `There is a server named ${name} already.`)
      servers.set(name, config)
      return fine(list())
    },
    'servers.remove': async ({ name }) => {
      servers.delete(name)
      return fine(list())
    },
    'servers.start': async ({ name }) => {
      const config = servers.get(name)
      if (config === undefined) return fault('server.unknown', `There is no server named ${name}.`)
      servers.set(name, { ...config, enabled: true })
      return fine(list())
    },
    'servers.import': async () => fine({ files: [], servers: [], added: [] }),
    'servers.export': async () => fine({ text: '{}\n', notes: [] }),
  }
}
