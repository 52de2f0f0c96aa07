// The preset of one agent: the active one, or its own. A looser one is confirmed first.
import { useId } from 'react'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useAct } from '../../state/use-act.ts'
import { heldPresetText } from '../../../contract/bundle/held-text.ts'
import { useManaged } from '../../state/policy/use-managed.ts'
import { presetName, usePreset } from '../../state/policy/use-preset.ts'
import { ManagedBy } from '../../ui/managed-by.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { Pick } from '../../ui/picks/pick.tsx'
import { strings } from './strings.ts'
import type { Agent } from './use-agents.ts'

const ACTIVE = ''

export function AgentPreset({
  agent: { name, title, limits },
  changed,
}: {
  readonly agent: Agent
  changed(): void
}) {
  const bridge = useBridge()
  const id = useId()
  const { name: active, presets } = usePreset()
  const { act, error } = useAct()
  const managed = useManaged()
  if (active === null || presets === null) return null
  const choices = [
    { value: ACTIVE, label: strings.presetActive(presetName(active)) },
    ...Object.keys(presets).map((value) => ({ value, label: presetName(value) })),
  ]
  const choose = async (value: string): Promise<void> => {
    const preset = value === ACTIVE ? null : value
    await act('preset', () => bridge.call('clients.preset', { name, preset }))
    changed()
  }
  return (
    <>
      <label htmlFor={id}>{strings.presetWord}</label>
      <Pick
        id={id}
        label={strings.preset(title)}
        value={limits?.preset ?? ACTIVE}
        choices={choices}
        onChange={(value) => void choose(value)}
      />
      {managed === null || managed.preset === null ? null : (
        <ManagedBy name={managed.organisation}>
          {heldPresetText(presetName(managed.preset))}
        </ManagedBy>
      )}
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
    </>
  )
}
