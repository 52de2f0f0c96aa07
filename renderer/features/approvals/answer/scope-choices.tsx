// The scopes that an answer may have beyond this call, one press each: how far is the button, how
// long is chosen above it.
import { useId } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { durationText } from '../../../../contract/approval/lease-sentence.ts'
import type { LeaseDuration, ScopeChoice } from '../../../../contract/approval/lease.ts'
import type { ScopePreviews } from '../../../../contract/approval/suggestion.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { AllowButton, type ApproveKey } from './allow-button.tsx'
import { previewText, scopeRows, type Verb } from './scope-text.ts'
import css from './scope-choices.module.css'
import { strings } from '../strings.ts'

const { scopes: words } = strings

type Props = {
  readonly approval: Approval
  readonly verb: Verb
  readonly previews: ScopePreviews | null
  readonly lasts: LeaseDuration
  readonly disabled: boolean
  readonly arming: boolean
  setLasts(lasts: LeaseDuration): void
  choose(choice: ScopeChoice): void
  /** Pressed while it may not be: the person is led to what is missing. */
  lead(): void
  /** The keys 1 to 9 press these. */
  onKey(row: number, key: ApproveKey | null): void
  say(words: string): void
}

export function ScopeChoices({
  approval,
  verb,
  previews,
  lasts,
  disabled,
  arming,
  setLasts,
  choose,
  lead,
  onKey,
  say,
}: Props) {
  const titleId = useId()
  const rows = scopeRows(approval, verb)
  const { durations, decision } = approval
  // Denying is never made harder by how grave the call is.
  const tier = verb === 'allow' ? decision.tier : 'R0'
  const suggestion = verb === 'allow' ? (previews?.suggestion ?? null) : null
  const button = { tier, disabled, arming, lead, say }
  if (rows.length === 0) return null
  return (
    <div className={css.scopes} role="group" aria-labelledby={titleId}>
      <h3 id={titleId} className={css.spoken}>
        {words.title[verb]}
      </h3>
      <fieldset className={css.lasts}>
        <legend>
          {words.howLong} <kbd aria-hidden="true">T</kbd>
        </legend>
        <div className={css.durations}>
          {durations.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name={`${titleId} lasts`}
                checked={each === lasts}
                onChange={() => setLasts(each)}
              />
              <span>{words.durations[each]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      {suggestion === null ? null : (
        <p className={css.suggestion}>
          <span>
            <Exact text={words.approvedBefore(suggestion.text, suggestion.times)} />
          </span>
          <AllowButton
            {...button}
            size="small"
            allow={() => choose({ proposal: suggestion.proposal, lasts: 'until-revoked' })}
          >
            {words.acceptOnCard}
          </AllowButton>
        </p>
      )}
      <ul className={css.list} aria-label={words.howFar}>
        {rows.map(({ proposal, label }, row) => {
          const preview = previewText(previews, proposal, verb)
          return (
            <li key={proposal}>
              <AllowButton
                {...button}
                wide
                hotkey={row < 9 ? String(row + 1) : undefined}
                allow={() => choose({ proposal, lasts })}
                onKey={(key: ApproveKey | null) => onKey(row, key)}
              >
                <span className={css.label}>
                  {words.spoken[verb]}
                  <Exact text={label} />
                  <span className={css.spoken}> {durationText[lasts]}</span>
                </span>
              </AllowButton>
              {preview === '' ? null : <p className={css.preview}>{preview}</p>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
