// Answers that reach further than this call: each with the sentence of what it covers and what it
// would have done so far.
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Approval, Reply } from '../../../../contract/approval/approval.ts'
import type { LeasePatterns } from '../../../../contract/approval/lease.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import css from '../card/approval-card.module.css'
import { type Draft, expiries, limitKinds, limitsOf, readUses, replyOf } from './lasting-reply.ts'
import { strings } from '../strings.ts'
import { useClickGuard } from './use-click-guard.ts'

type Props = {
  readonly approval: Approval
  /** What the touches shown are, in words. */
  readonly reach: string
  may(answer: Draft['answer']): boolean
  answer(reply: Reply): void
  close(): void
}

export function LastingPanel({ approval, reach, may, answer, close }: Props) {
  const { answers, proposals, tool, principal } = approval
  const scopable = answers.includes('scope') && proposals.length > 0
  const first = scopable ? 'scope' : answers.includes('always') ? 'always' : 'deny-always'
  const [draft, setDraft] = useState<Draft>({
    answer: first,
    proposal: 0,
    uses: '',
    expiry: '28800',
  })
  const armed = useClickGuard()
  const box = useRef<HTMLFieldSetElement>(null)
  useEffect(() => box.current?.querySelector<HTMLInputElement>('input:checked')?.focus(), [])
  const reply = replyOf(draft, proposals)
  const choice = (kind: Draft['answer'], proposal: number, title: string, text: ReactNode) => (
    <label className={css.choice} key={`${kind} ${proposal}`}>
      <input
        type="radio"
        name={`lasting ${approval.id}`}
        checked={draft.answer === kind && (kind !== 'scope' || draft.proposal === proposal)}
        onChange={() => {
          const { limits: _, ...rest } = draft
          // What was typed stays with the proposal it was typed for.
          setDraft(
            kind === 'scope' && proposal !== draft.proposal
              ? { ...rest, answer: kind, proposal }
              : { ...draft, answer: kind },
          )
        }}
      />
      <b>{title}</b>
      <span>{text}</span>
    </label>
  )
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    close()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // Escape is a second way to the button Back.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={css.panel} onKeyDown={onKeyDown}>
      <fieldset ref={box} className={css.choices}>
        <legend>{strings.moreTitle}</legend>
        {scopable
          ? proposals.map(({ text }, at) =>
              choice('scope', at, strings.lasting.scope, <Exact text={text} />),
            )
          : null}
        {scopable && draft.answer === 'scope' ? (
          <Bounds
            draft={draft}
            patterns={proposals[draft.proposal]?.patterns ?? null}
            change={setDraft}
          />
        ) : null}
        {answers.includes('always')
          ? choice(
              'always',
              0,
              strings.lasting.always,
              <Exact text={strings.alwaysScope(tool, reach, principal.name)} />,
            )
          : null}
        {answers.includes('deny-always')
          ? choice('deny-always', 0, strings.lasting.deny, strings.denyScope)
          : null}
      </fieldset>
      {reply === null ? null : <ImpactPreview approval={approval} reply={reply} />}
      <div className={css.panelEnd}>
        <Button
          size="small"
          aria-disabled={!armed || reply === null || !may(draft.answer)}
          onClick={() => {
            if (armed && reply !== null) answer(reply)
          }}
        >
          {strings.give[draft.answer]}
        </Button>
        <Button size="small" tone="quiet" onClick={close}>
          {strings.cancel}
        </Button>
      </div>
    </div>
  )
}

type BoundsProps = {
  readonly draft: Draft
  readonly patterns: LeasePatterns | null
  change(draft: Draft): void
}

function Bounds({ draft, patterns, change }: BoundsProps) {
  const limits = draft.limits ?? (patterns === null ? null : limitsOf(patterns))
  const bad = readUses(draft.uses) === undefined
  return (
    <div className={css.bounds}>
      {limits === null || patterns === null
        ? null
        : limitKinds.map((kind) =>
            patterns[kind].length === 0 ? null : (
              <label key={kind} className={css.limit}>
                <span>{strings.limits[kind]}</span>
                <textarea
                  rows={Math.min(6, limits[kind].split('\n').length)}
                  spellCheck={false}
                  value={limits[kind]}
                  onChange={(event) =>
                    change({ ...draft, limits: { ...limits, [kind]: event.target.value } })
                  }
                />
              </label>
            ),
          )}
      <label className={css.field}>
        <span>{bad ? strings.usesBad : strings.uses}</span>
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={bad}
          placeholder={strings.usesHint}
          value={draft.uses}
          onChange={(event) => change({ ...draft, uses: event.target.value })}
        />
      </label>
      <label className={css.field}>
        <span>{strings.expiry}</span>
        <select
          value={draft.expiry}
          onChange={(event) =>
            change({
              ...draft,
              expiry: expiries.find((each) => each === event.target.value) ?? 'none',
            })
          }
        >
          {expiries.map((each) => (
            <option key={each} value={each}>
              {strings.expiries[each]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

/** What it would have done over the journal; nothing where that cannot be said. */
function ImpactPreview({
  approval,
  reply,
}: {
  readonly approval: Approval
  readonly reply: Reply
}) {
  const bridge = useBridge()
  const { answer, scope } = reply
  const { value, busy, error } = useRead(bridge, 'approvals.preview', {
    id: approval.id,
    answer,
    ...(scope === undefined ? {} : { scope }),
  })
  const sum = (...keys: readonly string[]): number =>
    keys.reduce((all, key) => all + (value?.sums[key] ?? 0), 0)
  const text =
    value === null || busy
      ? ''
      : answer === 'deny-always'
        ? strings.impactPreviewDeny(value.calls, sum('allow>deny', 'confirm>deny'))
        : `${strings.impactPreview(value.calls, sum('confirm>allow', 'deny>allow'), value.wouldAllowRefused)}${
            value.protectedPaths === null ? '' : strings.reachesProtected(value.protectedPaths)
          }`
  return (
    <p className={error === null ? css.scope : css.bad} role="status">
      {error === null ? text : <TroubleText {...error} />}
    </p>
  )
}
