// Leases for one tool: how far each reaches, the way to take it back, and to give one by hand.
import { useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { Lease } from '../../../../contract/approval/lease.ts'
import type { ToolListing } from '../../../../contract/call/manifest.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import table from '../../../ui/lists/table.module.css'
import { fullTime } from '../../../ui/text/time-text.ts'
import css from './detail.module.css'
import { GrantForm } from './grant-form.tsx'
import { leaseReach } from '../../../state/lease-text.ts'
import { strings } from '../strings.ts'
import { useDeferredMount } from '../use-tools.ts'

const { leases: words } = strings

export function LeasesOfTool({ tool }: { readonly tool: ToolListing }) {
  const bridge = useBridge()
  const newest = useDeferredMount(
    useLive((live) => live.journalSeq),
    500,
  )
  const { value, error, reload } = useRead(bridge, 'leases.list', {}, newest)
  const [trouble, setTrouble] = useState<Failure | null>(null)
  const [said, setSaid] = useState('')
  const leases = (value ?? []).filter((lease) => lease.tool === tool.name)
  const failed = trouble ?? error

  const revoke = async ({ id }: Lease): Promise<void> => {
    const result = await bridge.call('leases.revoke', { id })
    setTrouble(result.ok ? null : result.error)
    setSaid(result.ok ? words.revoked : '')
    reload()
  }
  return (
    <>
      <h3>{words.title}</h3>
      {value !== null && leases.length === 0 ? <p className={table.quiet}>{words.none}</p> : null}
      <ul className={css.leases}>
        {leases.map((lease) => (
          <li key={lease.id}>
            <div>
              {leaseReach(lease).map((each) => (
                <code key={each}>
                  <Exact text={each} />
                </code>
              ))}
              <p className={table.quiet}>
                {[
                  ...(lease.action === null ? [] : [lease.action]),
                  ...(lease.principal === null ? [] : [lease.principal.name]),
                  words.uses(lease.uses, lease.maxUses),
                  lease.session !== null
                    ? words.session
                    : lease.expiresAt === null
                      ? words.forGood
                      : words.until(fullTime(lease.expiresAt)),
                ].join(' · ')}
              </p>
            </div>
            <Button
              size="small"
              aria-label={`${words.revoke} ${leaseReach(lease).join(', ')}`}
              onClick={() => void revoke(lease)}
            >
              {words.revoke}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className={table.quiet}>
        {said}
      </p>
      {failed === null ? null : (
        <p role="alert" className={css.bad}>
          <TroubleText {...failed} />
        </p>
      )}
      <GrantForm
        tool={tool}
        onGiven={() => {
          setSaid(words.given)
          reload()
        }}
      />
    </>
  )
}
