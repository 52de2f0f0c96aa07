// The plugins in the list, below the servers.
import { Plus } from 'lucide-react'
import type { PluginList } from '../../../../contract/plugin/listing.ts'
import { Button } from '../../../ui/button.tsx'
import { type ServersLocation, pathOfPlugin } from '../location.ts'
import { PluginRows } from './plugin-list.tsx'
import { pluginStrings } from './plugin-strings.ts'
import css from './plugins.module.css'
import { WrappingPath } from './wrapping-path.tsx'

type Props = {
  readonly list: PluginList
  readonly location: ServersLocation
  onGo(path: string): void
}

export function PluginSection({ list, location, onGo }: Props) {
  return (
    <>
      <div className={css.listHead}>
        <h2>{pluginStrings.title}</h2>
        <Button
          size="small"
          tone="quiet"
          icon={<Plus size={14} aria-hidden="true" />}
          aria-current={location.kind === 'new-plugin' ? 'page' : undefined}
          onClick={() => onGo('/servers/new-plugin')}
        >
          {pluginStrings.add}
        </Button>
      </div>
      {list.plugins.length === 0 ? (
        <p className={css.none}>
          {pluginStrings.none} <WrappingPath path={list.folders.external} />.
        </p>
      ) : (
        <PluginRows
          plugins={list.plugins}
          chosen={location.kind === 'plugin' ? location.key : null}
          onChoose={(key) => onGo(pathOfPlugin(key))}
        />
      )}
    </>
  )
}
