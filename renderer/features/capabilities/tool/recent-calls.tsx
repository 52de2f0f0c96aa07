// The newest decisions on one tool, as the journal has them.
import { Link } from 'wouter'
import { auditAddress, exactly } from '../../../state/audit-address.ts'
import { factOf } from '../../../state/call-text.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useNewestRows } from '../../../state/use-newest-rows.ts'
import { EffectWord } from '../../../ui/marks/effect-word.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import table from '../../../ui/lists/table.module.css'
import { TierBadge } from '../../../ui/marks/tier-badge.tsx'
import { clockTime, fullTime } from '../../../ui/text/time-text.ts'
import css from './detail.module.css'
import { strings } from '../strings.ts'
import { useDeferredMount } from '../use-tools.ts'

const { calls: words } = strings
const SHOWN = 20

export function RecentCalls({ tool }: { readonly tool: string }) {
  const workspace = useLive((live) => live.app?.workspace.path ?? '')
  const newest = useDeferredMount(
    useLive((live) => live.journalSeq),
    500,
  )
  const query = `kind:decision ${exactly('tool', tool)}`
  const { found, error } = useNewestRows(query, SHOWN, newest)
  const rows = (found?.rows ?? []).flatMap(({ seq, at, entry }) =>
    entry.kind === 'decision' ? [{ seq, at, entry }] : [],
  )
  return (
    <>
      <h3>{words.title}</h3>
      {error === null ? null : (
        <p role="alert" className={css.bad}>
          <TroubleText {...error} />
        </p>
      )}
      {found !== null && rows.length === 0 ? <p className={table.quiet}>{words.none}</p> : null}
      <ol className={css.calls}>
        {rows.map(({ seq, at, entry: { decision, args, principal } }) => (
          <li key={seq}>
            <span className={css.callHead}>
              <TierBadge tier={decision.tier} />
              <EffectWord effect={decision.effect}>{words.effects[decision.effect]}</EffectWord>
              <span className={table.quiet} title={fullTime(at)}>
                {clockTime(at)} · {principal.name}
              </span>
            </span>
            <code>
              <Exact text={factOf(args, decision.touches, workspace)} />
            </code>
          </li>
        ))}
      </ol>
      <Link href={auditAddress(query)} className={css.link}>
        {words.audit}
      </Link>
    </>
  )
}
