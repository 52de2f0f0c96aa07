// Every word about how far an answer reaches, and for how long.
import { counted } from '../../../contract/counted.ts'
import type { LeaseDuration } from '../../../contract/approval/lease.ts'
import type { ProtectedPathCount } from '../../../contract/policy/simulation.ts'

const shareOf = (some: number, calls: number): string =>
  `${some === 0 ? 'none' : some} of the last ${calls === 1 ? 'call' : `${calls} calls`}`

export const scopeStrings = {
  sheet: {
    allow: 'How far should this approval reach?',
    deny: 'How far should this denial reach?',
  },
  heldByRule: (id: string): string =>
    `Its rule ${id} asks each time. What you remember here does not change that.`,
  held: 'Its preset or a setting of it asks here. A lasting approval of yours is enough for it.',
  close: 'Close',
  side: 'Which answer',
  sides: { allow: 'Approve', deny: 'Deny' },
  title: { allow: 'Allow without asking again:', deny: 'Deny without asking again:' },
  howFar: 'How far it reaches',
  howLong: 'For how long',
  notYet: 'First scroll through the whole call on its card. Choosing a scope takes you there.',
  durations: {
    run: 'This run',
    hour: 'An hour',
    today: 'Today',
    'until-revoked': 'Until revoked',
  } satisfies Readonly<Record<LeaseDuration, string>>,
  exactly: {
    command: 'this exact command',
    request: 'this exact request',
    call: 'this exact call',
  },
  privateToo: 'after private data was read',
  spoken: { allow: 'Allow ', deny: 'Deny ' },
  preview: (allowed: number, calls: number, refused: number) =>
    `would have run ${shareOf(allowed, calls)}${
      refused === 0
        ? ''
        : refused === allowed
          ? `, which you denied`
          : `, ${refused} of which you denied`
    }`,
  reachesProtected: ({ files, complete }: ProtectedPathCount) =>
    files === 0 && complete
      ? ''
      : ` (${complete ? '' : 'at least '}${files} protected ${files === 1 ? 'file' : 'files'} still ask)`,
  previewDeny: (denied: number, calls: number) => `would have denied ${shareOf(denied, calls)}`,
  approvedBefore: (text: string, times: number) =>
    `You approved ${text} ${counted(times, 'time')}.`,
  acceptOnCard: 'Allow until revoked',
}
