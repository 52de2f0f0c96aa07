// Pure. After text that anyone may have written, storing something raises a call: it is believed, read
// or run later, when nobody remembers where it came from.
import type { CanonicalTouch } from '../../../contract/call/touch.ts'
import type { DecisionRequest } from '../decision-request.ts'
import { raise } from './raise.ts'
import type { Raise } from './raise.ts'

type Storing = {
  readonly code: string
  readonly stores: (touch: CanonicalTouch) => boolean
  /** Why it matters, after “This session has read …, and”. */
  readonly later: string
}

const ways: readonly Storing[] = [
  {
    code: 'memory.untrusted',
    stores: (touch) => touch.kind === 'memory' && touch.access === 'write',
    later: 'what it notes is believed later.',
  },
  {
    code: 'record.untrusted',
    stores: (touch) => touch.kind === 'record' && touch.access === 'write',
    later: 'what it keeps is read later.',
  },
  {
    code: 'notification.untrusted',
    stores: ({ kind }) => kind === 'notification',
    later: 'a notification speaks to you.',
  },
  {
    code: 'schedule.untrusted',
    stores: (touch) => touch.kind === 'schedule' && touch.access === 'write',
    later: 'what it schedules runs later.',
  },
]

export function believedLater({ taint, touches }: DecisionRequest): readonly Raise[] {
  const [source] = taint.untrustedRead
  if (source === undefined) return []
  return ways
    .filter(({ stores }) => touches.some(stores))
    .map(({ code, later }) =>
      raise(
        'R3',
        code,
        `This session has read text that anyone may have written (${source.from}), and ${later}`,
      ),
    )
}
