// What would be taken over from another client, to choose from. Nothing is written before the
// consent.
import { useState } from 'react'
import type {
  ClientFormat,
  ImportedServer,
  ServerImport,
} from '../../../../contract/server/server-review.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useWhileHere } from '../../../state/use-while-here.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Facts, Section } from '../../../ui/panel.tsx'
import { ConsentSheet } from '../consent-sheet.tsx'
import { launchFacts } from '../launch-facts.tsx'
import { PassphraseField } from '../fields/passphrase-field.tsx'
import css from '../servers-screen.module.css'
import found from './found.module.css'
import fields from '../fields/fields.module.css'
import { strings } from '../strings.ts'
import { useAct } from '../../../state/use-act.ts'
import { useStore } from '../use-store.ts'

const words = strings.import

type Props = {
  readonly from: ClientFormat
  readonly text?: string
  readonly preview: ServerImport
  added(name: string): void
}

export function ImportPreview({ from, text, preview, added }: Props) {
  const bridge = useBridge()
  const addedHere = useWhileHere(added)
  const { servers, files } = preview
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    new Set(servers.flatMap(({ name, skipped }) => (skipped === null ? [name] : []))),
  )
  const [confirming, setConfirming] = useState(false)
  const store = useStore()
  const { act, busy, error, clear } = useAct()
  const wanted = servers.filter(({ name, skipped }) => skipped === null && chosen.has(name))
  const secrets = wanted.some((one) => one.secrets.length > 0)
  const take = async (): Promise<void> => {
    const done = await act('take', async () => {
      const opened = secrets ? await store.open() : null
      if (opened?.ok === false) return opened
      const names = wanted.map(({ name }) => name)
      return bridge.call('servers.import', {
        from,
        ...(text === undefined ? {} : { text }),
        names,
        apply: true,
      })
    })
    const [first] = done?.added ?? []
    if (first !== undefined) addedHere(first)
  }
  const toggle = (name: string, on: boolean): void => {
    const next = new Set(chosen)
    if (on) next.add(name)
    else next.delete(name)
    setChosen(next)
  }
  return (
    <>
      <Section
        title={words.preview}
        aside={files.length === 0 ? undefined : words.files(files.join(', '))}
      >
        {servers.length === 0 ? <p className={css.empty}>{words.nothing}</p> : null}
        {servers.map((server) => (
          <Found
            key={server.name}
            server={server}
            on={chosen.has(server.name)}
            onChange={(on) => toggle(server.name, on)}
          />
        ))}
      </Section>
      {servers.length === 0 ? null : (
        <div className={css.acts}>
          <Button
            tone="strong"
            aria-disabled={wanted.length === 0}
            onClick={() => {
              clear()
              if (wanted.length > 0) setConfirming(true)
            }}
          >
            {words.take(wanted.length)}
          </Button>
        </div>
      )}
      {confirming ? (
        <ConsentSheet
          servers={wanted}
          takenOver
          busy={busy !== null}
          error={error}
          agree={() => void take()}
          cancel={() => setConfirming(false)}
        >
          {secrets && store.asks ? <PassphraseField store={store} /> : null}
        </ConsentSheet>
      ) : null}
    </>
  )
}

function Found({
  server,
  on,
  onChange,
}: {
  readonly server: ImportedServer
  readonly on: boolean
  onChange(on: boolean): void
}) {
  const { name, from, config, secrets, notes, skipped } = server
  return (
    <div className={found.found}>
      <div className={found.foundTop}>
        <label className={fields.check}>
          <input
            type="checkbox"
            aria-label={words.choose(name)}
            checked={on && skipped === null}
            disabled={skipped !== null}
            onChange={(event) => onChange(event.target.checked)}
          />
          <code className={found.name}>{name}</code>
        </label>
        {from === name ? null : (
          <span className={css.hint}>
            <Exact text={words.renamed(from)} />
          </span>
        )}
        {skipped === null ? null : (
          <span className={fields.error}>
            {words.skipped}: <Exact text={skipped} />
          </span>
        )}
      </div>
      {skipped === null ? <Facts facts={launchFacts(config)} /> : null}
      {secrets.length + notes.length === 0 ? null : (
        <ul className={css.hint}>
          {secrets.map((secret) => (
            <li key={secret.name}>{words.secret(secret.where, secret.name)}</li>
          ))}
          {notes.map((note) => (
            <li key={note}>
              <Exact text={note} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
