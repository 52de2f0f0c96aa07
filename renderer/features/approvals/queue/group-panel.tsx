// Several calls answered with one press: each shown whole, each to be left out. Only of one tool,
// and never R4.
import { X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { callTitle } from '../../../../contract/approval/call-title.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { shortId } from '../../../state/call-text.ts'
import { tierWord } from '../../../state/tier-word.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { noteAnswer } from '../../../state/approval-pace.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { AllowButton } from '../answer/allow-button.tsx'
import panels from '../answer/answers.module.css'
import answerRow from '../answer-row.module.css'
import css from '../card/approval-card.module.css'
import { ExactlyThis } from '../card/exactly-this.tsx'
import { CallHeadline } from '../card/call-headline.tsx'
import { Side, Why } from '../card/card-sections.tsx'
import { Age } from '../card/outcome.tsx'
import { reasonsInOrder } from '../card/why-line.ts'
import { type Group, groupWords } from './queue-groups.ts'
import { worstTier } from './queue-row.tsx'
import { strings } from '../strings.ts'
import { useClickGuard } from '../answer/use-click-guard.ts'
import { useFullyViewed } from '../card/use-fully-viewed.ts'

/** So many are looked at in one go; the rest come after them. */
const batch = 12

type Props = {
  readonly group: Group
  readonly out: ReadonlySet<string>
  leaveOut(id: string): void
  open(id: string): void
}

/** With other members it is another question: it arms again, and wants to be seen again. */
export function GroupPanel({ group, out, leaveOut, open }: Props) {
  const bridge = useBridge()
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const members = group.members.slice(0, batch)
  const more = group.members.length - members.length
  const panel = useRef<HTMLElement>(null)
  const confirmation = members.map(({ id }) => id).join(' ')
  const shown = useFullyViewed(panel, confirmation)
  const armed = useClickGuard(confirmation)
  const born = useRef(Date.now())
  useEffect(() => {
    born.current = Date.now()
  }, [confirmation])
  const [pressing, setPressing] = useState('')
  const [sending, setSending] = useState(false)
  const [failed, setFailed] = useState<readonly { readonly id: string; readonly error: Failure }[]>(
    [],
  )
  const chosen = members.filter(({ id }) => !out.has(id))
  const allowed = chosen.filter(({ answers }) => answers.includes('once'))
  const tier = worstTier(members)
  // Of identical calls the one that asks for most.
  const first = members.find(({ decision }) => decision.tier === tier)
  const title =
    first === undefined
      ? null
      : group.why === 'same'
        ? callTitle(first, workspace)
        : { ...groupWords(first, workspace), rest: '', where: null }
  const answerAll = useCallback(
    async (which: 'once' | 'deny-once', those: readonly Approval[]) => {
      setSending(true)
      const failures: { id: string; error: Failure }[] = []
      for (const { id } of those) {
        const result = await bridge.call('approvals.answer', { id, answer: which })
        if (!result.ok) failures.push({ id, error: result.error })
      }
      noteAnswer(which === 'once', Date.now() - born.current)
      setFailed(failures)
      setSending(false)
    },
    [bridge],
  )
  const mayAllow = armed && !sending && shown.all && allowed.length > 0
  return (
    <article
      ref={panel}
      className={css.card}
      data-place="queue"
      role="region"
      aria-label={strings.groupRegion(group.members.length)}
    >
      <header className={css.head}>
        <h2 className={css.title}>
          {group.members.length} × {title === null ? null : <CallHeadline title={title} />}
        </h2>
        <p>
          <TierBadge tier={tier} word={tierWord[tier]} />
        </p>
        <p className={css.muted}>{strings.groupText[group.why]}</p>
      </header>
      <div className={css.rest}>
        {group.why === 'same' && first !== undefined ? (
          // The same call: shown once, and who asked for it each time.
          <>
            <Why approval={first} />
            <div data-call="" className={css.call}>
              <ExactlyThis approval={first} workspace={workspace} />
            </div>
            <Side approval={first} workspace={workspace} />
            <h3 className={css.muted}>{strings.groupAskers}</h3>
          </>
        ) : null}
        {members.map((approval) => (
          <div
            key={approval.id}
            className={css.member}
            {...(group.why === 'same' ? {} : { 'data-call': '' })}
          >
            <label className={panels.choice}>
              <input
                type="checkbox"
                checked={!out.has(approval.id)}
                onChange={() => leaveOut(approval.id)}
              />
              <b>
                <Exact text={approval.principal.name} />
                {approval.runId === null ? null : ` · ${strings.run} ${shortId(approval.runId)}`}
              </b>
              <span>
                <Age at={approval.createdAt} />
                {group.why === 'same'
                  ? null
                  : ` · ${reasonsInOrder(approval.decision.reasons)
                      .map(({ text }) => text)
                      .join(' · ')}`}
              </span>
            </label>
            {group.why === 'same' ? null : (
              <ExactlyThis approval={approval} workspace={workspace} />
            )}
            <Button size="small" tone="quiet" onClick={() => open(approval.id)}>
              {strings.groupReview}
            </Button>
          </div>
        ))}
        {more === 0 ? null : <p className={css.muted}>{strings.groupMore(more)}</p>}
      </div>
      <footer className={panels.foot}>
        {failed.map(({ id, error }) => (
          <Notice key={id} tone="bad" alert icon={<X size={16} aria-hidden="true" />}>
            <TroubleText {...error} />
          </Notice>
        ))}
        <div className={panels.hint} data-alarm={!shown.all || pressing !== ''}>
          {shown.all ? null : (
            <>
              <span>{strings.notShown}</span>
              <Button size="small" tone="quiet" onClick={shown.showRest}>
                {strings.showRest}
              </Button>
            </>
          )}
          <span role="status">{sending ? strings.sending : pressing}</span>
        </div>
        <div className={answerRow.acts} data-bar="">
          <Button
            className={answerRow.deny}
            aria-disabled={!armed || sending || chosen.length === 0}
            onClick={() => armed && !sending && void answerAll('deny-once', chosen)}
          >
            {strings.groupDeny(chosen.length)}
          </Button>
          <AllowButton
            tier={tier}
            strong
            disabled={!mayAllow}
            arming={!armed}
            say={setPressing}
            allow={() => void answerAll('once', allowed)}
            lead={shown.showRest}
          >
            {strings.groupAllow(allowed.length)}
          </AllowButton>
        </div>
      </footer>
    </article>
  )
}
