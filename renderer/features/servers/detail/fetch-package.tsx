// Downloads the package that a server is started from: looked up first, then shown, then fetched.
import { Download, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { PackagePlan } from '../../../../contract/server/package.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { PackageFacts } from '../package-facts.tsx'
import css from '../servers-screen.module.css'
import { strings } from '../strings.ts'
import { useAct } from '../../../state/use-act.ts'

const words = strings.package

type Props = {
  readonly name: string
  /** One is there already. */
  readonly again: boolean
  changed(): void
}

export function FetchPackage({ name, again, changed }: Props) {
  const bridge = useBridge()
  const first = useRef<HTMLButtonElement>(null)
  const [plan, setPlan] = useState<PackagePlan | null>(null)
  const [scripts, setScripts] = useState(false)
  const { act, busy, error, clear } = useAct()
  const look = async (): Promise<void> => {
    setScripts(false)
    setPlan(await act('look', () => bridge.call('servers.package', { name })))
  }
  const load = async (id: string): Promise<void> => {
    const done = await act('fetch', () =>
      bridge.call('servers.fetch', { name, fetch: { plan: id, scripts }, confirmed: true }),
    )
    if (done === null) return
    setPlan(null)
    changed()
  }
  const trouble =
    error === null ? null : (
      <Notice tone="bad" alert>
        <TroubleText {...error} />
      </Notice>
    )
  return (
    <>
      <Button
        size="small"
        tone={again ? 'quiet' : 'strong'}
        icon={<Download size={14} aria-hidden="true" />}
        aria-disabled={busy !== null}
        onClick={() => void look()}
      >
        {busy === 'look' ? words.looking : again ? words.newer : words.download}
      </Button>
      {plan === null ? trouble : null}
      {plan === null ? null : (
        <Modal
          open
          wide
          title={words.ask(plan.name, plan.version)}
          closeLabel={strings.consent.close}
          closeIcon={<X size={16} aria-hidden="true" />}
          initialFocus={first}
          onOpenChange={(open) => {
            if (open || busy !== null) return
            setPlan(null)
            clear()
          }}
        >
          <div className={css.sheet}>
            <PackageFacts plan={plan} scripts={scripts} onScripts={setScripts} />
            {again && plan.before !== plan.version ? (
              <p className={css.hint}>{strings.consent.afterChange}</p>
            ) : null}
            {trouble}
            <div className={css.sheetActs}>
              <Button
                ref={first}
                onClick={() => {
                  setPlan(null)
                  clear()
                }}
              >
                {strings.cancel}
              </Button>
              <Button
                tone="strong"
                aria-disabled={busy !== null}
                onClick={() => void load(plan.id)}
              >
                {busy === null ? words.agree : words.downloading}
              </Button>
            </div>
          </div>
        </Modal>
      )}
    </>
  )
}
