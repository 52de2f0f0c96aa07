// What somebody needs to check a signed file without Gatehouse: whose key it has to be, and the
// program that checks.
import { FileCheck } from 'lucide-react'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Facts, TroubleText } from '../../ui/panel.tsx'
import css from './audit-screen.module.css'
import { saveFile } from '../../ui/save-file.ts'
import { strings } from './strings.ts'

const words = strings.receipt
const ONCE = { rotate: false }

export function SavedProof() {
  const bridge = useBridge()
  const { value, error } = useRead(bridge, 'audit.key', ONCE, 0)
  const saveVerifier = async (): Promise<void> => {
    const found = await bridge.call('audit.verifier', {})
    if (found.ok)
      saveFile(new Blob([found.value.text], { type: 'text/javascript' }), 'verify-export.mjs')
  }
  return (
    <>
      {error === null ? null : (
        <p role="alert">
          <TroubleText {...error} />
        </p>
      )}
      {value === null ? null : (
        <Facts
          facts={[
            {
              key: words.fingerprint,
              value: <code className={css.hash}>{value.fingerprint}</code>,
            },
          ]}
        />
      )}
      <p className={css.muted}>{words.howToCheck}</p>
      <code className={css.asked}>{words.check}</code>
      <p className={css.muted}>{words.otherWay}</p>
      <div>
        <Button
          size="small"
          icon={<FileCheck size={15} aria-hidden="true" />}
          onClick={() => void saveVerifier()}
        >
          {words.verifier}
        </Button>
      </div>
    </>
  )
}
