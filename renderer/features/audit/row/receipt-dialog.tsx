// The receipt of a call, or of the run it belongs to: what is signed about it, to keep or to give away.
import { ReceiptText, X } from 'lucide-react'
import { useState } from 'react'
import type { Failure } from '../../../../contract/failure.ts'
import type { CallId, RunId } from '../../../../contract/ids.ts'
import { canonicalJson } from '../../../../contract/json.ts'
import type { Receipt } from '../../../../contract/journal/receipt.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Facts, Notice, TroubleText } from '../../../ui/panel.tsx'
import { Pick } from '../../../ui/picks/pick.tsx'
import { count, fullTime } from '../../../ui/text/time-text.ts'
import css from '../audit-screen.module.css'
import { saveFile } from '../../../ui/save-file.ts'
import { SavedProof } from '../saved-proof.tsx'
import { strings } from '../strings.ts'

const words = strings.receipt
type Of = 'call' | 'run'
const choices = (['call', 'run'] as const).map((value) => ({ value, label: words.of[value] }))

type Props = { readonly callId: CallId; readonly runId: RunId | null }

export function ReceiptDialog({ callId, runId }: Props) {
  const bridge = useBridge()
  const [open, setOpen] = useState(false)
  const [of, setOf] = useState<Of>('call')
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const [error, setError] = useState<Failure | null>(null)

  const make = async (next: Of): Promise<void> => {
    setOf(next)
    const created = await bridge.call('audit.receipt', {
      id: next === 'run' && runId !== null ? runId : callId,
    })
    setError(created.ok ? null : created.error)
    setReceipt(created.ok ? created.value : null)
  }

  return (
    <>
      <Button
        size="small"
        icon={<ReceiptText size={15} aria-hidden="true" />}
        onClick={() => {
          setOpen(true)
          void make('call')
        }}
      >
        {words.open}
      </Button>
      <Modal
        open={open}
        onOpenChange={setOpen}
        title={words.title}
        closeLabel={words.close}
        closeIcon={<X size={16} aria-hidden="true" />}
      >
        <div className={css.dialog}>
          <p>{words.about}</p>
          {runId === null ? null : (
            <Pick<Of>
              label={words.ofWhat}
              value={of}
              choices={choices}
              wide
              onChange={(next) => void make(next)}
            />
          )}
          {error === null ? null : (
            <Notice tone="bad" alert>
              <TroubleText {...error} />
            </Notice>
          )}
          {receipt === null ? null : <Signed receipt={receipt} />}
          <SavedProof />
          <div className={css.dialogEnd}>
            <span />
            <Button
              tone="strong"
              disabled={receipt === null}
              onClick={() => {
                if (receipt !== null)
                  saveFile(
                    new Blob([`${canonicalJson(receipt)}\n`], { type: 'application/json' }),
                    `gatehouse-receipt-${receipt.id}.json`,
                  )
              }}
            >
              {words.save}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  )
}

function Signed({ receipt }: { readonly receipt: Receipt }) {
  return (
    <Facts
      facts={[
        { key: words.id, value: <code>{receipt.id}</code> },
        { key: words.rows, value: count(receipt.rows) },
        { key: words.from, value: fullTime(receipt.from) },
        { key: words.until, value: fullTime(receipt.until) },
        { key: words.root, value: <code className={css.hash}>{receipt.root}</code> },
      ]}
    />
  )
}
