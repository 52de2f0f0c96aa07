// Where a tool of an outside service is set up: its address, the credential for it, or a sign-in.
// What is typed as a secret goes to main and leaves the page.
import { type ReactNode, type SyntheticEvent, useEffect, useId, useState } from 'react'
import type { Requirement, ToolListing } from '../../../../contract/call/manifest.ts'
import type { ServicesPatch } from '../../../../contract/policy/config/account-services.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { isRetained } from '../../../state/relaxation.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import css from './detail.module.css'
import { setUpStrings as words } from './set-up-strings.ts'

type Service = Extract<Requirement, { kind: 'service' }>
type Key = Extract<Requirement, { kind: 'credential' }>
/** What a form for a credential says and sends. */
type CredentialNeed = {
  readonly title: string
  readonly credential: string
  readonly header: string
  readonly template: string
}

/** One form for each service that the tool lacks something for; none where it lacks nothing. */
export function SetUpService({ tool }: { readonly tool: ToolListing }) {
  // A tool from outside asks for no secret here: it could name any, and any host.
  if (tool.missing.length === 0 || !tool.manifest.builtIn) return null
  const keys = tool.manifest.requires.flatMap((need) =>
    need.kind === 'credential' && need.host !== undefined ? [{ ...need, host: need.host }] : [],
  )
  return (
    <>
      <Services tool={tool} />
      {keys.map((need) => (
        <CredentialForm key={need.name} need={keyNeed(need, tool)} hosts={[need.host]} />
      ))}
    </>
  )
}

const keyNeed = ({ name, header, template }: Key, tool: ToolListing): CredentialNeed => ({
  title: tool.manifest.title,
  credential: name,
  header: header ?? 'authorization',
  template: template ?? 'Bearer {}',
})

function Services({ tool }: { readonly tool: ToolListing }) {
  const services = tool.manifest.requires.flatMap((need) => (need.kind === 'service' ? [need] : []))
  return services.map((service, at) => {
    const together = services.filter((other) => isSameLogin(service, other))
    // What goes to several servers is stored once, for all of them.
    if (together.some((other) => services.indexOf(other) < at)) return null
    const hosts = [service, ...together].flatMap(({ url }) => (url === null ? [] : [hostOf(url)]))
    return <OneService key={service.name} service={service} hosts={[...new Set(hosts)]} />
  })
}

const hostOf = (url: string): string => new URL(url).host

const isSameLogin = (one: Service, other: Service): boolean =>
  one !== other && one.signIn === undefined && one.credential === other.credential

function OneService({
  service,
  hosts,
}: {
  readonly service: Service
  readonly hosts: readonly string[]
}) {
  if (service.url === null) return <AddressForm service={service} />
  return service.signIn === undefined ? (
    <CredentialForm need={{ ...service, credential: service.credential ?? '' }} hosts={hosts} />
  ) : (
    <SignInForm title={service.title} account={service.signIn} />
  )
}

type FormState = { readonly busy: boolean; readonly error: Failure | null }
const rest: FormState = { busy: false, error: null }

function AddressForm({ service }: { readonly service: Service }) {
  const bridge = useBridge()
  const [address, setAddress] = useState('')
  const [state, setState] = useState(rest)
  const save = async (): Promise<void> => {
    setState({ busy: true, error: null })
    const services: ServicesPatch = { [service.name]: { url: address.trim() } }
    const saved = await bridge.call('config.update', { services })
    setState({ busy: false, error: saved.ok || isRetained(saved.error) ? null : saved.error })
  }
  return (
    <Form title={words.addressTitle(service.title)} act={words.save} state={state} send={save}>
      <Field label={words.address} hint={words.addressHint} value={address} change={setAddress} />
    </Form>
  )
}

function CredentialForm({
  need,
  hosts,
}: {
  readonly need: CredentialNeed
  readonly hosts: readonly string[]
}) {
  const bridge = useBridge()
  const store = useStore()
  const [value, setValue] = useState('')
  const [state, setState] = useState(rest)
  const save = async (): Promise<void> => {
    setState({ busy: true, error: null })
    const opened = await store.open()
    const saved =
      opened?.ok === false
        ? opened
        : await bridge.call('secrets.set', {
            name: need.credential,
            hosts: [...hosts],
            header: need.header,
            template: need.template,
            value,
          })
    if (saved.ok) setValue('')
    setState({ busy: false, error: saved.ok ? null : saved.error })
  }
  return (
    <Form title={words.credentialTitle(need.title)} act={words.store} state={state} send={save}>
      <Field
        label={words.credential}
        hint={words.credentialHint(need.credential, hosts.join(', '))}
        value={value}
        change={setValue}
        secret
      />
      {store.field}
    </Form>
  )
}

function SignInForm({
  title,
  account,
}: {
  readonly title: string
  readonly account: NonNullable<Service['signIn']>
}) {
  const client = words.clients[account]
  const bridge = useBridge()
  const store = useStore()
  const [clientId, setClientId] = useState('')
  const [clientSecret, setClientSecret] = useState('')
  const [state, setState] = useState(rest)
  const signIn = async (): Promise<void> => {
    setState({ busy: true, error: null })
    const opened = await store.open()
    const signedIn =
      opened?.ok === false
        ? opened
        : await bridge.call('accounts.sign-in', {
            account,
            clientId: clientId.trim(),
            clientSecret: clientSecret.trim(),
          })
    if (signedIn.ok) setClientSecret('')
    setState({ busy: false, error: signedIn.ok ? null : signedIn.error })
  }
  return (
    <Form
      title={words.signInTitle(title)}
      act={state.busy ? client.waiting : client.signIn}
      state={state}
      send={signIn}
    >
      <Field label={client.id} hint={client.idHint} value={clientId} change={setClientId} />
      <Field
        label={client.secret}
        hint={client.secretHint}
        value={clientSecret}
        change={setClientSecret}
        secret
      />
      {store.field}
      {state.busy && account === 'google' ? <SignInPage /> : null}
    </Form>
  )
}

const ASK_MS = 300

/** The address of the page, for where no browser opened; once it waits for the person. */
function SignInPage() {
  const bridge = useBridge()
  const [page, setPage] = useState<string | null>(null)
  useEffect(() => {
    if (page !== null) return undefined
    const timer = setInterval(async () => {
      const listed = await bridge.call('accounts.list', {})
      const waiting = listed.ok ? listed.value.find((one) => one.page !== null)?.page : null
      if (waiting !== null && waiting !== undefined) setPage(waiting)
    }, ASK_MS)
    return () => clearInterval(timer)
  }, [bridge, page])
  return page === null ? null : (
    <p className={css.hint}>
      {words.noBrowser}{' '}
      <a href={page} target="_blank" rel="noreferrer">
        {words.openPage}
      </a>
    </p>
  )
}

/** A field for the passphrase where the store is closed, and what opens it. */
function useStore() {
  const bridge = useBridge()
  const rows = useLive((live) => live.journalSeq)
  const desktop = useLive((live) => live.app?.host === 'electron')
  const { value: store } = useRead(bridge, 'secrets.state', {}, rows)
  const [passphrase, setPassphrase] = useState('')
  const closed = store?.kind === 'locked' || (store?.kind === 'none' && !desktop)
  return {
    field: closed ? (
      <Field
        label={words.passphrase}
        hint={words.passphraseHint}
        value={passphrase}
        change={setPassphrase}
        secret
      />
    ) : null,
    open: async () => {
      if (!closed || passphrase === '') return null
      const opened = await bridge.call('secrets.unlock', { passphrase })
      setPassphrase('')
      return opened
    },
  }
}

type FormProps = {
  readonly title: string
  readonly act: string
  readonly state: FormState
  readonly children: ReactNode
  send(): Promise<void>
}

function Form({ title, act, state, children, send }: FormProps) {
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!state.busy) void send()
  }
  return (
    <form className={css.grant} aria-label={title} onSubmit={submit} noValidate>
      <h3>{title}</h3>
      {children}
      {state.error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...state.error} />
        </Notice>
      )}
      <div className={css.askRow}>
        <Button type="submit" size="small" aria-disabled={state.busy}>
          {act}
        </Button>
      </div>
    </form>
  )
}

type FieldProps = {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly secret?: true
  change(text: string): void
}

function Field({ label, hint, value, secret, change }: FieldProps) {
  const id = useId()
  return (
    <div className={css.labelled}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={secret === true ? 'password' : 'text'}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={({ target }) => change(target.value)}
      />
      <p id={`${id}-hint`} className={css.hint}>
        {hint}
      </p>
    </div>
  )
}
