// The way to a server, exactly and whole: every word of the command by itself, so that no space can hide one.
import { Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ServerConfig, ServerListing, Setting } from '../../../contract/server.ts'
import { Button } from '../../ui/button.tsx'
import { Exact } from '../../ui/exact-text.tsx'
import { type Fact, Facts, Section } from '../../ui/panel.tsx'
import { EditLaunch } from './edit-launch.tsx'
import css from './servers-screen.module.css'
import { strings } from './strings.ts'

const words = strings.launch

export function LaunchSection({ server, changed }: { readonly server: ServerListing; changed(): void }) {
  const { config } = server
  const [editing, setEditing] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const left = useRef(false)
  // Back to where one came from, once the button is there again.
  useEffect(() => {
    if (!editing && left.current) opener.current?.focus()
    left.current = editing
  }, [editing])
  return (
    <Section
      title={config.transport === 'stdio' ? words.title : words.titleHttp}
      aside={
        editing ? undefined : (
          <Button ref={opener} size="small" tone="quiet" icon={<Pencil size={13} aria-hidden="true" />} onClick={() => setEditing(true)}>
            {strings.edit.open}
          </Button>
        )
      }
    >
      <div className={css.body}>
        {editing ? (
          <EditLaunch server={server} changed={changed} leave={() => setEditing(false)} />
        ) : (
          <Facts facts={[...launchFacts(config), settingsFact(config)]} />
        )}
      </div>
    </Section>
  )
}

const exact = (text: string): ReactNode => (
  <code>
    <Exact text={text} />
  </code>
)

export function launchFacts(config: ServerConfig): readonly Fact[] {
  if (config.transport === 'http') return [{ key: words.url, value: exact(config.url) }]
  return [
    { key: words.program, value: exact(config.command) },
    ...config.args.map((arg, at) => ({ key: words.argument(at + 1), value: exact(arg) })),
  ]
}

export function settingsFact(config: ServerConfig): Fact {
  const settings = Object.entries(config.transport === 'stdio' ? config.env : config.headers)
  return {
    key: config.transport === 'stdio' ? words.env : words.headers,
    value: settings.length === 0 ? words.none : <SettingList settings={settings} />,
  }
}

function SettingList({ settings }: { readonly settings: readonly (readonly [string, Setting])[] }) {
  return (
    <ul className={css.settings}>
      {settings.map(([name, value]) => (
        <li key={name}>
          {exact(name)}{' '}
          {typeof value !== 'string' ? (
            <span className={css.secret}>{words.secret(value.secret)}</span>
          ) : value === '[hidden]' ? (
            <span className={css.secret}>{words.hidden}</span>
          ) : (
            exact(`= ${value}`)
          )}
        </li>
      ))}
    </ul>
  )
}
