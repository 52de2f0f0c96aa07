// Plugins beside the servers: their list, one that waits for a review, one that is broken, and a new
// one before it is written.
import { useState } from 'react'
import { DraftPage } from '../../renderer/features/servers/plugins/draft-page.tsx'
import { PluginDetail } from '../../renderer/features/servers/plugins/plugin-detail.tsx'
import { PluginRows } from '../../renderer/features/servers/plugins/plugin-list.tsx'
import { PluginSettings } from '../../contract/plugin/settings.ts'
import type { PluginListing } from '../../contract/plugin/listing.ts'
import { externalFilter } from '../../main/plugins/external-filter.ts'
import { setDraft } from '../../renderer/state/ui.ts'
import { pluginSamples } from '../fakes/bridge-plugins.ts'
import type { Story } from './story.ts'

const stopped = externalFilter('external', 'forge_issues', PluginSettings.parse({}))
const nowhere = (): void => {}

type OneProps = { readonly state: string; readonly change?: Partial<PluginListing> }

function One({ state, change }: OneProps) {
  const sample = pluginSamples.find((one) => one.state === state)
  const plugin = sample === undefined ? undefined : { ...sample, ...change }
  return plugin === undefined ? null : (
    <PluginDetail
      plugin={plugin}
      isFresh={false}
      onSeen={nowhere}
      changed={nowhere}
      onTool={nowhere}
    />
  )
}

function Begun() {
  useState(() => setDraft('new-plugin', 'word_count_2'))
  return <DraftPage written={nowhere} />
}

export const pluginStories: readonly Story[] = [
  {
    name: 'plugin-list',
    width: 320,
    element: () => <PluginRows plugins={pluginSamples} chosen={null} onChoose={nowhere} />,
  },
  {
    name: 'plugin-new',
    width: 720,
    bridge: { servers: true },
    element: () => <One state="new" />,
  },
  {
    name: 'plugin-changed',
    width: 720,
    bridge: { servers: true },
    element: () => <One state="changed" />,
  },
  {
    name: 'plugin-filtered',
    width: 720,
    bridge: { servers: true },
    element: () => <One state="new" change={{ state: 'filtered', reason: stopped }} />,
  },
  { name: 'plugin-broken', width: 720, element: () => <One state="broken" /> },
  { name: 'plugin-draft', width: 720, acts: [{ passMs: 400 }], element: () => <Begun /> },
  { name: 'plugin-draft-narrow', width: 380, acts: [{ passMs: 400 }], element: () => <Begun /> },
]
