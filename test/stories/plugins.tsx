// Plugins beside the servers: their list, one that waits for a review, one that is broken, and a new
// one before it is written.
import { useState } from 'react'
import { DraftPage } from '../../renderer/features/servers/plugins/draft-page.tsx'
import { PluginDetail } from '../../renderer/features/servers/plugins/plugin-detail.tsx'
import { PluginRows } from '../../renderer/features/servers/plugins/plugin-list.tsx'
import { setDraft } from '../../renderer/state/ui.ts'
import { pluginSamples } from '../fakes/bridge-plugins.ts'
import type { Story } from './story.ts'

const nowhere = (): void => {}

function One({ state }: { readonly state: string }) {
  const plugin = pluginSamples.find((one) => one.state === state)
  return plugin === undefined ? null : (
    <PluginDetail plugin={plugin} changed={nowhere} onTool={nowhere} />
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
  { name: 'plugin-broken', width: 720, element: () => <One state="broken" /> },
  { name: 'plugin-draft', width: 720, acts: [{ passMs: 400 }], element: () => <Begun /> },
  { name: 'plugin-draft-narrow', width: 380, acts: [{ passMs: 400 }], element: () => <Begun /> },
]
