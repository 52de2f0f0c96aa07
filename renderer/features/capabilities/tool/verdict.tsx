// What the gate says of a call: effect, tier, every reason, who decided, and each layer that spoke.
import { Ban, Check, Hand } from 'lucide-react'
import type { Supposed } from '../../../../contract/policy/supposed.ts'
import { factOf } from '../../../state/call-text.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Facts, TroubleText } from '../../../ui/panel.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { decidedBy } from './change-text.ts'
import css from './detail.module.css'
import { strings } from '../strings.ts'

const { tried: words } = strings
const icons = { allow: Check, confirm: Hand, deny: Ban }

export function Verdict({ supposed }: { readonly supposed: Supposed }) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  if ('error' in supposed) {
    return (
      <div className={css.verdict} data-effect="error">
        <TroubleText {...supposed.error} />
      </div>
    )
  }
  const { decision } = supposed
  const Icon = icons[decision.effect]
  const spoken = decision.votes.filter(({ effect }) => effect !== null)
  return (
    <div className={css.verdict} data-effect={decision.effect}>
      <p className={css.verdictHead}>
        <Icon size={15} aria-hidden="true" />
        <TierBadge tier={decision.tier} />
        <b>{words.verdict[decision.effect]}</b>
      </p>
      {decision.stepUp ? <p>{words.stepUp}</p> : null}
      {decision.approvers === 2 ? <p>{words.approvers}</p> : null}
      <Facts
        facts={[
          { key: words.by, value: decidedBy(decision) },
          {
            key: words.reasons,
            value: (
              <ul className={css.reasons}>
                {decision.reasons.map(({ code, text }) => (
                  <li key={`${code} ${text}`}>
                    <Exact text={text} />
                  </li>
                ))}
              </ul>
            ),
          },
          {
            key: words.reaches,
            value:
              decision.touches.length === 0 ? (
                words.noTouch
              ) : (
                <code>{<Exact text={factOf({}, decision.touches, workspace)} />}</code>
              ),
          },
          {
            key: words.votes,
            value: (
              <ul className={css.reasons}>
                {spoken.map(({ layer, effect, id, text }) => (
                  <li key={layer}>
                    {layer}: {effect === null ? '' : strings.effects[effect]}
                    {id === null ? '' : ` (${id})`}
                    {text === '' ? '' : `. ${text}`}
                  </li>
                ))}
              </ul>
            ),
          },
          {
            key: words.policy,
            value: <code title={decision.policyHash}>{decision.policyHash.slice(0, 12)}…</code>,
          },
        ]}
      />
    </div>
  )
}
