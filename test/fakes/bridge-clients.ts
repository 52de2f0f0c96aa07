// What the fake Gatehouse of the development window knows of clients of the gateway: one, and those
// that are added.
import type {
  ClientCommands,
  ClientListing,
  ClientsState,
  CommandsGate,
} from '../../contract/server/gateway.ts'
import type { ClientDelegation, ClientRequest } from '../../contract/server/gateway.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'

export function fakeClients(): Pick<Handlers, Extract<keyof Handlers, `clients.${string}`>> {
  let clients: ClientListing[] = [
    { name: 'cursor', createdAt: Date.now() - 86_400_000, usedAt: Date.now() - 60_000 },
  ]
  let commands: ClientCommands[] = [
    about('claude-code', 'Claude Code', 'rewrite', true),
    about('cursor', 'Cursor', 'rehearse', false),
    about('notes', 'notes', 'none', false),
  ]
  let limits = [
    { name: 'cursor', preset: 'read-only' as string | null, perMinute: 60, elicitation: false },
  ]
  const url = 'http://127.0.0.1:4748/mcp'
  const state = (): ClientsState => ({
    clients: [...clients],
    connected: clients.some(({ name }) => name === 'cursor')
      ? [
          { name: 'cursor', over: 'http', since: Date.now() - 300_000, hook: 'none' },
          { name: 'claude-code', over: 'streams', since: Date.now() - 40_000, hook: 'set' },
        ]
      : [],
    limits: [...limits],
    commands: [...commands],
    url: clients.length === 0 ? null : url,
    problem: null,
  })
  return {
    'clients.list': async () => ({ ok: true, value: state() }),
    'clients.add': async ({ name, narrowed }) => {
      const delegation = narrowed === undefined ? undefined : delegated(narrowed)
      const shown = delegation === undefined ? {} : { delegation }
      clients = [
        ...clients.filter((client) => client.name !== name),
        { name, createdAt: Date.now(), usedAt: null, ...shown },
      ]
      const token = `gh${delegation === undefined ? 'c' : 'd'}_${'x'.repeat(43)}`
      return { ok: true, value: { name, token, url, ...shown } }
    },
    'clients.commands': async ({ name, run }) => {
      commands = commands.map((one) => (one.name === name ? { ...one, run } : one))
      return { ok: true, value: state() }
    },
    'clients.preset': async ({ name, preset }) => {
      limits = [
        ...limits.filter((one) => one.name !== name),
        { name, preset, perMinute: 600, elicitation: false },
      ]
      return { ok: true, value: state() }
    },
    'clients.remove': async ({ name }) => {
      if (!clients.some((client) => client.name === name))
        return {
          ok: false,
          error: { code: 'client.unknown', text: `There is no client named ${name}.` },
        }
      clients = clients.filter((client) => client.name !== name)
      return { ok: true, value: state() }
    },
  }
}

const about = (
  name: string,
  title: string,
  gate: CommandsGate,
  hooked: boolean,
): ClientCommands => ({ name, title, gate, hooked, run: null, problem: null })

const delegated = ({ tools, seconds, calls }: ClientRequest): ClientDelegation => ({
  grant: (tools ?? ['*']).map((tool) => ({ tool, actions: null, scopes: [] })),
  expiresAt: Date.UTC(2026, 10, 28, 9) + (seconds ?? 31_536_000) * 1_000,
  calls,
  used: 0,
  hash: 'ab'.repeat(32),
})
