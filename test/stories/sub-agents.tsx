// The sub-agents of a run as a tree: every state, a branch two below, one that was revoked.
import { SubAgents } from '../../renderer/features/runs/tree/sub-agents.tsx'
import { team } from '../fakes/bridge-team.ts'
import type { Story } from './story.ts'

function Team() {
  const [top] = team()
  return top === undefined ? null : <SubAgents run={top} onGo={() => {}} />
}
const bridge = { team: true }

export const subAgentStories: readonly Story[] = [
  { name: 'sub-agents', width: 900, bridge, element: () => <Team /> },
  { name: 'sub-agents-narrow', width: 400, bridge, element: () => <Team /> },
  {
    name: 'sub-agents-closed',
    width: 900,
    bridge,
    acts: [{ click: 'Sub-agents' }],
    element: () => <Team />,
  },
]
