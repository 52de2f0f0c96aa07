// Lets an agent go: says what is taken out of which file, and what that opens.
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import css from './agents.module.css'
import { strings } from './strings.ts'
import type { Agent } from './use-agents.ts'

const words = strings.removal

type Props = {
  /** Null: closed. */
  readonly agent: Agent | null
  onClose(): void
  changed(): void
}

export function DisconnectDialog({ agent, onClose, changed }: Props) {
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={agent !== null}
      onOpenChange={(open) => !open && onClose()}
      title={words.title(agent?.title ?? '')}
      closeLabel={strings.dialog.close}
      closeIcon={<X size={16} aria-hidden="true" />}
      initialFocus={cancel}
    >
      {agent === null ? null : (
        <Body agent={agent} cancel={cancel} onClose={onClose} changed={changed} />
      )}
    </Modal>
  )
}

function Body({
  agent: { name },
  cancel,
  onClose,
  changed,
}: Props & {
  readonly agent: Agent
  readonly cancel: React.RefObject<HTMLButtonElement | null>
}) {
  const bridge = useBridge()
  const plan = useRead(bridge, 'agents.plan-removal', { name })
  const [error, setError] = useState<Failure | null>(null)
  const fault = error ?? plan.error
  const disconnect = async (): Promise<void> => {
    if (plan.value === null) return
    const { digest } = plan.value
    const result = await bridge.call('agents.disconnect', { name, digest })
    changed()
    if (result.ok) onClose()
    else setError(result.error)
  }
  return (
    <div className={css.dialog}>
      {plan.value === null ? null : (
        <>
          <p>{words.text}</p>
          <ul className={css.files}>
            {plan.value.files.map(({ file, text }) => (
              <li key={file}>
                <code>{file}</code> {text}
              </li>
            ))}
          </ul>
          <p>{words.warns}</p>
        </>
      )}
      {fault === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...fault} />
        </Notice>
      )}
      <div className={css.actions}>
        <Button ref={cancel} onClick={onClose}>
          {words.cancel}
        </Button>
        <Button
          tone="strong"
          disabled={plan.value === null}
          focusableWhenDisabled
          onClick={() => void disconnect()}
        >
          {words.go}
        </Button>
      </div>
    </div>
  )
}
