// A server by hand. What is typed stays until it is added, also over a look at another screen; only
// secrets do not.
import { useState } from 'react'
import type { PackagePlan } from '../../../../contract/server/package.ts'
import { needsFetch } from '../../../../contract/server/package-of.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { setDraft as keepDraft, useUi } from '../../../state/ui.ts'
import { useWhileHere } from '../../../state/use-while-here.ts'
import { Button } from '../../../ui/button.tsx'
import { ConsentSheet } from '../consent-sheet.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { TextField } from '../fields/form-fields.tsx'
import { LaunchFields } from '../launch-fields.tsx'
import { PackageFacts } from '../package-facts.tsx'
import { PassphraseField } from '../fields/passphrase-field.tsx'
import {
  type Draft,
  emptyDraft,
  faultsOf,
  storedDraft,
  type Wanted,
  wantedOf,
} from '../server-draft.ts'
import css from '../servers-screen.module.css'
import fieldsCss from '../fields/fields.module.css'
import { strings } from '../strings.ts'
import { TrustPick } from '../trust-section.tsx'
import { useAct } from '../../../state/use-act.ts'
import { useStore } from '../use-store.ts'

const words = strings.form
const slot = 'server'

type Props = {
  readonly taken: readonly string[]
  /** What a link proposes; left out: what was typed before. */
  readonly from?: Draft
  added(name: string): void
}

export function AddForm({ taken, from, added }: Props) {
  const bridge = useBridge()
  const addedHere = useWhileHere(added)
  const [draft, setDraft] = useState<Draft>(() => from ?? storedBefore())
  const [tried, setTried] = useState(false)
  const [confirming, setConfirming] = useState<Wanted | null>(null)
  const [plan, setPlan] = useState<PackagePlan | null>(null)
  const [scripts, setScripts] = useState(false)
  const store = useStore()
  const { act, busy, error, clear } = useAct()
  const faults = faultsOf(draft, taken)
  const shown = tried ? faults : {}
  const change = (part: Partial<Draft>): void => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (from === undefined) keepDraft(slot, storedDraft(next))
  }
  const load = async (): Promise<void> => {
    setTried(true)
    clear()
    if (Object.keys(faults).length > 0) return
    const wanted = wantedOf(draft)
    setScripts(false)
    if (!needsFetch(wanted.config)) {
      setPlan(null)
      return setConfirming(wanted)
    }
    // Secrets are not stored yet, and nothing of them is needed to know what would be downloaded.
    const bare = wanted.config.transport === 'stdio' ? { ...wanted.config, env: {} } : wanted.config
    const found = await act('look', () => bridge.call('servers.package', { config: bare }))
    if (found === null) return
    setPlan(found)
    setConfirming(wanted)
  }
  const add = async ({ name, config, secrets }: Wanted): Promise<void> => {
    const done = await act('add', async () => {
      const stored = await store.put(secrets)
      if (!stored.ok) return stored
      const result = await bridge.call('servers.add', {
        name,
        config,
        ...(plan === null ? {} : { fetch: { plan: plan.id, scripts } }),
        confirmed: true,
      })
      if (!result.ok) await store.takeBack(secrets)
      return result
    })
    if (done === null) return
    keepDraft(slot, '')
    addedHere(name)
  }
  const program = draft.transport === 'stdio'
  return (
    <div className={fieldsCss.form}>
      <fieldset className={fieldsCss.field}>
        <legend className={fieldsCss.label}>{words.transport}</legend>
        <div className={fieldsCss.choice}>
          {(['stdio', 'http'] as const).map((transport) => (
            <label key={transport} className={fieldsCss.check}>
              <input
                type="radio"
                name="transport"
                checked={draft.transport === transport}
                onChange={() => change({ transport })}
              />
              {words[transport]}
            </label>
          ))}
        </div>
      </fieldset>
      <TextField
        label={words.name}
        hint={words.nameHint}
        value={draft.name}
        error={shown.name}
        onChange={(name) => change({ name })}
      />
      <LaunchFields draft={draft} shown={shown} tried={tried} change={change} />
      <fieldset className={fieldsCss.field}>
        <legend className={fieldsCss.label}>{words.trust}</legend>
        <TrustPick value={draft.trust} onChange={(trust) => change({ trust })} />
      </fieldset>
      <div className={css.acts}>
        <Button tone="strong" aria-disabled={busy !== null} onClick={() => void load()}>
          {busy === 'look' ? strings.package.looking : program ? words.next : words.nextHttp}
        </Button>
        <span role="status" className={fieldsCss.error}>
          {tried && Object.keys(faults).length > 0 ? words.summary : ''}
        </span>
      </div>
      {error === null || confirming !== null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {confirming === null ? null : (
        <ConsentSheet
          agreeWords={plan === null ? undefined : strings.package.agreeAdd}
          servers={[confirming]}
          busy={busy !== null}
          error={error}
          agree={() => void add(confirming)}
          cancel={() => {
            setConfirming(null)
            clear()
          }}
        >
          {plan === null ? null : (
            <PackageFacts plan={plan} scripts={scripts} onScripts={setScripts} />
          )}
          {confirming.secrets.length > 0 && store.asks ? <PassphraseField store={store} /> : null}
        </ConsentSheet>
      )}
    </div>
  )
}

/** Only ever written by this form. */
function storedBefore(): Draft {
  const stored = useUi.getState().drafts[slot] ?? ''
  return stored === '' ? emptyDraft : { ...emptyDraft, ...(JSON.parse(stored) as Draft) }
}
