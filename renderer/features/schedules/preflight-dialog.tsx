// What the calls of a job would meet, by the gate, and approving one of them beforehand within limits.
import { strictJson } from '../../../contract/strict-json.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { JobListing } from '../../../contract/schedule/job.ts'
import type { ExpectedCall, Preflight } from '../../../contract/schedule/preflight.ts'
import { Json } from '../../../contract/json.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useAct } from '../../state/use-act.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { FormField } from './form-field.tsx'
import { inboundStrings } from './inbound-strings.ts'
import { momentShort } from './moment.ts'
import { PreflightCallRow } from './preflight-call.tsx'
import css from './schedules.module.css'
import jobForm from './job-form.module.css'

const words = inboundStrings.preflight

type Props = { readonly job: JobListing | null; onClose(): void }

export function PreflightDialog({ job, onClose }: Props) {
  return (
    <Modal
      wide
      open={job !== null}
      onOpenChange={(open) => !open && onClose()}
      title={job === null ? '' : words.title(job.name)}
      closeLabel={words.close}
      closeIcon={<X size={16} aria-hidden="true" />}
    >
      {job === null ? null : <Calls job={job} />}
    </Modal>
  )
}

function Calls({ job: { id } }: { readonly job: JobListing }) {
  const bridge = useBridge()
  const [expected, setExpected] = useState<readonly ExpectedCall[]>([])
  const [said, setSaid] = useState('')
  const { value, error, reload } = useRead(
    bridge,
    'schedules.preflight',
    { id, expected: [...expected] },
    JSON.stringify(expected),
  )
  return (
    <div className={jobForm.form}>
      <p className={css.text}>{words.text}</p>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      <p role="status" className={css.said}>
        {said}
      </p>
      {value === null ? (
        <p className={css.hint}>{words.reading}</p>
      ) : (
        <Found
          found={value}
          done={(text) => {
            setSaid(text)
            reload()
          }}
        />
      )}
      <Expect add={(call) => setExpected((before) => [call, ...before])} />
    </div>
  )
}

function Found({ found, done }: { readonly found: Preflight; done(text: string): void }) {
  const { job, held, calls, tools, given } = found
  const asks = tools.filter(({ usually }) => usually === 'confirm').length
  return (
    <>
      {held === null ? null : <Notice tone="bad">{held}</Notice>}
      {calls.length === 0 ? <p className={css.hint}>{words.none}</p> : null}
      <ul className={css.calls}>
        {calls.map((call) => (
          <PreflightCallRow
            key={JSON.stringify([call.tool, call.args])}
            job={job}
            call={call}
            done={done}
          />
        ))}
      </ul>
      {given.length === 0 ? null : (
        <section aria-label={words.givenTitle}>
          <h3 className={jobForm.label}>{words.givenTitle}</h3>
          <ul className={css.calls}>
            {given.map(({ lease, text, uses, maxUses, expiresAt }) => (
              <Given
                key={lease}
                lease={lease}
                text={text}
                used={words.used(uses, maxUses, momentShort(expiresAt ?? 0))}
                done={done}
              />
            ))}
          </ul>
        </section>
      )}
      {tools.length === 0 ? null : <p className={css.hint}>{words.tools(asks, tools.length)}</p>}
    </>
  )
}

function Given({
  lease: id,
  text,
  used,
  done,
}: {
  readonly lease: Preflight['given'][number]['lease']
  readonly text: string
  readonly used: string
  done(text: string): void
}) {
  const bridge = useBridge()
  const { busy, error, act } = useAct()
  const revoke = async (): Promise<void> => {
    if ((await act('revoke', () => bridge.call('leases.revoke', { id }))) !== null) done('')
  }
  return (
    <li className={css.call}>
      <p>{text}</p>
      <p className={css.hint}>{used}</p>
      <Button
        size="small"
        tone="quiet"
        aria-label={`${words.revoke}: ${text}`}
        disabled={busy !== null}
        onClick={() => void revoke()}
      >
        {words.revoke}
      </Button>
      {error === null ? null : (
        <p role="alert" className={css.error}>
          <TroubleText {...error} />
        </p>
      )}
    </li>
  )
}

function Expect({ add }: { add(call: ExpectedCall): void }) {
  const [tool, setTool] = useState('')
  const [args, setArgs] = useState('{}')
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const ask = (): void => {
    const read = strictJson(args)
    const given = Json.safeParse(read.ok ? read.value : undefined)
    if (given.success) add({ tool: tool.trim(), args: given.data })
    setWrong(given.success ? undefined : words.wrongArgs)
  }
  return (
    <form
      className={jobForm.limits}
      aria-label={words.expected}
      onSubmit={(event) => {
        event.preventDefault()
        if (tool.trim() !== '') ask()
      }}
    >
      <p className={jobForm.label}>{words.expected}</p>
      <div className={jobForm.pair}>
        <FormField
          label={words.tool}
          value={tool}
          error={undefined}
          kind="code"
          onChange={setTool}
        />
        <FormField label={words.args} value={args} error={wrong} kind="code" onChange={setArgs} />
      </div>
      <div className={jobForm.formActs}>
        <Button type="submit" size="small">
          {words.ask}
        </Button>
      </div>
    </form>
  )
}
