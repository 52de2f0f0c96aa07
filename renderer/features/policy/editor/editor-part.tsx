// The whole configuration file as text: checked while one types, helped by the schema, saved after
// a look at what changes.
import { FileWarning } from 'lucide-react'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { setDraft, setGoTo, usePolicyDraft } from '../../../state/policy/policy-draft.ts'
import { useToolList } from '../../../state/shared/tool-list.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { TextConflict } from '../../../ui/editing/text-conflict.tsx'
import { type TextHandle, useNextProblem } from '../../../ui/editing/use-next-problem.ts'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import type { PartProps } from '../render-slots.ts'
import { SaveDialog } from '../save-dialog.tsx'
import { strings } from '../strings.ts'
import { useCheck } from '../use-check.ts'
import type { OfferAt } from './completion.ts'
import { EditorFoot } from './editor-foot.tsx'
import { EditorHead } from './editor-head.tsx'
import css from './editor.module.css'
import { editor as words } from './editor-text.ts'
import { namesAt } from './known-names.ts'
import { helpAt, proposalsAt } from './schema-text.ts'
import { type Cursor, YamlEditor } from './yaml-editor.tsx'
import { positionAt } from './yaml-position.ts'

const TOP: Cursor = { offset: 0, line: 1, column: 1, found: null }

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
  const [cursor, setCursor] = useState(TOP)
  const [saving, setSaving] = useState(false)
  const [said, setSaid] = useState('')
  const handle = useRef<TextHandle | null>(null)
  const id = useId()

  useEffect(() => {
    if (goTo === null || handle.current === null) return
    handle.current.goTo(goTo, 1)
    setGoTo(null)
  }, [goTo, ready])

  const change = (next: string): void => {
    setSaid('')
    const base = draft ?? { base: overview.text, baseHash: overview.textHash }
    setDraft(
      next === base.base && base.baseHash === overview.textHash
        ? null
        : { text: next, base: base.base, baseHash: base.baseHash },
    )
  }
  const offerAt = useCallback<OfferAt>(
    (now, offset) => {
      const position = schema === null ? null : positionAt(now, offset)
      if (schema === null || position === null) return { from: offset, to: offset, list: [] }
      const line = now.slice(now.lastIndexOf('\n', offset - 1) + 1, position.from)
      const indent = ' '.repeat(line.length - line.replace(/^[\s-]*/, '').length)
      const names = (path: readonly string[]): readonly string[] =>
        namesAt(path, tools ?? [], Object.keys(overview.presets))
      return {
        from: position.from,
        to: position.to,
        list: proposalsAt(schema, position, names, indent),
      }
    },
    [schema, tools, overview.presets],
  )

  const nextProblem = useNextProblem(handle, check)
  const canSave = dirty && !conflict && !check.busy && check.problems.length === 0

  const help = useMemo(() => {
    const position = schema === null ? null : positionAt(text, cursor.offset)
    return schema === null || position === null ? null : helpAt(schema, position)
  }, [schema, text, cursor.offset])
  return (
    <div className={css.part}>
      <EditorHead
        checked={check}
        dirty={dirty}
        canSave={canSave}
        said={said}
        onFind={() => handle.current?.find()}
        onRevert={() => setDraft(null)}
        onSimulate={() => onGo('simulator')}
        onSave={() => setSaving(true)}
      />
      {conflict ? (
        <div className={css.conflict}>
          <TextConflict
            file={overview.text}
            mine={text}
            onTakeFile={() => setDraft(null)}
            onKeepMine={() => setDraft({ text, base: overview.text, baseHash: overview.textHash })}
          />
        </div>
      ) : null}
      {/* As in safe mode, where nothing can be checked or saved. */}
      {reading.error === null ? null : (
        <div className={css.conflict}>
          <Notice
            tone="warn"
            alert
            icon={<FileWarning size={16} aria-hidden="true" />}
            action={
              <Button size="small" onClick={reading.reload}>
                {strings.again}
              </Button>
            }
          >
            <b>{words.locked}</b> <TroubleText {...reading.error} />
          </Notice>
        </div>
      )}
      {/* Without the schema a key would do something else than a moment later. */}
      {!ready ? (
        <div className={css.editor} aria-busy="true" />
      ) : (
        <YamlEditor
          text={text}
          label={words.label}
          checked={check}
          describedBy={`${id}-hint`}
          readOnly={schema === null}
          handle={handle}
          offerAt={offerAt}
          onText={change}
          onCursor={setCursor}
          onSave={() => canSave && setSaving(true)}
          onNextProblem={nextProblem}
        />
      )}
      <EditorFoot
        checked={check}
        help={help}
        cursor={cursor}
        hintId={`${id}-hint`}
        onLine={(line, column) => handle.current?.goTo(line, column)}
      />
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
