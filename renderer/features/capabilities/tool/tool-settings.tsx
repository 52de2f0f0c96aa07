// What a person sets for one tool: on or off, what it does by default, a higher tier. Each counts
// at once, and what it changes is asked of the gate before and after, never guessed.
import { useId } from 'react'
import type { Effect } from '../../../../contract/policy/decision.ts'
import type { Tier } from '../../../../contract/call/tier.ts'
import { riskOf } from '../../../state/tier-order.ts'
import { useManaged } from '../../../state/policy/use-managed.ts'
import { Button } from '../../../ui/button.tsx'
import { ManagedBy } from '../../../ui/managed-by.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { ToggleSwitch } from '../../../ui/toggle-switch.tsx'
import css from './detail.module.css'
import { strings } from '../strings.ts'
import type { ToolRow } from '../tool-row.ts'
import { useSetting } from './use-setting.ts'

const { setting: words } = strings
const own = 'own'

export function ToolSettings({ row }: { readonly row: ToolRow }) {
  const { tool, tiers } = row
  const { manifest } = tool
  const { setting, change, state } = useSetting(tool)
  const managed = useManaged()
  const theirs = managed?.tools[manifest.name]
  const hint = useId()
  const lowest = tiers[0] ?? manifest.riskTier
  // Where no call can be R2 or below there is nothing that the default could free.
  const defaults: readonly Effect[] =
    riskOf(lowest) <= riskOf('R2') ? ['allow', 'confirm', 'deny'] : ['confirm', 'deny']
  const higher = (['R1', 'R2', 'R3', 'R4'] as const).filter(
    (tier) => riskOf(tier) > riskOf(manifest.riskTier),
  )
  // Switched off by whichever of the two: to press it where the organisation did is refused with its name.
  const on = setting?.disabled !== true && theirs?.disabled !== true
  return (
    <section className={css.settings} aria-label={words.title}>
      {managed === null || theirs === undefined ? null : (
        <p>
          <ManagedBy name={managed.organisation}>{words.managed(theirs)}</ManagedBy>
        </p>
      )}
      <div className={css.settingRow}>
        <span id={`${hint}-on`}>{on ? words.on : words.off}</span>
        <ToggleSwitch
          label={words.on}
          describedBy={hint}
          on={on}
          onChange={(next) =>
            void change({ disabled: next ? (theirs?.disabled === true ? false : null) : true })
          }
        />
      </div>
      <div className={css.settingRow}>
        <span>{words.fallback}</span>
        <Pick<Effect | typeof own>
          label={words.fallback}
          value={setting?.default ?? own}
          neutral={own}
          choices={[
            { value: own, label: words.own(strings.effects[manifest.defaultPolicy.effect]) },
            ...defaults.map((value) => ({ value, label: strings.effects[value] })),
          ]}
          onChange={(next) => void change({ default: next === own ? null : next })}
        />
      </div>
      {higher.length === 0 ? null : (
        <div className={css.settingRow}>
          <span>{words.tier}</span>
          <Pick<Tier | typeof own>
            label={words.tier}
            value={setting?.tier ?? own}
            neutral={own}
            choices={[
              { value: own, label: words.ownTier(manifest.riskTier) },
              ...higher.map((value) => ({ value, label: words.upTier(value) })),
            ]}
            onChange={(next) => void change({ tier: next === own ? null : next })}
          />
        </div>
      )}
      <div className={css.settingRow}>
        <span>{words.review}</span>
        <ToggleSwitch
          label={words.review}
          describedBy={`${hint}-review`}
          on={setting?.reviewResults === true || theirs?.reviewResults === true}
          onChange={(next) =>
            void change({
              reviewResults: next ? true : theirs?.reviewResults === true ? false : null,
            })
          }
        />
      </div>
      <p className={css.hint} id={`${hint}-review`}>
        {words.reviewHint}
      </p>
      <p className={css.hint} id={hint}>
        {words.hint}
      </p>
      <div role="status" aria-label={words.said} className={css.said}>
        {state.kind === 'busy' ? <p>{words.busy}</p> : null}
        {state.kind === 'done' ? (
          <Said changed={state.words.changed} same={state.words.same} />
        ) : null}
      </div>
      {state.kind === 'failed' ? (
        <p role="alert" className={css.bad}>
          <TroubleText {...state.error} />
        </p>
      ) : null}
      {setting === null ? null : (
        <div>
          <Button
            tone="quiet"
            size="small"
            onClick={() =>
              void change({ disabled: null, default: null, tier: null, reviewResults: null })
            }
          >
            {words.clear}
          </Button>
        </div>
      )}
    </section>
  )
}

function Said({
  changed,
  same,
}: {
  readonly changed: readonly string[]
  readonly same: readonly string[]
}) {
  return changed.length === 0 ? (
    <>
      <p>{strings.change.nothing}</p>
      <ul>
        {same.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </>
  ) : (
    <ul>
      {changed.map((each) => (
        <li key={each}>{each}</li>
      ))}
    </ul>
  )
}
