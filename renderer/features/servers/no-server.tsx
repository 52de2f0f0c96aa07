// Beside the list where there is nothing to show: no server yet, or none of that name.
import { Import, Plus, Server } from 'lucide-react'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/panel.tsx'
import type { ServersLocation } from './location.ts'
import { pluginStrings } from './plugins/plugin-strings.ts'
import css from './servers-screen.module.css'
import { strings } from './strings.ts'

type Props = {
  readonly location: ServersLocation
  /** Whether the servers were read, and the plugins. */
  readonly read: { readonly servers: boolean; readonly plugins: boolean }
  onGo(path: string): void
}

export function NoServer({ location, read, onGo }: Props) {
  return (
    <div className={css.pane} data-empty="true">
      {!read.servers ? null : location.kind === 'plugin' ? (
        read.plugins ? (
          <EmptyState title={pluginStrings.unknown(location.key)}>
            {pluginStrings.unknownText}
          </EmptyState>
        ) : (
          <p className={css.empty}>{pluginStrings.reading}</p>
        )
      ) : location.kind === 'server' ? (
        <EmptyState title={strings.unknown(location.name)}>{strings.unknownText}</EmptyState>
      ) : (
        <Nothing onGo={onGo} />
      )}
    </div>
  )
}

/** No server yet: what one is for, and what is here already. */
function Nothing({ onGo }: { onGo(path: string): void }) {
  const bridge = useBridge()
  const found = useRead(bridge, 'servers.found', {}).value ?? []
  return (
    <EmptyState icon={<Server size={20} aria-hidden="true" />} title={strings.empty.title}>
      <p>{strings.empty.text}</p>
      <div className={css.emptyActs}>
        {found.map(({ from, files }) => (
          <Button
            key={from}
            title={files.join('\n')}
            icon={<Import size={15} aria-hidden="true" />}
            onClick={() => onGo('/servers/import')}
          >
            {strings.empty.found(strings.formats[from])}
          </Button>
        ))}
        <Button
          tone="strong"
          icon={<Plus size={15} aria-hidden="true" />}
          onClick={() => onGo('/servers/add')}
        >
          {strings.empty.byHand}
        </Button>
      </div>
    </EmptyState>
  )
}
