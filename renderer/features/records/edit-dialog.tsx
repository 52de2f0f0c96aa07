// Corrects one entry. What it does not show stays as it is.
import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { bodyText } from '../../../contract/record/body-text.ts'
import type { StoredEntry } from '../../../contract/record/entry.ts'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { TroubleText } from '../../ui/panel.tsx'
import { faceOf } from './entry-face.ts'
import css from './records.module.css'
import { stateText, states, strings } from './strings.ts'

type Props = {
  readonly entry: StoredEntry
  onClose(): void
  onSaved(name: string): void
}

export function EditDialog({ entry, onClose, onSaved }: Props) {
  const bridge = useBridge()
  const id = useId()
  const isMemory = entry.of === 'memory'
  const [title, setTitle] = useState(isMemory ? entry.key : entry.title)
  const [text, setText] = useState(isMemory ? entry.text : bodyText(entry))
  const [state, setState] = useState(isMemory ? '' : entry.state)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<Failure | null>(null)
  const { name } = faceOf(entry)
  const hasTitle = !isMemory || entry.category !== ''
  const save = async (): Promise<void> => {
    setSaving(true)
    const result = await bridge.call('records.change', {
      of: entry.of,
      id: entry.id,
      text,
      ...(hasTitle ? { title } : {}),
      ...(isMemory ? {} : { state }),
    })
    setSaving(false)
    if (!result.ok) return setError(result.error)
    onSaved(faceOf(result.value).name)
    onClose()
  }
  return (
    <Modal
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={strings.editOf(name)}
      closeLabel={strings.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {hasTitle ? (
          <label>
            {isMemory ? strings.key : strings.name}
            <input
              required
              maxLength={200}
              value={title}
              onChange={(event) => setTitle(event.target.value)}
            />
          </label>
        ) : null}
        <label htmlFor={`${id}-text`}>{strings.body}</label>
        <textarea
          id={`${id}-text`}
          rows={8}
          maxLength={10_000}
          required={isMemory}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {states[entry.of].length === 0 ? null : (
          <label>
            {strings.state}
            <select
              value={state}
              onChange={(event) => setState(event.target.value as typeof state)}
            >
              {states[entry.of].map((each) => (
                <option key={each} value={each}>
                  {stateText(each)}
                </option>
              ))}
            </select>
          </label>
        )}
        {error === null ? null : (
          <p className={css.error} role="alert">
            <TroubleText {...error} />
          </p>
        )}
        <div className={css.formActs}>
          <Button type="button" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button type="submit" tone="strong" disabled={saving}>
            {saving ? strings.saving : strings.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
