// The form that changes the arguments of a held call, and the two buttons that end it. What is typed is
// judged again by main, which may refuse it or ask for a proof; nothing typed is lost by that.
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { JsonObject } from '../../../../contract/json.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { ArgsDiff } from '../card/args-diff.tsx'
import css from './answers.module.css'
import { strings } from '../strings.ts'
import { useClickGuard } from './use-click-guard.ts'
import type { Edit } from './use-edit.ts'

type Props = {
  readonly edit: Edit
  /** The arguments as they were asked for. */
  readonly before: JsonObject
  close(): void
}

export function EditPanel({ edit, before, close }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const armed = useClickGuard()
  useEffect(() => {
    const form = box.current
    if (form === null) return
    form.querySelector('textarea')?.focus({ preventScroll: true })
    // In a low window it comes after the call, and the answers lie over its end.
    const answers = form.closest('footer')?.querySelector('[data-bar]')
    const end = answers?.getBoundingClientRect().top ?? window.innerHeight
    if (form.getBoundingClientRect().bottom > end) form.scrollIntoView({ block: 'start' })
  }, [])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) {
      if (armed) edit.send()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // Keys are a second way to the buttons below.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className={css.panel} data-edit="" onKeyDown={onKeyDown}>
      <h3>{strings.editTitle}</h3>
      {edit.refusal === null ? null : (
        <Notice tone="bad" alert icon={<X size={16} aria-hidden="true" />}>
          <TroubleText {...edit.refusal} />
        </Notice>
      )}
      {edit.fields.map((field) => {
        const fault = edit.faultOf(field)
        return (
          <label key={field.key} className={css.argument}>
            <span>
              <code>{field.key}</code>
            </span>
            <textarea
              rows={Math.min(10, field.typed.split('\n').length)}
              spellCheck={false}
              aria-invalid={fault !== null}
              value={field.typed}
              onChange={(event) => edit.type(field.key, event.target.value)}
            />
            {fault === null ? null : (
              <em className={css.bad} role="alert">
                {fault}
              </em>
            )}
          </label>
        )
      })}
      {edit.changed && edit.args !== null ? <ArgsDiff before={before} after={edit.args} /> : null}
      <p className={css.scope}>{edit.changed ? strings.editNote : strings.editSame}</p>
    </div>
  )
}

/** In the row of the answers, where approving is otherwise, so that they stay in sight at any size. */
export function EditAnswers({ edit, close }: { readonly edit: Edit; close(): void }) {
  const armed = useClickGuard()
  return (
    <div className={css.editAnswers}>
      <Button tone="quiet" onClick={close}>
        {strings.cancel}
      </Button>
      <Button
        tone="strong"
        aria-disabled={!armed || !edit.ready}
        onClick={() => armed && edit.send()}
      >
        {strings.editAllow}
      </Button>
    </div>
  )
}
