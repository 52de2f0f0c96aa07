// Hosts that may be looked at without asking, and places where writing may be asked for.
import { type SyntheticEvent, useState } from 'react'
import { X } from 'lucide-react'
import { heldReachLines } from '../../../contract/bundle/held-text.ts'
import type { AllowedHost } from '../../../contract/policy/allowed-host.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { ScrollPage } from '../../ui/page/scroll-page.tsx'
import { bytes } from '../../ui/text/time-text.ts'
import { useManaged } from '../../state/policy/use-managed.ts'
import { Block } from './block.tsx'
import { ManagedPreset } from './managed-overview.tsx'
import css from './policy.module.css'
import type { PartProps } from './render-slots.ts'
import { LineLink, ProblemList } from './problem-list.tsx'
import { SaveDialog } from './save-dialog.tsx'
import { strings } from './strings.ts'
import { useChange } from './use-change.ts'

const { allow: words } = strings

export function AllowlistsPart({ overview, reload, onGo }: PartProps) {
  const [host, setHost] = useState('')
  const [path, setPath] = useState('')
  const change = useChange(overview, () => {
    setHost('')
    setPath('')
    reload()
  })
  const managed = useManaged()
  const paths = overview.presets[overview.preset]?.allowWritePaths ?? []
  const everywhere = paths.includes('/**')
  const addHost = (event: SyntheticEvent): void => {
    event.preventDefault()
    const entry = host.trim()
    if (entry !== '') void change.change({ kind: 'add-host', entry }, words.saved(entry))
  }
  const putPaths = (next: readonly string[], said: string): void =>
    void change.change({ kind: 'set-write-paths', preset: overview.preset, paths: [...next] }, said)
  const addPath = (event: SyntheticEvent): void => {
    event.preventDefault()
    const entry = path.trim()
    if (entry !== '')
      putPaths(
        [...paths.filter((each) => each !== '/**' && each !== entry), entry],
        words.saved(entry),
      )
  }
  return (
    <ScrollPage label={strings.parts.allowlists} width="table">
      <ProblemList
        problems={overview.problems}
        warnings={[]}
        onLine={(line) => onGo('editor', line)}
      />
      <p role="status" className={css.ok}>
        {change.said}
      </p>
      {change.error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...change.error} />
        </Notice>
      )}
      <ManagedPreset managed={managed} lines={heldReachLines} />
      <Block title={words.hosts} text={words.hostsText}>
        {overview.hosts.length === 0 ? <p className={css.quiet}>{words.noHosts}</p> : null}
        <ul className={css.rows} aria-label={words.hosts}>
          {overview.hosts.map(({ entry, line }) => (
            <li key={JSON.stringify(entry)}>
              <code className={css.wrap}>{nameOf(entry)}</code>
              <span className={css.quiet}>{whatOf(entry)}</span>
              {line === null ? null : <LineLink line={line} onLine={(to) => onGo('editor', to)} />}
              <IconButton
                label={words.remove(nameOf(entry))}
                disabled={change.busy}
                onClick={() =>
                  void change.change(
                    { kind: 'remove-host', host: nameOf(entry) },
                    words.removed(nameOf(entry)),
                  )
                }
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
        <form className={css.addRow} onSubmit={addHost}>
          <input
            aria-label={words.addHost}
            placeholder={words.hostPlaceholder}
            spellCheck={false}
            value={host}
            onChange={({ target }) => setHost(target.value)}
          />
          <Button type="submit" size="small" disabled={change.busy} focusableWhenDisabled>
            {words.addHost}
          </Button>
        </form>
      </Block>
      {overview.scopedHosts.length === 0 ? null : (
        <Block title={words.scoped} text={words.scopedText}>
          <ul className={css.rows} aria-label={words.scoped}>
            {overview.scopedHosts.map(({ whose, name, entry, line }) => (
              <li key={JSON.stringify([whose, name, entry])}>
                <code className={css.wrap}>{nameOf(entry)}</code>
                <span className={css.quiet}>
                  {words.scopes[whose]} {name} · {whatOf(entry)}
                </span>
                {line === null ? null : (
                  <LineLink line={line} onLine={(to) => onGo('editor', to)} />
                )}
              </li>
            ))}
          </ul>
        </Block>
      )}
      <Block title={words.paths} text={words.pathsText(overview.preset)}>
        {everywhere ? (
          <p>{words.everywhere}</p>
        ) : paths.length === 0 ? (
          <p>{words.nowhere}</p>
        ) : null}
        <ul className={css.rows} aria-label={words.paths}>
          {paths
            .filter((each) => each !== '/**')
            .map((each) => (
              <li key={each}>
                <code className={css.wrap}>{each}</code>
                <IconButton
                  label={words.remove(each)}
                  disabled={change.busy}
                  onClick={() =>
                    putPaths(
                      paths.filter((other) => other !== each),
                      words.removed(each),
                    )
                  }
                >
                  <X size={14} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
        </ul>
        <form className={css.addRow} onSubmit={addPath}>
          <input
            aria-label={words.addPath}
            placeholder={words.pathPlaceholder}
            spellCheck={false}
            value={path}
            onChange={({ target }) => setPath(target.value)}
          />
          <Button type="submit" size="small" disabled={change.busy} focusableWhenDisabled>
            {words.addPath}
          </Button>
        </form>
        {everywhere ? <p className={css.quiet}>{words.narrow}</p> : null}
      </Block>
      {change.pending === null ? null : (
        <SaveDialog
          before={overview.exists ? overview.text : ''}
          after={change.pending.text}
          expectedHash={overview.textHash}
          onSaved={change.saved}
          onClose={change.drop}
          onConflict={reload}
        />
      )}
    </ScrollPage>
  )
}

const nameOf = (entry: AllowedHost): string => (typeof entry === 'string' ? entry : entry.host)
const whatOf = (entry: AllowedHost): string =>
  typeof entry === 'string'
    ? words.searching
    : [
        entry.methods.join(', '),
        words.maxBytes(bytes(entry.maxBytes)),
        ...(entry.tlsPin === undefined && entry.addresses === undefined ? [] : [words.pinned]),
      ].join(' · ')
