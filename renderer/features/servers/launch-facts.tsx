// The way to a server, exactly and whole: every word of the command by itself, so that no space can
// hide one.
import type { ReactNode } from 'react'
import { needsFetch } from '../../../contract/server/package-of.ts'
import type { HttpServer, ServerConfig, Setting } from '../../../contract/server/server.ts'
import { Exact } from '../../ui/text/exact-text.tsx'
import type { Fact } from '../../ui/panel.tsx'
import css from './servers-screen.module.css'
import { strings } from './strings.ts'

const words = strings.launch

const exact = (text: string): ReactNode => (
  <code>
    <Exact text={text} />
  </code>
)

export function launchFacts(config: ServerConfig): readonly Fact[] {
  if (config.transport === 'http')
    return [{ key: words.url, value: exact(config.url) }, ...signInFacts(config)]
  return [
    { key: words.program, value: exact(config.command) },
    ...config.args.map((arg, at) => ({ key: words.argument(at + 1), value: exact(arg) })),
  ]
}

function signInFacts({ signIn }: HttpServer): readonly Fact[] {
  if (signIn === undefined) return []
  const { clientId, clientSecret, clientMetadataUrl } = signIn
  return [
    ...(clientId === undefined ? [] : [{ key: words.clientId, value: exact(clientId) }]),
    ...(clientSecret === undefined
      ? []
      : [{ key: words.clientSecret, value: words.secret(clientSecret.secret) }]),
    ...(clientMetadataUrl === undefined
      ? []
      : [{ key: words.clientMetadata, value: exact(clientMetadataUrl) }]),
  ]
}

/** Empty: it is started from none, or that was not downloaded yet. */
export function packageFact(config: ServerConfig): readonly Fact[] {
  if (config.transport === 'http' || config.package === undefined || needsFetch(config)) return []
  const { name, version, registry } = config.package
  return [
    { key: strings.package.copy, value: exact(strings.package.copyText(name, version, registry)) },
  ]
}

/** Empty: it has no sockets of its own. */
export const socketsFact = (config: ServerConfig): readonly Fact[] =>
  config.transport === 'stdio' && config.sockets === true
    ? [{ key: words.sockets, value: words.ownSockets }]
    : []

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
