// Ctrl/Cmd+K: every screen and every action of the frame, by name.
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { setPaletteOpen, useUi } from '../../state/ui.ts'
import { Kbd } from '../../ui/button.tsx'
import modalCss from '../../ui/modal.module.css'
import { type Command, useCommands } from '../commands.ts'
import { useObjects } from './palette-objects.ts'
import css from './palette.module.css'
import { strings } from '../strings.ts'

type Group = { readonly value: string; readonly items: readonly Command[] }

export function Palette() {
  const open = useUi((ui) => ui.paletteOpen)
  return (
    <Dialog.Root open={open} onOpenChange={setPaletteOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className={modalCss['backdrop']} />
        <Dialog.Popup className={css.popup} aria-label={strings.palette.title}>
          <Body />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Body() {
  const [location, navigate] = useLocation()
  const commands = useCommands(location, navigate)
  const objects = useObjects(navigate)
  const { act, go, appearance, held, tools, servers, runs, settings } = strings.palette
  const groups: readonly Group[] = [act, go, held, tools, servers, runs, settings, appearance]
    .map((value) => ({
      value,
      items: [...commands, ...objects].filter((command) => command.group === value),
    }))
    .filter(({ items }) => items.length > 0)
  // Enter takes what fits the words as they are then, drawn or not.
  const marked = useRef<{ readonly words: string; readonly command: Command } | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const { contains } = Autocomplete.useFilter({ sensitivity: 'base' })
  const fits = (command: Command, words: string): boolean => contains(command.label, words.trim())
  const run = (command: Command): void => {
    setPaletteOpen(false)
    command.run()
  }
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      autoHighlight="always"
      keepHighlight
      itemToStringValue={(command: Command) => command.label}
      filter={fits}
      onItemHighlighted={(command: Command | undefined) => {
        marked.current =
          command === undefined ? null : { words: field.current?.value ?? '', command }
      }}
    >
      <div className={css.field}>
        <Search size={16} aria-hidden="true" />
        <Autocomplete.Input
          ref={field}
          className={css.input}
          aria-label={strings.palette.input}
          placeholder={strings.palette.placeholder}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.preventBaseUIHandler()
            const words = event.currentTarget.value
            const first = groups
              .flatMap(({ items }) => items)
              .find((command) => fits(command, words))
            const command = marked.current?.words === words ? marked.current.command : first
            if (command !== undefined) run(command)
          }}
        />
      </div>
      <Dialog.Close className={css.close}>{strings.palette.close}</Dialog.Close>
      <Autocomplete.Empty className={css.empty}>{strings.palette.empty}</Autocomplete.Empty>
      <Autocomplete.List className={css.list}>
        {(group: Group) => (
          <Autocomplete.Group key={group.value} items={group.items}>
            <Autocomplete.GroupLabel className={css.groupLabel}>
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.id}
                  value={command}
                  className={css.item}
                  onClick={() => run(command)}
                >
                  <command.icon size={16} aria-hidden="true" />
                  <span className={css.label}>{command.label}</span>
                  {command.note === undefined ? null : (
                    <span className={css.note}>{command.note}</span>
                  )}
                  {command.keys === undefined ? null : <Kbd>{command.keys}</Kbd>}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <div className={css.foot} aria-hidden="true">
        <span>
          <Kbd>↑ ↓</Kbd> {strings.palette.keys.move}
        </span>
        <span>
          <Kbd>⏎</Kbd> {strings.palette.keys.run}
        </span>
        <span>
          <Kbd>Esc</Kbd> {strings.palette.keys.close}
        </span>
      </div>
    </Autocomplete.Root>
  )
}
