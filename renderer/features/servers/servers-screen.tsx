// External servers: a list, and beside it the one that is looked at, or
// the page to add one.
import { Plus, Share } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useWhileHere } from '../../state/use-while-here.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SideHead, SideList, SideScreen } from '../../ui/lists/side-list.tsx'
import { isPage, locationOf, pathOfPlugin, pathOfServer } from './location.ts'
import { NoServer } from './no-server.tsx'
import { PluginDetail } from './plugins/plugin-detail.tsx'
import { keyOfPlugin } from './plugins/plugin-list.tsx'
import { PluginSection } from './plugins/plugin-section.tsx'
import { usePlugins } from './plugins/use-plugins.ts'
import { ServerDetail } from './detail/server-detail.tsx'
import { firstOf } from './server-face.ts'
import { ServerList } from './server-list.tsx'
import { ServerPage } from './server-page.tsx'
import css from './servers-screen.module.css'
import serverList from './server-list.module.css'
import { strings } from './strings.ts'
import { useServers } from './use-servers.ts'

type Props = {
  /** What follows `/servers` in the address. */
  readonly path: string
  onGo(path: string): void
  onTool(name: string): void
}

/** From so many on a list wants a filter. */
const many = 12

export function ServersScreen({ path, onGo: goTo, onTool }: Props) {
  const onGo = useWhileHere(goTo)
  const { value, error, reload } = useServers()
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const location = useMemo(() => locationOf(path), [path])
  const all = useMemo(() => value ?? [], [value])
  const shown = useMemo(
    () => all.filter(({ name }) => name.includes(text.trim().toLowerCase())),
    [all, text],
  )
  const chosen =
    location.kind === 'server'
      ? location.name
      : location.kind === 'first'
        ? (firstOf(all)?.name ?? null)
        : null
  const server = all.find(({ name }) => name === chosen) ?? null
  const plugins = usePlugins()
  const plugin =
    location.kind === 'plugin'
      ? (plugins.value?.plugins.find((one) => keyOfPlugin(one) === location.key) ?? null)
      : null
  const toServer = useCallback((name: string) => onGo(pathOfServer(name)), [onGo])
  const [fresh, setFresh] = useState<string | null>(null)
  const onSeen = useCallback(() => setFresh(null), [])
  const names = all.map(({ name }) => name)
  const added = useCallback(
    (name: string) => {
      reload()
      onGo(pathOfServer(name))
    },
    [onGo, reload],
  )

  return (
    <SideScreen>
      <SideList ref={list}>
        <SideHead>
          <h1>{strings.title}</h1>
          <Button
            size="small"
            icon={<Plus size={14} aria-hidden="true" />}
            onClick={() => onGo('/servers/add')}
          >
            {strings.add}
          </Button>
        </SideHead>
        {all.length < many ? null : (
          <div className={serverList.filter}>
            <SearchField
              label={strings.filter}
              placeholder={strings.filterPlaceholder}
              value={text}
              onChange={setText}
            />
          </div>
        )}
        {error === null ? null : (
          <div className={css.notes}>
            <Notice tone="bad" alert>
              <TroubleText {...error} />
            </Notice>
          </div>
        )}
        {value !== null && all.length === 0 ? (
          <p className={css.empty}>{strings.empty.title}.</p>
        ) : null}
        {all.length > 0 && shown.length === 0 ? (
          <p className={css.empty}>{strings.noMatch}</p>
        ) : null}
        <ServerList servers={shown} chosen={chosen} scroller={list} onChoose={toServer} />
        {plugins.value === null ? null : (
          <PluginSection list={plugins.value} location={location} onGo={onGo} />
        )}
        <div className={serverList.more}>
          {all.length === 0 ? null : (
            <PageLink
              icon={<Share size={15} aria-hidden="true" />}
              name={strings.exportTitle}
              meta={strings.exportMeta}
              current={location.kind === 'export'}
              onGo={() => onGo('/servers/export')}
            />
          )}
        </div>
      </SideList>
      {isPage(location) ? (
        <ServerPage
          location={location}
          names={names}
          onGo={onGo}
          onAdded={added}
          onWritten={(key) => {
            plugins.reload()
            setFresh(key)
            onGo(pathOfPlugin(key))
          }}
        />
      ) : plugin !== null ? (
        <PluginDetail
          key={keyOfPlugin(plugin)}
          plugin={plugin}
          isFresh={keyOfPlugin(plugin) === fresh}
          onSeen={onSeen}
          changed={plugins.reload}
          onTool={onTool}
        />
      ) : server !== null ? (
        <ServerDetail
          key={server.name}
          server={server}
          changed={reload}
          onTool={onTool}
          onGone={() => added('')}
        />
      ) : (
        <NoServer
          location={location}
          read={{ servers: value !== null, plugins: plugins.value !== null }}
          onGo={onGo}
        />
      )}
    </SideScreen>
  )
}

type LinkProps = {
  readonly icon: React.ReactNode
  readonly name: string
  readonly meta: string
  readonly current: boolean
  onGo(): void
}

function PageLink({ icon, name, meta, current, onGo }: LinkProps) {
  return (
    <button
      type="button"
      className={serverList.pageLink}
      aria-current={current ? 'page' : undefined}
      onClick={onGo}
    >
      {icon}
      <span>{name}</span>
      <span className={serverList.meta}>{meta}</span>
    </button>
  )
}
