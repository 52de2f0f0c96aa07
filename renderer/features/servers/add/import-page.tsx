// Servers of other clients of this machine. Which are there is seen without reading them; they are
// read when a person says so.
import { Import } from 'lucide-react'
import { useState } from 'react'
import type { ClientFormat, ServerImport } from '../../../../contract/server/server-review.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState, Notice, Section, TroubleText } from '../../../ui/panel.tsx'
import { ImportPreview } from './import-preview.tsx'
import css from '../servers-screen.module.css'
import foundCss from './found.module.css'
import { strings } from '../strings.ts'
import { useAct } from '../../../state/use-act.ts'

const words = strings.import

export function ImportPage({ added }: { added(name: string): void }) {
  const bridge = useBridge()
  const found = useRead(bridge, 'servers.found', {})
  const [read, setRead] = useState<{
    readonly from: ClientFormat
    readonly preview: ServerImport
  } | null>(null)
  const { act, busy, error } = useAct()
  const load = async (from: ClientFormat): Promise<void> => {
    setRead(null)
    const preview = await act(from, () => bridge.call('servers.import', { from, apply: false }))
    if (preview !== null) setRead({ from, preview })
  }
  const problem = error ?? found.error
  return (
    <div className={css.sheet}>
      <p className={css.lead}>{words.text}</p>
      {found.value === null || found.value.length > 0 ? null : (
        <EmptyState title={words.none}>{words.looked}</EmptyState>
      )}
      {(found.value ?? []).length === 0 ? null : (
        <Section title={strings.empty.foundTitle}>
          <ul className={foundCss.clients}>
            {(found.value ?? []).map(({ from, files }) => (
              <li key={from} className={foundCss.client}>
                <span>
                  <b>{strings.formats[from]}</b>
                  {files.map((file) => (
                    <span key={file} className={css.hint}>
                      {' '}
                      <code>{file}</code>
                    </span>
                  ))}
                </span>
                <span className={css.space} />
                <Button
                  size="small"
                  icon={<Import size={14} aria-hidden="true" />}
                  aria-disabled={busy !== null}
                  aria-label={words.read(strings.formats[from])}
                  onClick={() => void load(from)}
                >
                  {strings.paste.read}
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {problem === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...problem} />
        </Notice>
      )}
      {read === null ? null : <ImportPreview key={read.from} {...read} added={added} />}
    </div>
  )
}
