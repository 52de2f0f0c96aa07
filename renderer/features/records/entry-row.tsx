// One entry: what it says, who kept it, where text in it may come from; edited, or deleted in two steps.
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { StoredEntry } from '../../../contract/record/entry.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { Button } from '../../ui/button.tsx'
import { TroubleText } from '../../ui/panel.tsx'
import { faceOf } from './entry-face.ts'
import css from './records.module.css'
import { stateText, strings } from './strings.ts'
import { SuggestionActs, type SuggestionPaths } from './suggestion-acts.tsx'
import { dateLocale } from '../../ui/text/date-locale.ts'

const day = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium' })

type Props = {
  readonly entry: StoredEntry
  readonly paths: SuggestionPaths
  onEdit(): void
  onRemoved(name: string): void
}

export function EntryRow({ entry, paths, onEdit, onRemoved }: Props) {
  const [confirming, setConfirming] = useState(false)
  const { name, state, detail, text, keptBy, at } = faceOf(entry)
  return (
    <li className={css.entry}>
      <div className={css.head}>
        <h2 className={css.name}>{name}</h2>
        {state === null ? null : <span className={css.state}>{stateText(state)}</span>}
        <span className={css.acts}>
          {entry.of === 'usage' ? null : (
            <Button size="small" tone="quiet" aria-label={strings.editOf(name)} onClick={onEdit}>
              {strings.edit}
            </Button>
          )}
          <Button
            size="small"
            tone="quiet"
            aria-label={strings.removeOf(name)}
            aria-expanded={confirming}
            onClick={() => setConfirming(true)}
          >
            {strings.remove}
          </Button>
        </span>
      </div>
      {detail === '' ? null : <p className={css.hint}>{detail}</p>}
      {text === '' || text === name ? null : <p className={css.body}>{text}</p>}
      {entry.untrusted === null ? null : (
        <p className={css.untrusted}>{strings.untrusted(entry.untrusted)}</p>
      )}
      <p className={css.hint}>{strings.keptBy(keptBy, day.format(at))}</p>
      {entry.of === 'suggestion' ? <SuggestionActs suggestion={entry} {...paths} /> : null}
      {confirming ? (
        <Confirm
          entry={entry}
          name={name}
          close={() => setConfirming(false)}
          removed={() => onRemoved(name)}
        />
      ) : null}
    </li>
  )
}

type ConfirmProps = {
  readonly entry: StoredEntry
  readonly name: string
  close(): void
  removed(): void
}

function Confirm({ entry: { of, id }, name, close, removed }: ConfirmProps) {
  const bridge = useBridge()
  const [error, setError] = useState<Failure | null>(null)
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  const remove = async (): Promise<void> => {
    const result = await bridge.call('records.remove', { of, id })
    if (!result.ok) return setError(result.error)
    close()
    removed()
  }
  return (
    <div className={css.confirm} role="group" aria-label={strings.sure(name)}>
      <p>{strings.sure(name)}</p>
      <Button ref={keep} size="small" onClick={close}>
        {strings.cancel}
      </Button>
      <Button size="small" tone="strong" onClick={() => void remove()}>
        {strings.remove}
      </Button>
      {error === null ? null : (
        <p className={css.error} role="alert">
          <TroubleText {...error} />
        </p>
      )}
    </div>
  )
}
