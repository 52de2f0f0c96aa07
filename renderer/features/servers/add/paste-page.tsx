// A configuration of another client, pasted: read here, and shown before anything of it is taken.
import { useState } from 'react'
import type { ClientFormat, ServerImport } from '../../../../contract/server/server-review.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { setDraft, useUi } from '../../../state/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { TextField } from '../fields/form-fields.tsx'
import { ImportPreview } from './import-preview.tsx'
import css from '../servers-screen.module.css'
import { strings } from '../strings.ts'
import { useAct } from '../../../state/use-act.ts'

const words = strings.paste
const slot = 'server-paste'

/** By what only one of the clients writes. */
export function formatOf(text: string): ClientFormat {
  if (/^\s*\[/m.test(text) && !text.trim().startsWith('{')) return 'codex'
  return /"servers"\s*:/.test(text) && !/"mcpServers"\s*:/.test(text) ? 'vscode' : 'claude-code'
}

export function PastePage({ added }: { added(name: string): void }) {
  const bridge = useBridge()
  const text = useUi((ui) => ui.drafts[slot] ?? '')
  const [preview, setPreview] = useState<ServerImport | null>(null)
  const { act, busy, error } = useAct()
  const from = formatOf(text)
  const read = async (): Promise<void> => {
    if (text.trim() === '') return
    setPreview(await act('read', () => bridge.call('servers.import', { from, text, apply: false })))
  }
  return (
    <div className={css.sheet}>
      <TextField
        label={words.label}
        hint={words.hint}
        lines
        value={text}
        error={undefined}
        onChange={(next) => {
          setDraft(slot, next)
          setPreview(null)
        }}
      />
      <div className={css.acts}>
        <Button
          tone={preview === null ? 'strong' : 'plain'}
          aria-disabled={busy !== null || text.trim() === ''}
          onClick={() => void read()}
        >
          {words.read}
        </Button>
      </div>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {preview === null ? null : (
        <ImportPreview
          key={text}
          from={from}
          text={text}
          preview={preview}
          added={(name) => {
            setDraft(slot, '')
            added(name)
          }}
        />
      )}
    </div>
  )
}
