// What a server tried and was not granted, each with one press that grants just that.
import { KeyRound } from 'lucide-react'
import type { MissedGrant } from '../../../../contract/server/missed-grant.ts'
import { grantText } from '../../../../contract/server/missed-grant.ts'
import type { ServerListing } from '../../../../contract/server/server.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import css from '../servers-screen.module.css'
import { strings } from '../strings.ts'
import { useAct } from '../../../state/use-act.ts'

const words = strings.missed

type Props = { readonly server: ServerListing; changed(): void }

export function MissedGrants({ server, changed }: Props) {
  const bridge = useBridge()
  const { act, busy, error } = useAct()
  const { name, missed = [] } = server
  if (missed.length === 0) return null
  const give = async (one: MissedGrant): Promise<void> => {
    const done = await act(grantText(one), () =>
      bridge.call('servers.grant', { name, grant: one, confirmed: true }),
    )
    if (done !== null) changed()
  }
  return (
    <Notice tone="warn" icon={<KeyRound size={16} aria-hidden="true" />}>
      <b>{words.title}</b>
      <ul className={css.missed} aria-label={words.title}>
        {missed.map((one) => (
          <li key={grantText(one)}>
            <span>
              {words.tried[one.kind]}{' '}
              {one.kind === 'sockets' ? null : (
                <code>
                  <Exact text={one.kind === 'host' ? one.host : one.path} />
                </code>
              )}
            </span>
            <Button
              size="small"
              aria-label={words.grantNamed(grantText(one))}
              aria-disabled={busy !== null}
              onClick={() => void give(one)}
            >
              {busy === grantText(one) ? words.granting : words.grant}
            </Button>
          </li>
        ))}
      </ul>
      <p className={css.hint}>{words.note}</p>
      {error === null ? null : <TroubleText {...error} />}
    </Notice>
  )
}
