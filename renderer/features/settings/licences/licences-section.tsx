// The licences of what Gatehouse is made of: the list that the build wrote beside this page. Read
// when it is asked for, and shown as plain text, whatever is in it.
import { useId, useMemo, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/panel.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import css from './licences.module.css'
import { type Licence, licencesWith, readLicences } from './licences.ts'
import { SettingsPart } from '../settings-part.tsx'
import { strings } from '../strings.ts'

const words = strings.licences

type State =
  | { readonly kind: 'rest' | 'busy' | 'failed' }
  | { readonly kind: 'shown'; readonly all: readonly Licence[] }

export function LicencesSection() {
  const [state, setState] = useState<State>({ kind: 'rest' })
  const show = (): void => {
    setState({ kind: 'busy' })
    void readLicences().then((all) =>
      setState(all === null ? { kind: 'failed' } : { kind: 'shown', all }),
    )
  }
  return (
    <SettingsPart topic="licences" title={words.title} text={words.text}>
      {state.kind === 'failed' ? (
        <Notice tone="bad" alert>
          {words.unread}
        </Notice>
      ) : null}
      {state.kind === 'shown' ? (
        <List all={state.all} />
      ) : (
        <div>
          <Button size="small" aria-disabled={state.kind === 'busy'} onClick={show}>
            {words.show}
          </Button>
        </div>
      )}
    </SettingsPart>
  )
}

function List({ all }: { readonly all: readonly Licence[] }) {
  const [typed, setTyped] = useState('')
  const shown = useMemo(() => licencesWith(all, typed), [all, typed])
  const id = useId()
  return (
    <>
      <SearchField
        label={words.find}
        placeholder={words.findPlaceholder}
        value={typed}
        onChange={setTyped}
      />
      <p id={id} role="status" className={css.count}>
        {words.count(shown.length, all.length)}
      </p>
      <ul className={css.list} aria-labelledby={id}>
        {shown.map(({ name, version, licence, text }) => (
          <li key={`${name}@${version}`}>
            <details className={css.one}>
              <summary>
                <code>{name}</code> <span className={css.version}>{version}</span>
                <span className={css.licence}>{licence}</span>
              </summary>
              {text === '' ? (
                <p className={css.none}>{words.noText(licence)}</p>
              ) : (
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys
                <pre className={css.text} tabIndex={0} role="group" aria-label={words.textOf(name)}>
                  {text}
                </pre>
              )}
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}
