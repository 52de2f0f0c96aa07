// What the author of a plugin does with it: checks its manifest, and packs it for others.
import { useState } from 'react'
import type { PackedPlugin } from '../../../../contract/plugin/draft.ts'
import type { PluginCheck, PluginListing } from '../../../../contract/plugin/listing.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useAct } from '../../../state/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, Section, TroubleText } from '../../../ui/panel.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import serverCss from '../servers-screen.module.css'
import { pluginStrings as strings } from './plugin-strings.ts'

type Props = {
  readonly plugin: PluginListing
  changed(): void
}

export function AuthorSection({ plugin: { name, file }, changed }: Props) {
  const bridge = useBridge()
  const { act, busy, error } = useAct()
  const [said, setSaid] = useState('')
  const check = async (): Promise<void> => {
    setSaid('')
    const found = await act('check', () => bridge.call('plugins.check', { file }))
    if (found !== null) setSaid(foundText(found))
    changed()
  }
  const pack = async (): Promise<void> => {
    setSaid('')
    const packed = await act('pack', () => bridge.call('plugins.pack', { file }))
    if (packed === null) return
    saveFile(blobOf(packed), packed.archive)
    setSaid(strings.packed(packed.archive, packed.digest))
  }
  return (
    <Section title={strings.author}>
      <div className={serverCss.bar}>
        <span role="status" className={serverCss.said}>
          {said}
        </span>
        <span className={serverCss.space} />
        <Button
          size="small"
          aria-label={strings.checkNamed(name)}
          aria-disabled={busy !== null}
          onClick={() => void check()}
        >
          {strings.check}
        </Button>
        <Button
          size="small"
          aria-label={strings.packNamed(name)}
          aria-disabled={busy !== null}
          onClick={() => void pack()}
        >
          {strings.pack}
        </Button>
      </div>
      <div className={serverCss.notes}>
        {error === null ? (
          <p className={serverCss.quiet}>{strings.authorText}</p>
        ) : (
          <Notice tone="bad" alert>
            <TroubleText {...error} />
          </Notice>
        )}
      </div>
    </Section>
  )
}

/** The list below shows each with its place. */
const foundText = ({ ok, problems }: PluginCheck): string =>
  ok ? strings.sound : strings.unsound(problems.length)

const blobOf = ({ content }: PackedPlugin): Blob =>
  new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], {
    type: 'application/gzip',
  })
