import { X } from 'lucide-react'
import { setShortcutsOpen, useUi } from '../state/ui.ts'
import { Kbd } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import css from './shortcut-sheet.module.css'
import { strings } from './strings.ts'

const { rows } = strings.sheet
const mod = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

const groups: readonly { readonly title: string; readonly keys: readonly (readonly [keys: string, words: string])[] }[] = [
  {
    title: strings.sheet.anywhere,
    keys: [
      [`${mod} K`, rows.palette],
      ['?', rows.sheet],
    ],
  },
  {
    title: strings.sheet.queue,
    keys: [
      ['J ↓', rows.next],
      ['K ↑', rows.previous],
      ['⏎', rows.details],
      ['D', rows.deny],
      [`A, ${mod} ⏎`, rows.once],
      ['S', rows.session],
    ],
  },
  {
    title: strings.sheet.card,
    keys: [
      ['D', rows.deny],
      [`${mod} ⏎`, rows.once],
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
  return (
    <Modal
      open={open}
      onOpenChange={setShortcutsOpen}
      title={strings.sheet.title}
      closeLabel={strings.sheet.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      <div className={css.groups}>
        {groups.map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl>
              {group.keys.map(([keys, words]) => (
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
      <p className={css.note}>{strings.sheet.note}</p>
    </Modal>
  )
}
