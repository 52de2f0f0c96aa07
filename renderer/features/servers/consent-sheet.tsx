// Before anything is added: exactly what would run or be reached, whole, with the danger said, and
// Cancel first.
import { TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Failure } from '../../../contract/failure.ts'
import type { ServerConfig } from '../../../contract/server/server.ts'
import { Button } from '../../ui/button.tsx'
import { Exact } from '../../ui/text/exact-text.tsx'
import { type Fact, Facts, Notice, TroubleText } from '../../ui/panel.tsx'
import { Modal } from '../../ui/modal.tsx'
import { launchFacts, settingsFact, socketsFact } from './launch-facts.tsx'
import css from './servers-screen.module.css'
import { strings } from './strings.ts'

const words = strings.consent

type Props = {
  readonly servers: readonly { readonly name: string; readonly config: ServerConfig }[]
  /** Taken over switched off, and not started. */
  readonly takenOver?: boolean
  /** It is there, and is to be started or reached differently. */
  readonly change?: boolean
  readonly busy: boolean
  readonly error: Failure | null
  /** Left out: that it is added and started. */
  readonly agreeWords?: string | undefined
  readonly children?: ReactNode
  agree(): void
  cancel(): void
}

export function ConsentSheet({
  servers,
  takenOver = false,
  change = false,
  busy,
  error,
  agreeWords,
  children,
  agree,
  cancel,
}: Props) {
  const first = useRef<HTMLButtonElement>(null)
  const [only] = servers
  const program = only?.config.transport === 'stdio'
  const title = change
    ? program
      ? words.titleChange(only.name)
      : words.titleChangeHttp(only?.name ?? '')
    : takenOver
      ? words.titleMany(servers.length)
      : program
        ? words.title(only.name)
        : words.titleHttp(only?.name ?? '')
  const danger = takenOver ? words.dangerMany : program ? words.danger : words.dangerHttp
  return (
    <Modal
      open
      wide
      title={title}
      closeLabel={words.close}
      closeIcon={<X size={16} aria-hidden="true" />}
      initialFocus={first}
      onOpenChange={(open) => {
        // While it is being done, another dialog may ask for a proof on top of this one.
        if (!open && !busy) cancel()
      }}
    >
      <div className={css.sheet}>
        <Notice tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
          {danger}
        </Notice>
        {servers.map(({ name, config }) => (
          <div
            key={name}
            className={css.exactly}
            role="group"
            aria-label={`${words.exactly}: ${name}`}
          >
            {takenOver ? (
              <b>
                <code>{name}</code>
              </b>
            ) : null}
            <Facts facts={factsOf(config)} />
          </div>
        ))}
        <p className={css.hint}>{change ? words.afterChange : words.after}</p>
        {children}
        {error === null ? null : (
          <Notice tone="bad" alert>
            <TroubleText {...error} />
          </Notice>
        )}
        <div className={css.sheetActs}>
          <Button ref={first} onClick={cancel}>
            {strings.cancel}
          </Button>
          <Button tone="strong" aria-disabled={busy} onClick={() => !busy && agree()}>
            {busy
              ? strings.busy
              : agreeWords !== undefined
                ? agreeWords
                : change
                  ? words.agreeChange
                  : takenOver
                    ? words.agreeMany
                    : program
                      ? words.agree
                      : words.agreeHttp}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function factsOf(config: ServerConfig): readonly Fact[] {
  const facts = [...launchFacts(config), ...socketsFact(config), settingsFact(config)]
  if (config.transport === 'http') return facts
  const folders = config.folders.map(
    ({ path, write }) => `${path} (${write ? strings.access.write : strings.access.read})`,
  )
  return [
    ...facts,
    { key: words.sees, value: folders.length === 0 ? words.noFolders : <Lines lines={folders} /> },
    {
      key: words.reaches,
      value: config.hosts.length === 0 ? words.noHosts : <Lines lines={config.hosts} />,
    },
  ]
}

const Lines = ({ lines }: { readonly lines: readonly string[] }) => (
  <ul className={css.names}>
    {lines.map((line) => (
      <li key={line}>
        <code>
          <Exact text={line} />
        </code>
      </li>
    ))}
  </ul>
)
