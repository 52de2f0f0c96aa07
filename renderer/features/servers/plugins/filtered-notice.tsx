// Why the filter stops an external plugin, and the one press that lets it through. Main asks the
// person for confirmation before it does.
import type { PluginListing } from '../../../../contract/plugin/listing.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useAct } from '../../../state/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { pluginStrings as strings } from './plugin-strings.ts'

type Props = { readonly plugin: PluginListing; changed(): void }

export function FilteredNotice({ plugin: { name, reason }, changed }: Props) {
  const bridge = useBridge()
  const { act, busy, error } = useAct()
  const allow = async (): Promise<void> => {
    const done = await act('allow', () => bridge.call('config.update', { allowPlugin: name }))
    if (done !== null) changed()
  }
  return (
    <>
      <Notice
        tone="warn"
        action={
          <Button size="small" aria-disabled={busy !== null} onClick={() => void allow()}>
            {strings.allow(name)}
          </Button>
        }
      >
        {/* The button is what its hint says to do. */}
        <TroubleText text={reason?.text ?? ''} />
      </Notice>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
    </>
  )
}
