// Changes how a server is started or reached, in the place where that is shown. What is typed stays
// until it is saved or left.
import { useEffect, useRef, useState } from 'react'
import type { ServerListing } from '../../../../contract/server/server.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { ConsentSheet } from '../consent-sheet.tsx'
import { type Edit, editDraftOf, editOf } from './edit-draft.ts'
import { LaunchFields } from '../launch-fields.tsx'
import { PassphraseField } from '../fields/passphrase-field.tsx'
import { type Draft, faultsOf } from '../server-draft.ts'
import css from '../servers-screen.module.css'
import fieldsCss from '../fields/fields.module.css'
import { strings } from '../strings.ts'
import { useAct } from '../../../state/use-act.ts'
import { useStore } from '../use-store.ts'

const words = strings.edit

type Props = { readonly server: ServerListing; changed(): void; leave(): void }

export function EditLaunch({ server, changed, leave }: Props) {
  const bridge = useBridge()
  const { name, config } = server
  const [draft, setDraft] = useState<Draft>(() => editDraftOf(name, config))
  const [first] = useState(config)
  const [tried, setTried] = useState(false)
  const [confirming, setConfirming] = useState<Edit | null>(null)
  const stored = useRead(bridge, 'secrets.list', {})
  const store = useStore()
  const { act, busy, error, clear } = useAct()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const faults = faultsOf(draft, [])
  // The form is of what it was when it was opened.
  const moved = JSON.stringify(first) !== JSON.stringify(config)

  const load = (): void => {
    setTried(true)
    clear()
    if (Object.keys(faults).length > 0) return
    setConfirming(
      editOf(
        draft,
        config,
        (stored.value ?? []).map((one) => one.name),
      ),
    )
  }
  const save = async ({ launch, secrets }: Edit): Promise<void> => {
    const done = await act('edit', async () => {
      const put = await store.put(secrets)
      if (!put.ok) return put
      const result = await bridge.call('servers.edit', { name, launch, confirmed: true })
      if (!result.ok) await store.takeBack(secrets)
      return result
    })
    if (done === null) return
    changed()
    leave()
  }
  return (
    // Escape leaves from any field of it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      ref={form}
      className={fieldsCss.editForm}
      aria-label={words.title(name)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        load()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || confirming !== null) return
        event.stopPropagation()
        leave()
      }}
    >
      <p className={css.hint}>{words.note}</p>
      {moved ? (
        <Notice tone="warn" alert>
          {words.moved}
        </Notice>
      ) : null}
      <LaunchFields
        tried={tried}
        draft={draft}
        shown={tried ? faults : {}}
        change={(part) => setDraft({ ...draft, ...part })}
      />
      <div className={css.acts}>
        <Button onClick={leave}>{strings.cancel}</Button>
        <Button type="submit" tone="strong">
          {words.next}
        </Button>
        <span role="status" className={fieldsCss.error}>
          {tried && Object.keys(faults).length > 0 ? strings.form.summary : ''}
        </span>
      </div>
      {error !== null && confirming === null ? (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      ) : null}
      {confirming === null ? null : (
        <ConsentSheet
          servers={[{ name, config: confirming.config }]}
          change
          busy={busy !== null}
          error={error}
          agree={() => void save(confirming)}
          cancel={() => setConfirming(null)}
        >
          {confirming.secrets.length > 0 && store.asks ? <PassphraseField store={store} /> : null}
        </ConsentSheet>
      )}
    </form>
  )
}
