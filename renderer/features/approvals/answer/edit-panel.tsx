// Approves a call with changed arguments. What is typed is judged again by main, which may refuse
// it or ask for a proof; nothing typed is lost by that.
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { JsonObject } from '../../../../contract/json.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { ArgsDiff } from '../card/args-diff.tsx'
import css from './answers.module.css'
import { type EditField, faultsByKey, readFields, sameArgs } from './edit-fields.ts'
import { strings } from '../strings.ts'
import { useClickGuard } from './use-click-guard.ts'

type Props = {
  readonly approval: Approval
  readonly error: Failure | null
  readonly may: boolean
  readonly fields: readonly EditField[]
  change(fields: readonly EditField[]): void
  allow(args: JsonObject): void
  close(): void
}

export function EditPanel({ approval, error, may, fields, change, allow, close }: Props) {
  const [sent, setSent] = useState<readonly EditField[] | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const armed = useClickGuard()
  useEffect(() => box.current?.querySelector('textarea')?.focus(), [])
  const read = readFields(fields, strings.badJson)
  const changed = read.kind === 'args' && !sameArgs(read.args, approval.args)
  // A fault stays beside its field until that field is typed in again.
  const refused =
    error !== null && sent !== null
      ? faultsByKey(
          error.text,
          fields.map(({ key }) => key),
        )
      : {}
  const faultOf = (field: EditField): string | null => {
    if (read.kind === 'faults' && read.faults[field.key] !== undefined)
      return read.faults[field.key] ?? null
    const before = sent?.find(({ key }) => key === field.key)
    return before?.typed === field.typed ? (refused[field.key] ?? null) : null
  }
  const ready = armed && may && changed
  const send = (): void => {
    if (!ready || read.kind !== 'args') return
    setSent(fields)
    allow(read.args)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) send()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // Keys are a second way to the buttons below.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={box} className={css.panel} onKeyDown={onKeyDown}>
      <h3>{strings.editTitle}</h3>
      {error !== null && sent !== null && Object.keys(refused).length === 0 ? (
        <Notice tone="bad" alert icon={<X size={16} aria-hidden="true" />}>
          <TroubleText {...error} />
        </Notice>
      ) : null}
      {fields.map((field) => {
        const fault = faultOf(field)
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
              onChange={(event) =>
                change(
                  fields.map((each) =>
                    each.key === field.key ? { ...each, typed: event.target.value } : each,
                  ),
                )
              }
            />
            {fault === null ? null : (
              <em className={css.bad} role="alert">
                {fault}
              </em>
            )}
          </label>
        )
      })}
      {changed ? <ArgsDiff before={approval.args} after={read.args} /> : null}
      <div className={css.panelEnd}>
        <Button size="small" aria-disabled={!ready} onClick={send}>
          {strings.editAllow}
        </Button>
        <Button size="small" tone="quiet" onClick={close}>
          {strings.cancel}
        </Button>
        <span className={css.scope}>{changed ? strings.editNote : strings.editSame}</span>
      </div>
    </div>
  )
}
