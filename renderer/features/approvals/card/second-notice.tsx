// Above the call: who else has to approve it, or who asks for it from another machine.
import { Hourglass, Users } from 'lucide-react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Notice } from '../../../ui/panel.tsx'
import { strings } from '../strings.ts'

const words = strings.second

export function SecondNotice({ approval }: { readonly approval: Approval }) {
  const { from, second, state, decision, review } = approval
  if (from !== undefined)
    return (
      <Notice tone="info" icon={<Users size={16} aria-hidden="true" />}>
        <b>
          <Exact text={words.fromTitle(from)} />
        </b>{' '}
        <Exact text={words.fromText(from)} />
      </Notice>
    )
  if (state !== 'pending' || review !== null || decision.approvers !== 2) return null
  if (second === undefined)
    return (
      <Notice tone="info" icon={<Users size={16} aria-hidden="true" />}>
        {words.needs}
      </Notice>
    )
  return (
    <div role="status">
      <Notice
        tone={second.trouble === null ? 'info' : 'warn'}
        icon={<Hourglass size={16} aria-hidden="true" />}
      >
        <b>
          <Exact text={words.waitsTitle(second.asked)} />
        </b>{' '}
        <Exact
          text={second.trouble ?? (second.sent ? words.waitsSent(second.asked) : words.waitsUnsent)}
        />
      </Notice>
    </div>
  )
}
