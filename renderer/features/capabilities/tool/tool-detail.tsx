// One tool in detail. What a person sets for it is on top of every part, for it is what they came
// for.
import { Tabs } from '@base-ui/react/tabs'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { ExactBlock } from '../../../ui/text/exact-text.tsx'
import { EmptyState } from '../../../ui/panel.tsx'
import table from '../../../ui/lists/table.module.css'
import { AboutTool } from './about-tool.tsx'
import css from './detail.module.css'
import { LeasesOfTool } from './leases-of-tool.tsx'
import { RecentCalls } from './recent-calls.tsx'
import { strings } from '../strings.ts'
import { ToolSettings } from './tool-settings.tsx'
import { TryCall } from './try-call.tsx'
import type { ToolRow } from '../tool-row.ts'

type Props = {
  readonly name: string
  /** Null: there is no such tool. */
  readonly row: ToolRow | null
  readonly takeFocus: boolean
  onClose(): void
}

const parts = ['about', 'try', 'calls', 'leases', 'manifest'] as const
type Part = (typeof parts)[number]

export function ToolDetail({ name, row, takeFocus, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [part, setPart] = useState<Part>('about')
  useEffect(() => {
    if (takeFocus) heading.current?.focus()
  }, [takeFocus])
  return (
    // Escape closes from anywhere in it; what it means in a list or a field of its own was dealt with there.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className={css.pane}
      aria-label={strings.detail(name)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <div className={table.detailHead}>
        <div className={css.titles}>
          <h2 ref={heading} tabIndex={-1}>
            {row?.tool.manifest.title ?? strings.unknownTitle(name)}
          </h2>
          <code>{name}</code>
        </div>
        <IconButton label={strings.close} onClick={onClose}>
          <X size={15} aria-hidden="true" />
        </IconButton>
      </div>
      {row === null ? (
        <EmptyState title={strings.unknownTitle(name)}>{strings.unknownText}</EmptyState>
      ) : (
        <>
          <p className={table.quiet}>{row.tool.manifest.description}</p>
          <ToolSettings row={row} />
          <Tabs.Root
            value={part}
            onValueChange={(next: Part) => setPart(next)}
            className={css.tabs}
          >
            <Tabs.List className={css.tabList} aria-label={strings.tabList} activateOnFocus>
              {parts.map((each) => (
                <Tabs.Tab key={each} value={each} className={css.tab}>
                  {strings.tabs[each]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="about" className={css.panel}>
              <AboutTool row={row} />
            </Tabs.Panel>
            {/* Kept, so that what was typed is there when one comes back. */}
            <Tabs.Panel value="try" className={css.panel} keepMounted>
              <TryCall tool={row.tool} />
            </Tabs.Panel>
            <Tabs.Panel value="calls" className={css.panel}>
              <RecentCalls tool={name} />
            </Tabs.Panel>
            <Tabs.Panel value="leases" className={css.panel}>
              <LeasesOfTool tool={row.tool} />
            </Tabs.Panel>
            <Tabs.Panel value="manifest" className={css.panel}>
              <h3>{strings.manifest}</h3>
              <div className={table.boxed}>
                <ExactBlock
                  text={JSON.stringify(row.tool.manifest, null, 2)}
                  label={strings.manifest}
                  tall
                />
              </div>
              <h3>{strings.schema}</h3>
              <div className={table.boxed}>
                <ExactBlock
                  text={JSON.stringify(row.tool.inputSchema, null, 2)}
                  label={strings.schema}
                  tall
                />
              </div>
            </Tabs.Panel>
          </Tabs.Root>
        </>
      )}
    </aside>
  )
}
