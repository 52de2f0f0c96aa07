// What a server was granted and what it was not: paths in the arguments of its tool, on the card, and
// what it tried, each with one press that grants it.
import { ApprovalCard } from '../../renderer/features/approvals/card/approval-card.tsx'
import { MissedGrants } from '../../renderer/features/servers/detail/missed-grants.tsx'
import { useServers } from '../../renderer/features/servers/use-servers.ts'
import { approval, decision } from '../fakes/bridge-data.ts'
import type { Story } from './story.ts'

const paths = () =>
  approval(5, {
    tool: 'forge__attach_file',
    title: 'Attach a file',
    args: { file: '/home/ada/site/plan.md', also: '/home/ada/.bashrc', issue: 12 },
    decision: decision(
      'R3',
      'confirm',
      [
        {
          kind: 'mcp.call',
          server: 'forge',
          tool: 'attach_file',
          trust: 'verified',
          openWorld: true,
          paths: [
            { argument: '/file', path: '/home/ada/site/plan.md', zone: 'outside', granted: 'read' },
            { argument: '/also', path: '/home/ada/.bashrc', zone: 'outside', granted: 'none' },
          ],
        },
      ],
      ['It names a path that this server was not granted.'],
    ),
    undo: { kind: 'none', text: 'This cannot be undone: its effects on another machine remain.' },
  })

function Missed() {
  const { value } = useServers()
  const crashy = value?.find(({ name }) => name === 'crashy')
  return crashy === undefined ? null : <MissedGrants server={crashy} changed={() => undefined} />
}

const bridge = { held: true, servers: true }
const card = () => <ApprovalCard approval={paths()} location="queue" />

export const serverAccessStories: readonly Story[] = [
  { name: 'approval-card-server-paths', bridge, element: card },
  { name: 'approval-card-server-paths-narrow', bridge, width: 420, element: card },
  { name: 'server-missed-grants', bridge, element: () => <Missed /> },
  { name: 'server-missed-grants-narrow', bridge, width: 360, element: () => <Missed /> },
]
