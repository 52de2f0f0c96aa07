// Checks the whole chain. It goes on when the screen is left, and what it found is there when
// somebody comes back.
import { CircleCheck, CircleX, ShieldCheck } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import type { AuditCheck } from '../../../contract/journal/audit.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Verification } from '../../../contract/journal/journal.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useLive } from '../../state/live/live-store.ts'
import { Button } from '../../ui/button.tsx'
import { TroubleText } from '../../ui/panel.tsx'
import { clockTime, count, duration } from '../../ui/text/time-text.ts'
import css from './audit-screen.module.css'
import { strings } from './strings.ts'

const checkEveryMs = 300

export function VerifyChain() {
  const bridge = useBridge()
  const [check, setCheck] = useState<AuditCheck>({ running: null, last: null })
  const [error, setError] = useState<Failure | null>(null)
  const ask = useCallback(
    async (start: boolean): Promise<void> => {
      const found = await bridge.call('audit.check', { start })
      if (found.ok) setCheck(found.value)
      setError(found.ok ? null : found.error)
    },
    [bridge],
  )
  const { running, last } = check
  useEffect(() => {
    void ask(false)
  }, [ask])
  useEffect(() => {
    if (running === null) return
    const timer = setTimeout(() => void ask(false), checkEveryMs)
    return () => clearTimeout(timer)
  }, [ask, running, check])

  return (
    <>
      <div className={css.found}>
        {running === null ? null : (
          <span className={css.progress}>
            <progress
              aria-label={strings.verifying}
              value={running.done}
              max={Math.max(1, running.of)}
            />
            {strings.verifiedSoFar(count(running.done), count(running.of))}
          </span>
        )}
        <span role="status">
          {running === null && last !== null ? <Found at={last.at} found={last.found} /> : null}
        </span>
        {error === null ? null : (
          <span className={css.broken} role="alert">
            <TroubleText {...error} />
          </span>
        )}
      </div>
      <Button
        size="small"
        icon={<ShieldCheck size={15} aria-hidden="true" />}
        disabled={running !== null}
        focusableWhenDisabled
        onClick={() => void ask(true)}
      >
        {strings.verify}
      </Button>
    </>
  )
}

function Found({ at, found }: { readonly at: number; readonly found: Verification }) {
  const newest = useLive((live) => live.journalSeq)
  if (found.kind === 'intact') {
    return (
      <span
        className={css.intact}
        data-whole={found.rows >= newest}
        title={strings.tookFor(count(found.rows), duration(found.durationMs))}
      >
        <CircleCheck size={15} aria-hidden="true" />
        {/* Rows that came since were not checked, and are not said to be. */}
        {found.rows < newest
          ? strings.intactOf(clockTime(at), count(found.rows), count(newest))
          : strings.intact(clockTime(at), count(found.rows))}
      </span>
    )
  }
  return (
    <span className={css.broken}>
      <CircleX size={15} aria-hidden="true" />
      <span>
        {strings.broken(found.seq)} {found.text} ({strings.faults[found.fault]})
      </span>
    </span>
  )
}
