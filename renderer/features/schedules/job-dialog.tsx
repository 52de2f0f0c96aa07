// Makes a job or changes one. Its next runs are shown while it is written, as main counts them.
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { JobListing } from '../../../contract/schedule/job.ts'
import type { JobDraftGiven } from '../../../contract/schedule/job-draft.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useAct } from '../../state/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { Pick } from '../../ui/picks/pick.tsx'
import { FormField } from './form-field.tsx'
import { draftOf, emptyForm, type FormError, formOf, type JobForm, type When } from './job-draft.ts'
import { JobLimitFields } from './job-limit-fields.tsx'
import { momentShort } from './moment.ts'
import css from './schedules.module.css'
import jobForm from './job-form.module.css'
import { strings } from './strings.ts'
import { WhenFields } from './when-fields.tsx'

const words = strings.form

type Props = {
  /** Null: closed. */
  readonly job: JobListing | 'new' | null
  onClose(): void
  saved(): void
}

export function JobDialog({ job, onClose, saved }: Props) {
  return (
    <Modal
      wide
      open={job !== null}
      onOpenChange={(open) => !open && onClose()}
      title={job === null || job === 'new' ? words.add : words.edit(job.name)}
      closeLabel={words.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      {job === null ? null : <Form job={job} onClose={onClose} saved={saved} />}
    </Modal>
  )
}

const zoneHere = new Intl.DateTimeFormat().resolvedOptions().timeZone
const choicesOf = <V extends string>(labels: Readonly<Record<V, string>>) =>
  (Object.keys(labels) as V[]).map((value) => ({ value, label: labels[value] }))

function Form({ job, onClose, saved }: Props & { readonly job: JobListing | 'new' }) {
  const bridge = useBridge()
  const [form, setForm] = useState<JobForm>(() =>
    job === 'new' ? emptyForm(zoneHere) : formOf(job, zoneHere),
  )
  const [wrong, setWrong] = useState<FormError>({})
  const { busy, error, act } = useAct()
  const set = (change: Partial<JobForm>): void => {
    setForm((before) => ({ ...before, ...change }))
    setWrong({})
  }
  const save = async (): Promise<void> => {
    const read = draftOf(form)
    if ('wrong' in read) return setWrong(read.wrong)
    const done = await act('save', () =>
      job === 'new'
        ? bridge.call('schedules.add', read.draft)
        : bridge.call('schedules.change', { id: job.id, change: changeOf(read.draft, job) }),
    )
    if (done === null) return
    saved()
    onClose()
  }
  return (
    <form
      className={jobForm.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {job === 'new' || job.maker?.kind === 'person' ? null : (
        <Notice tone="info">{words.takesOver(job.madeBy)}</Notice>
      )}
      <FormField
        label={words.name}
        value={form.name}
        error={wrong.name}
        onChange={(name) => set({ name })}
      />
      <div className={jobForm.field}>
        <span className={jobForm.label}>{words.type}</span>
        <Pick
          label={words.type}
          value={form.type}
          choices={choicesOf(words.types)}
          onChange={(type) => set({ type })}
        />
      </div>
      <FormField
        label={words.message}
        hint={words.messageHint[form.type]}
        value={form.message}
        error={wrong.message}
        kind="lines"
        onChange={(message) => set({ message })}
      />
      {form.type === 'agent' ? (
        <FormField
          label={words.agent}
          hint={words.agentHint}
          value={form.agent}
          error={wrong.agent}
          kind="code"
          onChange={(agent) => set({ agent })}
        />
      ) : null}
      <div className={jobForm.field}>
        <span className={jobForm.label}>{words.when}</span>
        <Pick<When>
          label={words.when}
          value={form.when}
          choices={choicesOf(words.whens)}
          onChange={(when) => set({ when })}
        />
      </div>
      <WhenFields form={form} wrong={wrong} set={set} />
      <Preview form={form} />
      <JobLimitFields form={form} wrong={wrong} set={set} />
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <div className={jobForm.formActs}>
        <Button type="button" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" tone="strong" disabled={busy !== null} focusableWhenDisabled>
          {job === 'new' ? words.create : words.save}
        </Button>
      </div>
    </form>
  )
}

/**
 * What is as it was is left out: a job that is due at a distance goes on from where it was, and one
 * whose message stays keeps its maker.
 */
function changeOf(draft: JobDraftGiven, job: JobListing) {
  const { message, type, agent, trigger, ...rest } = draft
  const before = draftOf(formOf(job, zoneHere))
  const sameTimes =
    'draft' in before && JSON.stringify(before.draft.trigger) === JSON.stringify(trigger)
  return {
    ...rest,
    ...(message === job.message.trim() && job.maker !== null ? {} : { message }),
    ...(type === job.type ? {} : { type }),
    ...(agent === job.agent || agent === undefined ? {} : { agent }),
    ...(sameTimes ? {} : { trigger }),
  }
}

/** Main counts the times: the window knows neither its clock nor its zone for sure. */
function Preview({ form }: { readonly form: JobForm }) {
  const bridge = useBridge()
  const read = draftOf({ ...form, name: form.name || 'job', message: form.message || 'message' })
  const key = 'draft' in read ? JSON.stringify(read.draft) : null
  const [shown, setShown] = useState<{
    readonly key: string
    readonly runs: readonly number[]
  } | null>(null)
  useEffect(() => {
    if (key === null) return
    let here = true
    void bridge.call('schedules.preview', JSON.parse(key) as JobDraftGiven).then((result) => {
      if (here && result.ok) setShown({ key, runs: result.value.nextRuns })
    })
    return () => {
      here = false
    }
  }, [bridge, key])
  if (form.when === 'event' || key === null || shown === null) return null
  return (
    <div className={jobForm.preview} role="status" aria-label={words.preview}>
      <span className={jobForm.label}>{words.preview}</span>
      {shown.runs.length === 0 ? (
        <p className={css.hint}>{words.previewNone}</p>
      ) : (
        <ol>
          {shown.runs.map((at) => (
            <li key={at}>{momentShort(at)}</li>
          ))}
        </ol>
      )}
    </div>
  )
}
