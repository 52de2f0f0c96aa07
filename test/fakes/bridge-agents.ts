// Agents of other makers on the machine of the development window: two are there, one is joined.
import type { OtherAgent } from '../../contract/agent/other-agent.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import { fakeTerminals } from './bridge-terminals.ts'

const line = `"gatehouse": { "type": "stdio", "command": "/opt/gatehouse/bin/gatehouse", "args": ["mcp", "--client", "claude-code"] }`

type Topic = Extract<keyof Handlers, `agents.${string}` | `terminals.${string}`>

/** @param terminals whether they have sessions open. */
export function fakeAgents(terminals: boolean): Pick<Handlers, Topic> {
  let agents: OtherAgent[] = [
    about('claude-code', 'Claude Code', true, {
      files: ['/home/ada/.claude.json'],
      servers: 2,
      hooks: false,
      findings: [
        {
          kind: 'own-tools',
          file: '/home/ada/.claude.json',
          line: null,
          text: 'Claude Code: its own tools do not pass the gate.',
          mend: 'gatehouse connect claude-code --hooks',
          fix: 'hooks',
        },
        {
          kind: 'direct-server',
          file: '/home/ada/.claude.json',
          line: 12,
          text: 'Claude Code: the MCP server notes is reached without the gate.',
          mend: 'gatehouse servers import takes it over; then take it out here.',
          fix: 'import',
        },
      ],
    }),
    about('cursor', 'Cursor', true, {
      files: ['/home/ada/.cursor/mcp.json'],
      gateway: true,
      hooks: true,
    }),
    about('codex', 'Codex', false, { hooks: false }),
    about('goose', 'Goose', false, { hooks: null }),
  ]
  const change = (name: string, part: Partial<OtherAgent>) => {
    agents = agents.map((agent) => (agent.name === name ? { ...agent, ...part } : agent))
    return { ok: true as const, value: { agents: [...agents] } }
  }
  return {
    ...fakeTerminals(terminals),
    'agents.list': async () => ({ ok: true, value: { agents: [...agents] } }),
    'agents.plan': async ({ name, hooks }) => ({
      ok: true,
      value: {
        digest: `${name} ${hooks}`,
        changes: [
          {
            file: `/home/ada/.${name}.json`,
            leadsTo: null,
            created: false,
            line: 4,
            removed: '',
            inserted: `  "mcpServers": {\n    ${line}\n  },\n`,
          },
        ],
        after: null,
      },
    }),
    'agents.connect': async ({ name, hooks }) =>
      change(name, { gateway: true, ...(hooks ? { hooks: true, findings: [] } : {}) }),
    'agents.plan-removal': async ({ name }) => ({
      ok: true,
      value: {
        digest: name,
        files: [{ file: `/home/ada/.${name}.json`, text: 'is again what it was, to the byte' }],
      },
    }),
    'agents.disconnect': async ({ name }) => change(name, { gateway: false }),
  }
}

const about = (
  name: string,
  title: string,
  found: boolean,
  rest: Partial<OtherAgent>,
): OtherAgent => ({
  name,
  title,
  found,
  files: [],
  servers: 0,
  gateway: false,
  hooks: false,
  findings: [],
  notes: [],
  ...rest,
})
