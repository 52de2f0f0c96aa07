// The head of the card: the act itself, then who asks for it, in which run, since when and until
// when.
import { Clock } from 'lucide-react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { CallTitle } from '../../../../contract/approval/call-title.ts'
import { shortPath } from '../../../../contract/approval/call-title.ts'
import { shortId, whoWords } from '../../../state/call-text.ts'
import { useNow } from '../../../state/use-now.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { clockSpan } from '../../../ui/text/time-text.ts'
import css from './approval-card.module.css'
import { CallHeadline } from './call-headline.tsx'
import { Age } from './outcome.tsx'
import { strings } from '../strings.ts'

type Props = {
  readonly approval: Approval
  readonly title: CallTitle
  readonly workspace: string
}

export function CardHead({ approval, title, workspace }: Props) {
  const { principal, channel, runId, tool, createdAt, expiresAt, state, decision } = approval
  const run = decision.touches.find((touch) => touch.kind === 'proc.run')
  const folder = run?.kind === 'proc.run' && run.cwd !== workspace ? run.cwd : null
  return (
    <header className={css.head}>
      <h2 className={css.title}>
        <CallHeadline title={title} />
      </h2>
      <p className={css.who}>
        <span>
          <b>
            <Exact text={principal.name} />
          </b>{' '}
          ({whoWords(principal, channel)})
        </span>
        {runId === null ? null : (
          <span>
            {strings.run} {shortId(runId)}
          </span>
        )}
        {folder === null ? null : (
          <span>
            {strings.inFolder}{' '}
            <code>
              <Exact text={shortPath(folder, workspace)} />
            </code>
          </span>
        )}
        <code>{tool}</code>
        <Age at={createdAt} />
      </p>
      {state === 'pending' ? <TimeLeft until={expiresAt} /> : null}
    </header>
  )
}

function TimeLeft({ until }: { readonly until: number }) {
  const left = until - useNow()
  return (
    <p className={css.timeLeft} data-time-left="" data-soon={left < 60_000}>
      <Clock size={14} aria-hidden="true" />
      {left <= 0 ? strings.expiring : strings.deniedIn(clockSpan(left))}
    </p>
  )
}
