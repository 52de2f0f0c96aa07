// The whole configuration file as text: checked while one types, helped by the schema, saved after
// a look at what changes.
import { FileWarning, Save, Search } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { setDraft, setGoTo, usePolicyDraft } from '../../../state/policy-draft.ts'
import { useToolList } from '../../../state/tool-list.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { DiffView } from '../../../ui/text/diff-view.tsx'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import css from './editor.module.css'
import { editor as words } from './editor-text.ts'
import { FindBar, findAll } from './find-bar.tsx'
import type { PartProps } from '../render-slots.ts'
import policyCss from '../policy.module.css'
import { LineLink } from '../problem-list.tsx'
import { SaveDialog } from '../save-dialog.tsx'
import { helpAt, proposalsAt } from './schema-text.ts'
import { strings } from '../strings.ts'
import { type EditorHandle, type Mark, TextEditor } from './text-editor.tsx'
import { lineColumn, wordLength } from './text-places.ts'
import { useCheck } from '../use-check.ts'
import { placeAt } from './yaml-place.ts'

export function EditorPart({ overview, reload, onGo }: PartProps) {
  const bridge = useBridge()
  const draft = usePolicyDraft((state) => state.draft)
  const goTo = usePolicyDraft((state) => state.goTo)
  const reading = useRead(bridge, 'policy.schema', {})
  const schema = reading.value
  const ready = schema !== null || reading.error !== null
  const tools = useToolList().value
  const text = draft?.text ?? overview.text
  const dirty = draft !== null && draft.text !== draft.base
  const conflict = dirty && draft.baseHash !== overview.textHash
  const check = useCheck(text)
  const [cursor, setCursor] = useState(0)
  const [find, setFind] = useState<{ readonly text: string; readonly at: number } | null>(null)
  const [saving, setSaving] = useState(false)
  const [sure, setSure] = useState(false)
  const [both, setBoth] = useState(false)
  const [said, setSaid] = useState('')
  const handle = useRef<EditorHandle | null>(null)
  const id = useId()

  useEffect(() => {
    if (goTo === null || handle.current === null) return
    handle.current?.goTo(goTo, 1)
    setGoTo(null)
  }, [goTo, ready])

  const change = useCallback(
    (next: string): void => {
      setSaid('')
      const base = draft ?? { base: overview.text, baseHash: overview.textHash }
      setDraft(
        next === base.base && base.baseHash === overview.textHash
          ? null
          : { text: next, base: base.base, baseHash: base.baseHash },
      )
    },
    [draft, overview.text, overview.textHash],
  )
  const names = useCallback(
    (path: readonly string[]): readonly string[] => {
      const at = path.join('.')
      const all = tools ?? []
      if (/^(tools|rules\.\[\]\.when\.tools\.\[\]|presets\.\w+\.tools\.\[\])$/.test(at))
        return all.map(({ name }) => name)
      if (at === 'exfiltrationGuard.allowTools.[]')
        return all.filter(({ manifest }) => manifest.networkOutbound).map(({ name }) => name)
      if (at === 'rules.[].when.capabilities.[]') return all.map(({ manifest }) => manifest.id)
      if (at === 'rules.[].when.actions.[]')
        return [...new Set(all.flatMap(({ manifest }) => manifest.actions.map(({ name }) => name)))]
      return at === 'preset' || /^gateway\.clients\..+\.preset$/.test(at)
        ? Object.keys(overview.presets)
        : []
    },
    [tools, overview.presets],
  )
  const proposals = useCallback(
    (now: string, offset: number) => {
      const place = placeAt(now, offset)
      const line = now.slice(now.lastIndexOf('\n', offset - 1) + 1, place.from)
      const indent = ' '.repeat(line.length - line.replace(/^[\s-]*/, '').length)
      return {
        from: place.from,
        to: place.to,
        list: schema === null ? [] : proposalsAt(schema, place, names, indent),
      }
    },
    [schema, names],
  )

  const found = useMemo(() => (find === null ? [] : findAll(text, find.text)), [find, text])
  const marks = useMemo((): readonly Mark[] => {
    const problems = check.problems.map(({ line, column, text: about }): Mark => ({
      line,
      column,
      length: wordLength(text, line, column),
      tone: 'bad',
      text: about,
    }))
    const warnings = check.warnings.flatMap(({ line, text: about }): Mark[] =>
      line === null ? [] : [{ line, column: 1, length: 0, tone: 'warn', text: about }],
    )
    const hits = found.slice(0, 300).map((offset, at): Mark => ({
      ...lineColumn(text, offset),
      length: find?.text.length ?? 0,
      tone: at === find?.at ? 'here' : 'found',
      text: '',
    }))
    return [...warnings, ...problems, ...hits]
  }, [check, found, find, text])

  const step = (by: 1 | -1, wanted: string): void => {
    const hits = findAll(text, wanted)
    const from = find?.text === wanted ? find.at : 0
    const at = (from + by + hits.length) % hits.length
    const offset = hits[at]
    if (offset === undefined) return
    setFind({ text: wanted, at })
    const { line, column } = lineColumn(text, offset)
    handle.current?.goTo(line, column, wanted.length, false)
  }
  // A key that comes before the text is checked waits for it: the places of an older text are not
  // those of this one.
  const waiting = useRef(false)
  const nextProblem = (): void => {
    waiting.current = check.of !== (handle.current?.text() ?? text)
    if (waiting.current) return
    const here = lineColumn(text, cursor).line
    const [first] = check.problems
    const next = check.problems.find(({ line }) => line > here) ?? first
    if (next !== undefined) handle.current?.goTo(next.line, next.column)
  }
  useEffect(() => {
    if (waiting.current && !check.busy) nextProblem()
  })
  const canSave = dirty && !conflict && !check.busy && check.problems.length === 0
  const onKey = (event: KeyboardEvent): boolean => {
    const mod = event.ctrlKey || event.metaKey
    if (mod && event.key === 'f') setFind({ text: find?.text ?? '', at: 0 })
    else if (mod && event.key === 's') {
      if (canSave) setSaving(true)
    } else if (event.key === 'F8') nextProblem()
    else return false
    return true
  }

  const help = schema === null ? null : helpAt(schema, placeAt(text, cursor))
  const at = lineColumn(text, cursor)
  return (
    <div className={css.part}>
      <div className={css.tools}>
        <span
          role="status"
          title={dirty ? words.stays : undefined}
          className={css.state}
          data-tone={check.problems.length > 0 ? 'bad' : undefined}
        >
          {[
            check.problems.length > 0
              ? words.mistakes(check.problems.length)
              : check.busy
                ? words.checking
                : words.fine,
            ...(check.warnings.length > 0 ? [words.warnings(check.warnings.length)] : []),
            dirty ? words.changed : said === '' ? words.same : said,
          ].join(' · ')}
        </span>
        <span className={policyCss.space} />
        <Button
          size="small"
          icon={<Search size={14} aria-hidden="true" />}
          onClick={() => setFind({ text: find?.text ?? '', at: 0 })}
        >
          {words.find}
        </Button>
        {dirty ? (
          <Button
            size="small"
            onBlur={() => setSure(false)}
            onClick={() => {
              if (sure) setDraft(null)
              setSure(!sure)
            }}
          >
            {sure ? words.revertSure : words.revert}
          </Button>
        ) : null}
        <Button size="small" onClick={() => onGo('simulator')}>
          {words.simulate}
        </Button>
        <Button
          size="small"
          tone="strong"
          icon={<Save size={14} aria-hidden="true" />}
          disabled={!canSave}
          focusableWhenDisabled
          title={dirty && check.problems.length > 0 ? words.mend : undefined}
          onClick={() => canSave && setSaving(true)}
        >
          {words.save}
        </Button>
      </div>
      {conflict ? (
        <div className={css.conflict}>
          <Notice
            tone="warn"
            alert
            icon={<FileWarning size={16} aria-hidden="true" />}
            action={
              <span className={policyCss.links}>
                <Button size="small" onClick={() => setBoth(!both)}>
                  {both ? words.hideBoth : words.showBoth}
                </Button>
                <Button
                  size="small"
                  onClick={() => {
                    setDraft(null)
                    setBoth(false)
                  }}
                >
                  {words.takeTheirs}
                </Button>
                <Button
                  size="small"
                  onClick={() => {
                    setDraft({ text, base: overview.text, baseHash: overview.textHash })
                    setBoth(false)
                  }}
                >
                  {words.keepMine}
                </Button>
              </span>
            }
          >
            {words.conflict}
          </Notice>
          {both ? (
            <DiffView
              before={overview.text}
              after={text}
              label={words.both}
              sameWords={strings.save.same}
            />
          ) : null}
        </div>
      ) : null}
      {find === null ? null : (
        <FindBar
          text={find.text}
          at={find.at}
          all={found.length}
          onText={(next) => setFind({ text: next, at: 0 })}
          onStep={step}
          onClose={() => {
            setFind(null)
            handle.current?.goTo(at.line, at.column)
          }}
        />
      )}
      {/* Without the schema a key would do something else than a moment later. */}
      {!ready ? (
        <div className={css.editor} aria-busy="true" />
      ) : (
        <TextEditor
          text={text}
          marks={marks}
          describedBy={`${id}-hint`}
          handle={handle}
          proposals={proposals}
          onText={change}
          onCursor={setCursor}
          onKey={onKey}
        />
      )}
      <div className={css.foot}>
        {check.problems.length + check.warnings.length === 0 ? null : (
          <ul className={css.problems} aria-label={words.mistakes(check.problems.length)}>
            {check.problems.map((each) => (
              <li key={`${each.line} ${each.column} ${each.text}`} data-tone="bad">
                <LineLink
                  line={each.line}
                  onLine={() => handle.current?.goTo(each.line, each.column)}
                />{' '}
                <TroubleText text={each.text} hint={each.hint} />
              </li>
            ))}
            {check.warnings.map((each) => (
              <li key={`${each.line} ${each.text}`} data-tone="warn">
                {each.line === null ? null : (
                  <LineLink line={each.line} onLine={(line) => handle.current?.goTo(line, 1)} />
                )}{' '}
                {each.text}
              </li>
            ))}
          </ul>
        )}
        <div className={css.help} role="note" aria-label={words.help}>
          {help === null ? (
            <span className={policyCss.quiet}>{words.noHelp}</span>
          ) : (
            <>
              <code className={css.helpPath}>{help.path}</code>
              <span>{help.text}</span>
              <span className={policyCss.quiet}>
                {[
                  help.type === 'one of' ? `${help.type} ${help.values.join(', ')}` : help.type,
                  ...(help.usual === null ? [] : [words.usual(help.usual)]),
                ].join('; ')}
              </span>
            </>
          )}
        </div>
        <p id={`${id}-hint`} className={css.keys}>
          <span>{words.cursor(at.line, at.column)}</span> {words.hint}
        </p>
      </div>
      {saving && draft !== null ? (
        <SaveDialog
          before={overview.exists ? overview.text : ''}
          after={text}
          expectedHash={draft.baseHash}
          onSaved={(_, backup) => {
            setSaving(false)
            setDraft(null)
            setSaid(words.saved(backup))
            reload()
          }}
          onClose={() => setSaving(false)}
          onConflict={() => {
            setSaving(false)
            reload()
          }}
        />
      ) : null}
    </div>
  )
}
