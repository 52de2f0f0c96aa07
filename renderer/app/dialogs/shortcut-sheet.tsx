// The sheet of all keyboard shortcuts.
import { X } from 'lucide-react'
import { useAppearance } from '../../state/appearance.ts'
import { useLive } from '../../state/live/live-store.ts'
import { setShortcutsOpen, useUi } from '../../state/ui.ts'
import { Kbd } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import css from './shortcut-sheet.module.css'
import { screensWith } from '../screens.ts'
import { strings } from '../strings.ts'

const { rows } = strings.sheet
const mod = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

type Group = {
  readonly title: string
  readonly keys: readonly (readonly [keys: string, words: string])[]
}

const groupsWith = (fleetReader: boolean): readonly Group[] => [
  {
    title: strings.sheet.anywhere,
    keys: [
      [`${mod} K`, rows.palette],
      ['?', rows.sheet],
      ['F6', rows.region],
      [`${mod} B`, rows.rail],
      [`${mod} ,`, rows.settings],
      [`${mod} Shift .`, rows.emergencyStop],
    ],
  },
  {
    title: strings.sheet.screens,
    keys: screensWith(fleetReader).map(
      ({ name, letter }) => [`G ${letter.toUpperCase()}`, rows.go(name)] as const,
    ),
  },
  {
    title: strings.sheet.queue,
    keys: [
      ['J ↓', rows.next],
      ['K ↑', rows.previous],
      ['⏎', rows.details],
      ['D', rows.deny],
      ['Shift D', rows.word],
      ['A', rows.once],
      [`${mod} ⏎`, rows.confirm],
      ['E', rows.edit],
      ['R', rows.rehearse],
      ['S', rows.scope],
      ['Shift S', rows.denyScope],
      ['Shift J', rows.select],
      ['1 – 9', rows.choose],
      ['T', rows.duration],
    ],
  },
  {
    title: strings.sheet.writing,
    keys: [
      ['⏎', rows.send],
      ['Shift ⏎', rows.line],
    ],
  },
]

export function ShortcutSheet() {
  const open = useUi((ui) => ui.shortcutsOpen)
  const fleetReader = useLive((live) => live.app?.fleetReader ?? false)
  const single = useAppearance((appearance) => appearance.singleKeyShortcuts)
  return (
    <Modal
      open={open}
      onOpenChange={setShortcutsOpen}
      title={strings.sheet.title}
      closeLabel={strings.sheet.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      <div className={css.groups}>
        {groupsWith(fleetReader).map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.keys
                .filter(([keys]) => single || !isSingle(keys))
                .map(([keys, words]) => (
                  <div key={words}>
                    <dt>{words}</dt>
                    <dd>
                      <Kbd spoken>{keys}</Kbd>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={css.note}>{single ? strings.sheet.note : strings.sheet.off}</p>
    </Modal>
  )
}

/** Letters and the question mark, alone or after G: what the setting switches off. */
const isSingle = (keys: string): boolean => /^(G )?([A-Z]|\?|1 – 9)( [↓↑])?$/.test(keys)
