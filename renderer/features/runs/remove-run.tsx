// Takes a run away for good, after saying what goes and what stays. Only a person does this, and it
// is asked first.
import { Trash2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { Run } from '../../../contract/agent/run.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Exact } from '../../ui/text/exact-text.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import css from './remove-run.module.css'
import { strings } from './strings.ts'

const words = strings.removal

/** `versions`: there are others of it, which go with it. */
type Props = { readonly run: Run; readonly versions: boolean; onRemoved(): void }

export function RemoveRun({ run, versions, onRemoved }: Props) {
  const bridge = useBridge()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const keep = useRef<HTMLButtonElement>(null)
  const remove = async (): Promise<void> => {
    setBusy(true)
    const result = await bridge.call('runs.remove', { id: run.id })
    setBusy(false)
    if (!result.ok) return setError(result.error)
    setOpen(false)
    onRemoved()
  }
  const show = (next: boolean): void => {
    setError(null)
    setOpen(next)
  }
  return (
    <>
      <IconButton label={words.open} onClick={() => show(true)}>
        <Trash2 size={15} aria-hidden="true" />
      </IconButton>
      <Modal
        open={open}
        onOpenChange={show}
        title={words.title}
        closeLabel={words.close}
        closeIcon={<X size={16} aria-hidden="true" />}
        initialFocus={keep}
      >
        <div className={css.body}>
          <p className={css.title}>
            <Exact text={run.title} />
          </p>
          <p>{words.goes}</p>
          {versions ? <p>{words.versions}</p> : null}
          <p>{words.stays}</p>
          <p>
            <b>{words.noUndo}</b>
          </p>
          {error === null ? null : (
            <Notice tone="bad" alert>
              <TroubleText {...error} />
            </Notice>
          )}
          <div className={css.end}>
            <Button ref={keep} onClick={() => show(false)}>
              {words.keep}
            </Button>
            <Button
              tone="strong"
              disabled={busy}
              focusableWhenDisabled
              icon={<Trash2 size={14} aria-hidden="true" />}
              onClick={() => void remove()}
            >
              {words.remove}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  )
}
