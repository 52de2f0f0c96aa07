// The servers, drawn only where they can be seen; the arrow keys move between them.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { ServerListing } from '../../../contract/server/server.ts'
import { Exact } from '../../ui/text/exact-text.tsx'
import { SideEnds, SideRow } from '../../ui/lists/side-list.tsx'
import { StateMark } from './state-mark.tsx'
import css from './server-list.module.css'
import { strings } from './strings.ts'
import { useOffset } from '../../ui/lists/use-offset.ts'

type Props = {
  readonly servers: readonly ServerListing[]
  readonly chosen: string | null
  readonly scroller: RefObject<HTMLDivElement | null>
  onChoose(name: string): void
}

const troubleOf = ({ state }: ServerListing): string =>
  state.kind === 'stopped' ||
  state.kind === 'needs-sign-in' ||
  (state.kind === 'waiting' && state.until > 0)
    ? state.text
    : ''
const heightOf = (server: ServerListing | undefined): number =>
  server === undefined || troubleOf(server) === '' ? 62 : 82

export function ServerList({ servers, chosen, scroller, onChoose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const margin = useOffset(list, scroller)
  const virtual = useVirtualizer({
    count: servers.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(servers[index]),
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => servers[index]?.name ?? index,
  })
  const seen = useRef<string | null>(null)
  const at = servers.findIndex(({ name }) => name === chosen)
  useEffect(() => {
    // Only when another is chosen: what comes in must not move the list under the reader.
    if (at < 0 || seen.current === chosen) return
    seen.current = chosen
    virtual.scrollToIndex(at)
  }, [at, chosen, virtual])

  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const next = servers[index + step]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    virtual.scrollToIndex(index + step)
    // The row may not be drawn yet; after the next frame it is.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-server="${next.name}"]`)?.focus(),
    )
  }

  return (
    // Rows are measured: with larger text they are higher.
    <ul
      ref={list}
      className={css.servers}
      data-empty={servers.length === 0}
      aria-label={strings.list}
      style={{ height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map((item) => {
        const server = servers[item.index]
        if (server === undefined) return null
        const { name, config } = server
        const trouble = troubleOf(server)
        return (
          <li
            key={item.key}
            aria-setsize={servers.length}
            aria-posinset={item.index + 1}
            ref={virtual.measureElement}
            data-index={item.index}
            style={{ transform: `translateY(${item.start - margin}px)` }}
          >
            <SideRow
              className={css.item}
              data-server={name}
              aria-current={name === chosen}
              onClick={() => onChoose(name)}
              onKeyDown={(event) => onKeyDown(event, item.index)}
            >
              <SideEnds>
                <code className={css.itemName} title={name}>
                  {name}
                </code>
                <StateMark server={server} />
              </SideEnds>
              <span className={css.meta}>
                {strings.transports[config.transport]} · {strings.trusts[config.trust].name} ·{' '}
                {server.open + server.closed === 0
                  ? strings.noTools
                  : strings.tools(server.open, server.closed)}
              </span>
              {trouble === '' ? null : (
                <span className={css.trouble} title={trouble}>
                  <Exact text={trouble} />
                </span>
              )}
            </SideRow>
          </li>
        )
      })}
    </ul>
  )
}
