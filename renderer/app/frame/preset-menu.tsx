// The preset in force, and the others with a line each. A stricter one applies at once; a looser one
// is asked about first. The others are read when somebody opens the menu: the window needs only the
// name of the one in force.
import { Menu } from '@base-ui/react/menu'
import { Check, ChevronDown, SlidersVertical } from 'lucide-react'
import { useRef, useState } from 'react'
import { heldPresetText } from '../../../contract/bundle/held-text.ts'
import { useManaged } from '../../state/policy/use-managed.ts'
import { presetName, RECOMMENDED, usePreset } from '../../state/policy/use-preset.ts'
import { ManagedBy } from '../../ui/managed-by.tsx'
import { words } from './frame-text.ts'
import css from './preset-menu.module.css'

export function PresetMenu() {
  const [wanted, setWanted] = useState(false)
  // From the first time on they follow the policy, and the menu opens with what is known.
  const [asked, setAsked] = useState(false)
  const { name, presets, unread, reload, noCopy, choose } = usePreset(asked)
  const managed = useManaged(asked)
  // Inside the top bar, so that it is in a landmark.
  const menu = useRef<HTMLDivElement>(null)
  if (name === null) return null
  const want = (open: boolean): void => {
    setWanted(open)
    setAsked(true)
    if (open && unread) reload()
  }

  return (
    <div ref={menu} className={css.place}>
      {/* Opened empty, it would have nothing to be moved to by keys. */}
      <Menu.Root open={wanted && (presets !== null || unread)} onOpenChange={want}>
        <Menu.Trigger className={css.chip} aria-label={words.preset.chip(presetName(name))}>
          <SlidersVertical size={15} aria-hidden="true" />
          <span className={css.name}>{presetName(name)}</span>
          <ChevronDown size={13} aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal container={menu}>
          <Menu.Positioner sideOffset={6} align="end" className={css.positioner}>
            <Menu.Popup className={css.popup} aria-label={words.preset.title}>
              <Menu.RadioGroup value={name} onValueChange={(next: string) => void choose(next)}>
                {Object.entries(presets ?? {}).map(([each, { description }]) => (
                  <Menu.RadioItem key={each} value={each} closeOnClick className={css.item}>
                    <Menu.RadioItemIndicator className={css.check}>
                      <Check size={14} aria-hidden="true" />
                    </Menu.RadioItemIndicator>
                    <span className={css.text}>
                      <b>
                        {presetName(each)}
                        {each === RECOMMENDED ? (
                          <span className={css.tag}>{words.preset.recommended}</span>
                        ) : null}
                      </b>
                      <span>{description === '' ? words.preset.yours : description}</span>
                    </span>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
              {managed === null || managed.preset === null ? null : (
                <p className={css.managed}>
                  <ManagedBy name={managed.organisation}>
                    {heldPresetText(presetName(managed.preset))}
                  </ManagedBy>
                </p>
              )}
              {presets === null ? <p className={css.unread}>{words.preset.unread}</p> : null}
              {noCopy === null ? null : (
                <p className={css.unread}>
                  {noCopy.denied ? `${words.preset.noCopy} ` : ''}
                  {noCopy.text}
                </p>
              )}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  )
}
