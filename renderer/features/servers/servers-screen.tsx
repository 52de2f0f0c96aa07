// External servers: a list, and beside it the one that is looked at, or
// the page to add one.
import { Import, Plus, Server, Share } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { useWhileHere } from '../../state/use-while-here.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Notice, TroubleText } from '../../ui/panel.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SideHead, SideList, SideScreen } from '../../ui/lists/side-list.tsx'
import { AddPage } from './add/add-page.tsx'
import { ExportPage } from './export-page.tsx'
import { LinkPage } from './add/link-page.tsx'
import { pathOfPlugin, pathOfServer, locationOf } from './location.ts'
import { DraftPage } from './plugins/draft-page.tsx'
import { PluginDetail } from './plugins/plugin-detail.tsx'
import { keyOfPlugin, PluginRows } from './plugins/plugin-list.tsx'
import pluginCss from './plugins/plugins.module.css'
import { WrappingPath } from './plugins/wrapping-path.tsx'
import { pluginStrings } from './plugins/plugin-strings.ts'
import { usePlugins } from './plugins/use-plugins.ts'
import { ServerDetail } from './detail/server-detail.tsx'
import { firstOf } from './server-face.ts'
import { ServerList } from './server-list.tsx'
import css from './servers-screen.module.css'
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
  const pane = useRef<HTMLDivElement>(null)
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
  // A page that a person went to begins at its top, and says so to a screen reader.
  const page =
    location.kind === 'server' || location.kind === 'first' || location.kind === 'plugin'
      ? ''
      : location.kind === 'add'
        ? 'add'
        : location.kind
  useEffect(() => {
    if (page !== '') pane.current?.querySelector<HTMLElement>('h2')?.focus()
  }, [page])

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
          <div className={css.filter}>
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
          <>
            <div className={pluginCss.listHead}>
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
            {plugins.value.plugins.length === 0 ? (
              <p className={pluginCss.none}>
                {pluginStrings.none} <WrappingPath path={plugins.value.folders.external} />.
              </p>
            ) : (
              <PluginRows
                plugins={plugins.value.plugins}
                chosen={location.kind === 'plugin' ? location.key : null}
                onChoose={(key) => onGo(pathOfPlugin(key))}
              />
            )}
          </>
        )}
        <div className={css.more}>
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
      {location.kind === 'add' ||
      location.kind === 'link' ||
      location.kind === 'export' ||
      location.kind === 'new-plugin' ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
        <div
          ref={pane}
          className={css.pane}
          tabIndex={0}
          role="region"
          aria-label={location.kind === 'new-plugin' ? pluginStrings.draft.title : strings.addTitle}
        >
          <div className={css.page}>
            {location.kind === 'add' ? (
              <AddPage
                way={location.way}
                taken={all.map(({ name }) => name)}
                onGo={onGo}
                added={added}
              />
            ) : null}
            {location.kind === 'link' ? (
              <LinkPage
                link={location.link}
                taken={all.map(({ name }) => name)}
                added={added}
                leave={() => onGo('/servers')}
              />
            ) : null}
            {location.kind === 'new-plugin' ? (
              <DraftPage
                written={(key) => {
                  plugins.reload()
                  onGo(pathOfPlugin(key))
                }}
              />
            ) : null}
            {location.kind === 'export' ? <ExportPage names={all.map(({ name }) => name)} /> : null}
          </div>
        </div>
      ) : plugin !== null ? (
        <PluginDetail
          key={keyOfPlugin(plugin)}
          plugin={plugin}
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
        <div className={css.pane} data-empty="true">
          {value === null ? null : location.kind === 'plugin' ? (
            plugins.value === null ? (
              <p className={css.empty}>{pluginStrings.reading}</p>
            ) : (
              <EmptyState title={pluginStrings.unknown(location.key)}>
                {pluginStrings.unknownText}
              </EmptyState>
            )
          ) : location.kind === 'server' ? (
            <EmptyState title={strings.unknown(location.name)}>{strings.unknownText}</EmptyState>
          ) : (
            <Nothing onGo={onGo} />
          )}
        </div>
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
      className={css.pageLink}
      aria-current={current ? 'page' : undefined}
      onClick={onGo}
    >
      {icon}
      <span>{name}</span>
      <span className={css.meta}>{meta}</span>
    </button>
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
