// The approval card in all its states.
import type { Approval } from '../../contract/approval.ts'
import { ApprovalCard } from '../../renderer/features/approvals/approval-card.tsx'
import { samples } from '../fakes/bridge-samples.ts'
import type { Story } from './story.ts'

const at = (index: number): Approval => {
  const found = samples()[index]
  if (found === undefined) throw new Error(`stories: there is no sample ${index}`)
  return found
}

const held = { held: true }
const card = (index: number, change: Partial<Approval> = {}) => <ApprovalCard approval={{ ...at(index), ...change }} place="queue" />

export const approvalCardStories: readonly Story[] = [
  { name: 'approval-card-command', bridge: held, element: () => card(0) },
  { name: 'approval-card-edit', bridge: held, element: () => card(1) },
  { name: 'approval-card-request', bridge: held, element: () => card(2) },
  { name: 'approval-card-step-up', bridge: { held: true, secured: true }, element: () => card(3) },
  { name: 'approval-card-rehearsed', bridge: held, element: () => card(4) },
  { name: 'approval-card-credential', bridge: held, element: () => card(5) },
  { name: 'approval-card-narrow', bridge: held, width: 420, element: () => card(0) },
]
