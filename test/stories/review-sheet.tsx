// The sheet in which a person reviews a server and its tools.
import { ReviewSheet } from '../../renderer/features/servers/detail/review-sheet.tsx'
import { useReviewActs } from '../../renderer/features/servers/detail/use-review-acts.ts'
import { useServers } from '../../renderer/features/servers/use-servers.ts'
import type { ServerListing } from '../../contract/server/server.ts'
import type { Story } from './story.ts'

function Sheet() {
  const forge = useServers().value?.find(({ name }) => name === 'forge')
  return forge === undefined ? null : <Opened server={forge} />
}
const Opened = ({ server }: { readonly server: ServerListing }) => (
  <ReviewSheet server={server} acts={useReviewActs(server)} leave={() => {}} />
)

export const reviewSheetStories: readonly Story[] = [
  {
    name: 'review-sheet-plain',
    element: () => <Sheet />,
    bridge: { servers: true },
    height: 600,
    whole: true,
  },
  {
    name: 'review-sheet-flagged',
    element: () => <Sheet />,
    bridge: { servers: true },
    height: 700,
    whole: true,
    acts: [{ click: 'Accept 3 items' }],
  },
]
