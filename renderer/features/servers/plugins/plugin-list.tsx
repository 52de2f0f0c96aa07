// The plugins of both folders, below the servers; the arrow keys move between them.
import { CircleCheck, CircleSlash, CircleX, Eye, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import type { PluginListing, PluginState } from '../../../../contract/plugin/listing.ts'
import { SideEnds, SideRow } from '../../../ui/lists/side-list.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import serverCss from '../server-list.module.css'
import css from './plugins.module.css'
import { pluginStrings as strings } from './plugin-strings.ts'

type Props = {
  readonly plugins: readonly PluginListing[]
  /** `origin/name` of the one that is shown. */
  readonly chosen: string | null
  onChoose(key: string): void
}

export const keyOfPlugin = ({ origin, name }: PluginListing): string => `${origin}/${name}`

export function PluginRows({ plugins, chosen, onChoose }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const next = list.current?.querySelectorAll('button')[index + step]
    if (step === 0 || next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return (
    <ul ref={list} className={css.plugins} aria-label={strings.list}>
      {plugins.map((plugin, index) => (
        <li key={keyOfPlugin(plugin)}>
          <SideRow
            className={serverCss.item}
            aria-current={keyOfPlugin(plugin) === chosen}
            onClick={() => onChoose(keyOfPlugin(plugin))}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <SideEnds>
              <code className={serverCss.itemName} title={plugin.name}>
                <Exact text={plugin.name} />
              </code>
              <PluginMark state={plugin.state} />
            </SideEnds>
            <span className={serverCss.meta}>
              {strings.origins[plugin.origin]}
              {plugin.manifest === null ? '' : ` · ${strings.kinds[plugin.manifest.runs]}`}
            </span>
            {plugin.state === 'broken' && plugin.reason !== null ? (
              <span className={serverCss.trouble} title={plugin.reason.text}>
                <Exact text={plugin.problems[0]?.text ?? plugin.reason.text} />
              </span>
            ) : null}
          </SideRow>
        </li>
      ))}
    </ul>
  )
}

const icons = {
  open: CircleCheck,
  new: Eye,
  changed: TriangleAlert,
  filtered: CircleSlash,
  shadowed: CircleSlash,
  taken: CircleX,
  broken: CircleX,
  registry: CircleX,
} as const

/** As the marks of servers: by shape, hue and word. */
const faces: Readonly<Record<PluginState, string>> = {
  open: 'running',
  new: 'review',
  changed: 'changed',
  filtered: 'off',
  shadowed: 'off',
  taken: 'stopped',
  broken: 'stopped',
  registry: 'stopped',
}

export function PluginMark({ state }: { readonly state: PluginState }) {
  const Icon = icons[state]
  return (
    <span className={serverCss.state} data-face={faces[state]}>
      <Icon size={14} aria-hidden="true" />
      {strings.states[state]}
    </span>
  )
}
