// What a server may access beside what it was observed to access, and a profile that would have been
// enough.
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ServerListing } from '../../../../contract/server/server.ts'
import type { ServerAccess } from '../../../../contract/server/server-access.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { Button } from '../../../ui/button.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { Notice, Section, TroubleText } from '../../../ui/panel.tsx'
import css from '../servers-screen.module.css'
import { strings } from '../strings.ts'
import { useAct } from '../../../state/use-act.ts'

const words = strings.access
const most = 12
const kinds = ['hosts', 'programs', 'files', 'written'] as const
type Kind = (typeof kinds)[number]

export function AccessSection({
  server,
  changed,
}: {
  readonly server: ServerListing
  changed(): void
}) {
  const { access, name } = server
  return (
    <Section title={words.title} aside={words.calls(access.calls)}>
      <div className={css.notes}>
        {access.news.length === 0 ? null : (
          <Notice tone="warn" icon={<TriangleAlert size={16} aria-hidden="true" />}>
            <b>{words.newsTitle}</b>
            <ul>
              {access.news.map((one) => (
                <li key={`${one.what} ${one.name}`}>
                  {words.news[one.what]} <Code text={one.name} />
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {access.tighter === null ? null : (
          <Tighter name={name} tighter={access.tighter} changed={changed} />
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keys */}
      <div className={css.scrollX} tabIndex={0} role="group" aria-label={words.caption}>
        <table className={css.reach} aria-label={words.caption}>
          <thead>
            <tr>
              <th scope="col">{words.heads.what}</th>
              <th scope="col">{words.heads.declared}</th>
              <th scope="col">{words.heads.seen}</th>
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">{words.rows[kind]}</th>
                <td>{declared(access, kind)}</td>
                <td>
                  <Seen access={access} kind={kind} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

const Code = ({ text }: { readonly text: string }) => (
  <code>
    <Exact text={text} />
  </code>
)

function declared({ declared: { hosts, folders, programs } }: ServerAccess, kind: Kind): ReactNode {
  switch (kind) {
    case 'hosts':
      return <Names names={hosts} none={words.nothing} />
    case 'programs':
      return <Names names={programs} none={words.nothing} />
    case 'files':
      return <Names names={folders.map(({ path }) => path)} none={words.ownFolder} />
    case 'written':
      return (
        <Names
          names={folders.filter(({ write }) => write).map(({ path }) => path)}
          none={words.ownFolder}
        />
      )
  }
}

function Seen({
  access: { observed: seen, watched },
  kind,
}: {
  readonly access: ServerAccess
  readonly kind: Kind
}) {
  const watch = watched.find(({ what }) => what === kind)
  const refused = kind === 'hosts' ? seen.refusedHosts : []
  return (
    <>
      {watch?.by === 'nothing' ? null : <Names names={seen[kind]} none={words.notSeen} />}
      {refused.length === 0 ? null : (
        <ul className={css.refused}>
          {refused.slice(0, most).map((host) => (
            <li key={host}>{words.refused(host)}</li>
          ))}
        </ul>
      )}
      {watch === undefined ? null : <p className={css.hint}>{watch.text}</p>}
    </>
  )
}

function Names({ names, none }: { readonly names: readonly string[]; readonly none: string }) {
  if (names.length === 0) return <span className={css.quiet}>{none}</span>
  return (
    <ul className={css.names}>
      {names.slice(0, most).map((name) => (
        <li key={name}>
          <Code text={name} />
        </li>
      ))}
      {names.length > most ? (
        <li className={css.quiet}>{words.more(names.length - most)}</li>
      ) : null}
    </ul>
  )
}

type TighterProps = {
  readonly name: string
  readonly tighter: NonNullable<ServerAccess['tighter']>
  changed(): void
}

function Tighter({ name, tighter, changed }: TighterProps) {
  const bridge = useBridge()
  const { act, busy, error } = useAct()
  const { hosts, folders } = tighter
  const tighten = async (): Promise<void> => {
    const done = await act('tighten', () => bridge.call('servers.change', { name, hosts, folders }))
    if (done !== null) changed()
  }
  return (
    <Notice
      tone="info"
      action={
        <Button size="small" aria-disabled={busy !== null} onClick={() => void tighten()}>
          {words.tighten}
        </Button>
      }
    >
      <b>{words.tighter}</b> {words.tighterHosts(hosts.join(', ') || words.nothing)}{' '}
      {words.tighterFolders(
        folders
          .map(({ path, write }) => `${path} (${write ? words.write : words.read})`)
          .join(', ') || words.ownFolder,
      )}{' '}
      <span className={css.hint}>{words.tightenNote}</span>
      {error === null ? null : <TroubleText {...error} />}
    </Notice>
  )
}
