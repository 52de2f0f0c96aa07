// A list of servers that a person names, searched when they say so. A hit only fills in the form.
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { RegistryAnswer, RegistryHit } from '../../../../contract/server/registry-hit.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { setDraft, useUi } from '../../../state/ui.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Notice, Section, TroubleText } from '../../../ui/panel.tsx'
import { TextField } from '../fields/form-fields.tsx'
import { draftOf } from '../server-draft.ts'
import css from '../servers-screen.module.css'
import found from './found.module.css'
import { strings } from '../strings.ts'
import { useAct } from '../../../state/use-act.ts'
import { AddForm } from './add-form.tsx'

const words = strings.registry
const slot = 'server-registry'

type Props = { readonly taken: readonly string[]; added(name: string): void }

export function RegistryPage({ taken, added }: Props) {
  const bridge = useBridge()
  const from = useUi((ui) => ui.drafts[slot] ?? '')
  const [text, setText] = useState('')
  const [answer, setAnswer] = useState<RegistryAnswer | null>(null)
  const [chosen, setChosen] = useState<RegistryHit | null>(null)
  const { act, busy, error } = useAct()
  const search = async (): Promise<void> => {
    if (from.trim() === '') return
    setChosen(null)
    setAnswer(await act('search', () => bridge.call('servers.search', { from: from.trim(), text })))
  }
  const proposed = chosen?.config ?? null
  if (chosen !== null && proposed !== null)
    return (
      <>
        <Notice tone="warn">
          {words.wrote} <Exact text={chosen.id} />
          {chosen.notes.length === 0 ? null : (
            <ul>
              {chosen.notes.map((note) => (
                <li key={note}>
                  <Exact text={note} />
                </li>
              ))}
            </ul>
          )}
        </Notice>
        <div className={css.acts}>
          <Button onClick={() => setChosen(null)}>{words.back}</Button>
        </div>
        <AddForm
          key={chosen.id}
          taken={taken}
          from={draftOf(chosen.name, proposed)}
          added={added}
        />
      </>
    )
  return (
    <form
      className={css.sheet}
      onSubmit={(event) => {
        event.preventDefault()
        void search()
      }}
    >
      <TextField
        label={words.from}
        hint={words.fromHint}
        value={from}
        error={undefined}
        onChange={(next) => setDraft(slot, next)}
      />
      <TextField
        label={words.text}
        hint={words.textHint}
        value={text}
        error={undefined}
        onChange={setText}
      />
      <div className={css.acts}>
        <Button
          type="submit"
          tone="strong"
          icon={<Search size={14} aria-hidden="true" />}
          aria-disabled={busy !== null || from.trim() === ''}
        >
          {busy === null ? words.search : words.searching}
        </Button>
      </div>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {answer === null ? null : (
        <Section title={words.found(answer.hits.length)} aside={words.searched(answer.searched)}>
          {answer.hits.length === 0 ? <p className={css.empty}>{words.none}</p> : null}
          {answer.hits.map((hit) => (
            <Hit key={hit.id} hit={hit} choose={() => setChosen(hit)} />
          ))}
          {answer.more ? <p className={css.hint}>{words.more}</p> : null}
        </Section>
      )}
    </form>
  )
}

function Hit({ hit, choose }: { readonly hit: RegistryHit; choose(): void }) {
  const { id, version, description, config, notes, repository } = hit
  return (
    <div className={found.found}>
      <div className={found.foundTop}>
        <code className={found.name}>
          <Exact text={id} />
        </code>
        <span className={css.hint}>
          <Exact text={version} />
        </span>
        <span className={css.space} />
        {config === null ? null : (
          <Button size="small" aria-label={words.chooseNamed(id)} onClick={choose}>
            {words.choose}
          </Button>
        )}
      </div>
      <p>
        <Exact text={description} />
      </p>
      {repository === null ? null : (
        <p className={css.hint}>
          <Exact text={repository} />
        </p>
      )}
      {config !== null || notes.length === 0 ? null : (
        <p className={css.hint}>
          <Exact text={notes.join(' ')} />
        </p>
      )}
    </div>
  )
}
