// The preset in force, and the others with a line each. A stricter one counts at once; a freer one is asked about first.
import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown, SlidersVertical, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Preset } from '../../contract/preset.ts'
import { useBridge } from '../bridge/bridge-context.ts'
import { changeLive, useLive } from '../state/live-store.ts'
import { freerBy } from '../state/preset-change.ts'
import { setTrouble } from '../state/ui.ts'
import { useRead } from '../state/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import dialogCss from './frame-dialog.module.css'
import { words } from './frame-words.ts'
import css from './preset-menu.module.css'

export function PresetMenu() {
  const bridge = useBridge()
  const name = useLive((live) => live.app?.preset ?? null)
  const hash = useLive((live) => live.app?.policyHash ?? null)
  const { value } = useRead(bridge, 'policy.report', {}, hash)
  // Inside the top bar, so that it stands in a landmark.
  const place = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<string | null>(null)
  if (name === null) return null
  const presets = value?.presets ?? {}

  const change = async (preset: string): Promise<void> => {
    setAsked(null)
    const result = await bridge.call('config.update', { preset })
    if (result.ok) changeLive((live) => ({ ...live, app: result.value }))
    setTrouble(result.ok ? null : result.error)
  }
  const choose = (next: string): void => {
    const [from, to] = [presets[name], presets[next]]
    if (next === name || to === undefined) return
    if (from !== undefined && freerBy(from, to).length === 0) void change(next)
    else setAsked(next)
  }

  return (
    <div ref={place} className={css.place}>
      <Menu.Root>
        <Menu.Trigger className={css.chip} aria-label={words.preset.chip(name)}>
          <SlidersVertical size={15} aria-hidden="true" />
          <span className={css.name}>{name}</span>
          <ChevronDown size={13} aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner sideOffset={6} align="end" className={css.positioner}>
            <Menu.Popup className={css.popup} aria-label={words.preset.title}>
              <Menu.RadioGroup value={name} onValueChange={choose}>
                {Object.entries(presets).map(([each, { description }]) => (
                  <Menu.RadioItem key={each} value={each} closeOnClick className={css.item}>
                    <Menu.RadioItemIndicator className={css.check}>
                      <Check size={14} aria-hidden="true" />
                    </Menu.RadioItemIndicator>
                    <span className={css.text}>
                      <b>{each}</b>
                      <span>{description === '' ? words.preset.yours : description}</span>
                    </span>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              {value === null ? <p className={css.unread}>{words.preset.unread}</p> : null}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Modal
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={words.preset.looser(asked ?? '')}
        closeLabel={words.preset.close}
        closeIcon={<X size={16} aria-hidden="true" />}
      >
        <FreerBody from={presets[name]} to={presets[asked ?? '']} name={asked ?? ''} onKeep={() => setAsked(null)} onChange={change} />
      </Modal>
    </div>
  )
}

type FreerProps = {
  readonly from: Preset | undefined
  readonly to: Preset | undefined
  readonly name: string
  onKeep(): void
  onChange(name: string): Promise<void>
}

function FreerBody({ from, to, name, onKeep, onChange }: FreerProps) {
  const freer = from === undefined || to === undefined ? [] : freerBy(from, to)
  return (
    <div className={dialogCss.body}>
      <p>{words.preset.looserText}</p>
      <ul className={dialogCss.list}>
        {freer.map((each) => (
          <li key={words.preset.freer(each)}>{words.preset.freer(each)}</li>
        ))}
      </ul>
      <div className={dialogCss.actions}>
        <Button autoFocus onClick={onKeep}>
          {words.preset.cancel}
        </Button>
        <Button tone="strong" onClick={() => void onChange(name)}>
          {words.preset.change(name)}
        </Button>
      </div>
    </div>
  )
}
