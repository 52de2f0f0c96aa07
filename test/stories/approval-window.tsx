// The small window over other programs, at the size it comes with and at the smallest a person can
// make it.
import { ApprovalWindow } from '../../renderer/app/approval-window.tsx'
import type { Story } from './story.ts'

/** As main makes it: SIZE, `minWidth` and `minHeight` of main's approval-window.ts. */
const comes = { whole: true, width: 520, height: 640 } as const
const smallest = { whole: true, width: 380, height: 320 } as const
const held = { held: true } as const
const element = () => <ApprovalWindow />

export const approvalWindowStories: readonly Story[] = [
  { name: 'approval-window', ...comes, bridge: held, element },
  { name: 'approval-window-smallest', ...smallest, bridge: held, element },
  {
    name: 'approval-window-next',
    ...comes,
    bridge: held,
    element,
    acts: [{ press: 'j' }],
  },
  {
    name: 'approval-window-step-up',
    ...comes,
    bridge: { ...held, secured: true },
    element,
  },
  {
    name: 'approval-window-step-up-smallest',
    ...smallest,
    bridge: { ...held, secured: true },
    element,
  },
  { name: 'approval-window-nothing-held', ...comes, element },
]
