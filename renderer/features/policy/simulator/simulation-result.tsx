// What a replay found: how many calls go another way, which way, by tool, and each of them.
import { ArrowRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Effect } from '../../../../contract/policy/decision.ts'
import type { SimulatedChange } from '../../../../contract/policy/simulation.ts'
import { isNo } from '../../../state/call-text.ts'
import { EffectWord } from '../../../ui/marks/effect-word.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/panel.tsx'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { count, fullTime } from '../../../ui/text/time-text.ts'
import { simulator as words } from '../editor/editor-text.ts'
import css from './simulator.module.css'
import { strings } from '../strings.ts'
import type { Replayed } from './use-simulation.ts'

const PAGE = 100

const counted = (
  changes: readonly SimulatedChange[],
  key: (change: SimulatedChange) => string,
): readonly (readonly [string, readonly SimulatedChange[]])[] => {
  const groups = new Map<string, SimulatedChange[]>()
  for (const change of changes)
    groups.set(key(change), [...(groups.get(key(change)) ?? []), change])
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length)
}

export function SimulationResult({ so }: { readonly so: Replayed }) {
  const [shown, setShown] = useState(PAGE)
  const { changes, same, calls, wouldAllowRefused, skipped } = so
  return (
    <div className={css.result}>
      <p>
        {words.same(count(same), count(calls))} {changes.length === 0 ? words.noneChanged : null}
      </p>
      {wouldAllowRefused === 0 ? null : (
        <Notice tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
          {words.allowRefused(wouldAllowRefused)}
        </Notice>
      )}
      {changes.length === 0 ? null : (
        <>
          <div className={css.sums}>
            <ul aria-label={words.ways}>
              {counted(changes, ({ was, would, wasTier, wouldTier }) =>
                was === would ? `${was} ${wasTier}>${wouldTier}` : `${was}>${would}`,
              ).map(([key, list]) => {
                const [first] = list
                return first === undefined ? null : (
                  <li key={key}>
                    <b>{count(list.length)}</b> <Way {...first} />
                  </li>
                )
              })}
            </ul>
            <ul aria-label={words.tools}>
              {counted(changes, ({ tool }) => tool).map(([tool, list]) => (
                <li key={tool}>
                  <b>{count(list.length)}</b> <code>{tool}</code>
                </li>
              ))}
            </ul>
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys */}
          <div className={css.tableBox} role="region" aria-label={words.changes} tabIndex={0}>
            <table className={css.table} aria-label={words.changes}>
              <thead>
                <tr>
                  {Object.values(words.columns).map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {changes.slice(0, shown).map((change) => (
                  <Row key={change.seq} change={change} />
                ))}
              </tbody>
            </table>
          </div>
          {changes.length > shown ? (
            <div>
              <Button size="small" onClick={() => setShown(shown + PAGE)}>
                {words.more(Math.min(PAGE, changes.length - shown))}
              </Button>
            </div>
          ) : null}
        </>
      )}
      {skipped.length === 0 ? null : (
        <details className={css.skipped}>
          <summary>{words.skipped(skipped.length)}</summary>
          <ul>
            {counted2(skipped.map(({ text }) => text)).map(([text, times]) => (
              <li key={text}>
                <b>{count(times)}</b> {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const counted2 = (texts: readonly string[]): readonly (readonly [string, number])[] =>
  [...new Set(texts)].map((text) => [text, texts.filter((each) => each === text).length] as const)

function Row({
  change: { seq, at, tool, was, would, wasTier, wouldTier, answer, reasons },
}: {
  readonly change: SimulatedChange
}) {
  return (
    <tr>
      <td>{seq}</td>
      <td>{fullTime(at)}</td>
      <td>
        <code>{tool}</code>
      </td>
      <td>
        <span className={css.side}>
          <TierBadge tier={wasTier} /> <Done effect={was} />
          {answer !== null && isNo(answer) ? <i>{words.answered}</i> : null}
        </span>
      </td>
      <td>
        <span className={css.side}>
          <TierBadge tier={wouldTier} /> <Done effect={would} />
        </span>
      </td>
      <td>{reasons.map(({ text }) => text).join(' ')}</td>
    </tr>
  )
}

/** Where the effect stays, the tier is what changes. */
function Way({ was, would, wasTier, wouldTier }: SimulatedChange) {
  return (
    <span className={css.side}>
      <Done effect={was} />
      {was === would ? <TierBadge tier={wasTier} /> : null}
      <ArrowRight size={13} aria-hidden="true" />
      {was === would ? <TierBadge tier={wouldTier} /> : <Done effect={would} />}
    </span>
  )
}

const Done = ({ effect }: { readonly effect: Effect }) => (
  <EffectWord effect={effect}>{strings.done[effect]}</EffectWord>
)
