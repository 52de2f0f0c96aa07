// Clients over HTTP: the limits of a token before it is made, and what it is good for afterwards.
import { HttpClients } from '../../renderer/features/agents/http-clients.tsx'
import { useBridge } from '../../renderer/bridge/bridge-context.ts'
import { useRead } from '../../renderer/state/use-read.ts'
import type { Story } from './story.ts'

function Clients() {
  return <HttpClients state={useRead(useBridge(), 'clients.list', {}, 0)} />
}

const limits = [
  { click: 'Add an agent…' },
  { fill: 'Name of the agent', text: 'ci' },
  { click: 'Limit what this token may do', role: 'switch' },
  { fill: 'Tools', text: 'read_file, list_dir' },
  { fill: 'Calls', text: '50' },
] as const

export const agentStories: readonly Story[] = [
  { name: 'token-limits', width: 900, acts: [...limits], element: () => <Clients /> },
  {
    name: 'token-limits-wrong',
    width: 420,
    acts: [...limits, { fill: 'Calls', text: 'many' }],
    element: () => <Clients />,
  },
  {
    name: 'token-limited',
    width: 900,
    // The list is read again once the token is there.
    acts: [...limits, { click: 'Create token' }, { passMs: 200 }],
    element: () => <Clients />,
  },
]
