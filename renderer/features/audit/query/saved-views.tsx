// Saved searches: used, saved and removed.
import { Bookmark, Trash2, X } from 'lucide-react'
import { type SyntheticEvent, useId, useState } from 'react'
import type { SavedView } from '../../../../contract/journal/audit.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { Result } from '../../../../contract/result.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { useDeferredMount } from '../../../ui/use-deferred-mount.ts'
import css from '../audit-screen.module.css'
import { strings } from '../strings.ts'

const words = strings.views

type Props = { readonly query: string; onTake(query: string): void }

export function SavedViews({ query, onTake }: Props) {
  const bridge = useBridge()
  // The rows come first.
  const mounted = useDeferredMount()
  const id = useId()
  const [open, setOpen] = useState(false)
  const [views, setViews] = useState<readonly SavedView[]>([])
  const [name, setName] = useState('')
  const [error, setError] = useState<Failure | null>(null)
  const show = (found: Result<readonly SavedView[], Failure>): boolean => {
    setError(found.ok ? null : found.error)
    if (found.ok) setViews(found.value)
    return found.ok
  }
  const keep = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault()
    if (name.trim() !== '' && show(await bridge.call('audit.save-view', { name, query })))
      setName('')
  }
  return (
    <>
      <Button
        size="small"
        icon={<Bookmark size={15} aria-hidden="true" />}
        onClick={() => {
          setOpen(true)
          void bridge.call('audit.views', {}).then(show)
        }}
      >
        {words.open}
      </Button>
      {mounted ? (
        <Modal
          open={open}
          onOpenChange={setOpen}
          title={words.title}
          closeLabel={words.close}
          closeIcon={<X size={16} aria-hidden="true" />}
        >
          <div className={css.dialog}>
            {error === null ? null : (
              <Notice tone="bad" alert>
                <TroubleText {...error} />
              </Notice>
            )}
            {views.length === 0 ? <p className={css.muted}>{words.none}</p> : null}
            <ul className={css.views}>
              {views.map((view) => (
                <li key={view.name}>
                  <button
                    type="button"
                    className={css.view}
                    onClick={() => {
                      onTake(view.query)
                      setOpen(false)
                    }}
                  >
                    <span>{view.name}</span>
                    <code>{view.query === '' ? words.everything : view.query}</code>
                  </button>
                  <IconButton
                    label={words.remove(view.name)}
                    onClick={() =>
                      void bridge.call('audit.remove-view', { name: view.name }).then(show)
                    }
                  >
                    <Trash2 size={15} aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
            <form className={css.keep} onSubmit={(event) => void keep(event)}>
              <label htmlFor={id}>{words.name}</label>
              <div>
                <input
                  id={id}
                  value={name}
                  maxLength={60}
                  onChange={(event) => setName(event.target.value)}
                />
                <Button type="submit" disabled={name.trim() === ''}>
                  {words.keep}
                </Button>
              </div>
              <p className={css.muted}>
                {words.keeps} <code>{query.trim() === '' ? words.everything : query}</code>
              </p>
            </form>
          </div>
        </Modal>
      ) : null}
    </>
  )
}
