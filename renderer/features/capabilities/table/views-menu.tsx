// Views under a name: take one, save this one, take one out.
import { Popover } from '@base-ui/react/popover'
import { Bookmark, X } from 'lucide-react'
import { type SyntheticEvent, useId, useState } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TroubleText } from '../../../ui/panel.tsx'
import { noView } from './arrange.ts'
import css from './bar.module.css'
import { strings } from '../strings.ts'
import type { Views } from './use-view.ts'

const { views: words } = strings

export function ViewsMenu({ views }: { readonly views: Views }) {
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [said, setSaid] = useState('')
  const field = useId()
  const names = Object.keys(views.saved).sort((a, b) => a.localeCompare(b))
  const wanted = name.trim()

  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    if (wanted === '') return
    if (await views.save(wanted, views.view)) {
      setSaid(words.saved(wanted))
      setName('')
    }
  }
  const take = (act: () => void): void => {
    act()
    setOpen(false)
  }
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setSaid('')
      }}
    >
      <Popover.Trigger
        render={
          <Button
            size="small"
            className={css.viewsButton}
            icon={<Bookmark size={13} aria-hidden="true" />}
          />
        }
      >
        {words.button}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={5} align="end" className={css.positioner}>
          <Popover.Popup className={css.popup}>
            <Popover.Title className={css.popupTitle}>{words.title}</Popover.Title>
            <ul className={css.viewList}>
              <li>
                <button type="button" onClick={() => take(() => views.change(noView))}>
                  {words.usual}
                </button>
              </li>
              {names.map((each) => (
                <li key={each}>
                  <button type="button" onClick={() => take(() => views.apply(each))}>
                    {each}
                  </button>
                  <IconButton
                    label={words.remove(each)}
                    onClick={() => void views.save(each, null)}
                  >
                    <X size={13} aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
            {names.length === 0 ? <p className={css.note}>{words.none}</p> : null}
            <form className={css.saveForm} onSubmit={(event) => void save(event)}>
              <label htmlFor={field}>{words.name}</label>
              <div>
                <input
                  id={field}
                  value={name}
                  maxLength={40}
                  autoComplete="off"
                  onChange={({ target }) => setName(target.value)}
                />
                <Button type="submit" size="small" disabled={wanted === ''} focusableWhenDisabled>
                  {names.includes(wanted) ? words.replace : words.save}
                </Button>
              </div>
            </form>
            <p role="status" className={css.note}>
              {said}
            </p>
            {views.error === null ? null : (
              <p role="alert" className={css.trouble}>
                <TroubleText {...views.error} />
              </p>
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
