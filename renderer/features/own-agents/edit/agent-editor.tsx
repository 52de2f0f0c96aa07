// One agent: its form and its text side by side, what it would see and may do, and its runs.
import { ArrowLeft, Save } from 'lucide-react'
import { type ComponentType, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { WholeAgent } from '../../../../contract/ipc/topics/ipc-own-agents.ts'
import { useBridge } from '../../../bridge/bridge-context.ts'
import { NEW, setAgentDraft, useAgentDraft } from '../../../state/agent-drafts.ts'
import { useLive } from '../../../state/live/live-store.ts'
import { useAct } from '../../../state/use-act.ts'
import { useRead } from '../../../state/use-read.ts'
import { Button } from '../../../ui/button.tsx'
import { TextConflict } from '../../../ui/editing/text-conflict.tsx'
import { type TextHandle, useNextProblem } from '../../../ui/editing/use-next-problem.ts'
import { Notice, TroubleText } from '../../../ui/panel.tsx'
import { ManagedBy } from '../../../ui/managed-by.tsx'
import { ScrollPage } from '../../../ui/page/scroll-page.tsx'
import { BLANK } from '../examples.ts'
import css from '../own-agents.module.css'
import agentEditor from './agent-editor.module.css'
import { LIST, pathOf } from '../paths.ts'
import { strings } from '../strings.ts'
import { AgentForm } from './agent-form.tsx'
import { AgentSwitch } from './agent-switch.tsx'
import { AgentRuns } from './agent-runs.tsx'
import { AgentText } from './agent-text.tsx'
import { EditorHead } from './editor-head.tsx'
import type { AgentTextProps } from './text-slot.ts'
import { ToolTable } from './tool-table.tsx'
import { useAgentCheck } from './use-agent-check.ts'

const words = strings.edit

type Props = {
  /** Of its file; null: it has none yet. */
  readonly name: string | null
  readonly Text: ComponentType<AgentTextProps>
  onGo(path: string): void
  openRun(id: string): void
}

export function AgentEditor(props: Props) {
  const { name } = props
  const bridge = useBridge()
  const revision = useLive((live) => live.ownAgentsRevision)
  const draft = useAgentDraft(name ?? NEW)
  const read = useRead(bridge, 'own-agents.get', { name: name ?? '-' }, revision)
  const gone = read.error?.code === 'agent.unknown'
  // What was written here is not lost with the file: it can be created again.
  if (name === null || (gone && draft !== null))
    return <Page {...props} name={null} whole={null} draftOf={name ?? NEW} />
  if (read.value !== null && !gone) return <Page {...props} whole={read.value} draftOf={name} />
  return (
    <ScrollPage label={name}>
      <p>
        <Link href={LIST} className={css.back}>
          <ArrowLeft size={14} aria-hidden="true" /> {words.back}
        </Link>
      </p>
      {read.error === null ? (
        <p className={css.hint}>{strings.reading}</p>
      ) : (
        <Notice tone="bad" alert>
          <TroubleText {...(gone ? { text: words.gone(name) } : read.error)} />
        </Notice>
      )}
    </ScrollPage>
  )
}

type PageProps = Props & {
  /** Null: there is no file yet. */
  readonly whole: WholeAgent | null
  /** Under what the unsaved text is kept. */
  readonly draftOf: string
}

function Page({ name, Text, onGo, openRun, whole, draftOf }: PageProps) {
  const bridge = useBridge()
  const file = whole?.text ?? null
  const exists = file !== null
  const draft = useAgentDraft(draftOf)
  const text = draft?.text ?? file ?? BLANK
  const dirty = !exists || (draft !== null && draft.text !== file)
  const [said, setSaid] = useState('')
  const checked = useAgentCheck(text, whole)
  const { act, busy, error, clear } = useAct()
  const handle = useRef<TextHandle>(null)
  const { problems, definition } = checked.check
  const broken = problems.length > 0
  const elsewhere = dirty && exists && draft !== null && draft.base !== null && file !== draft.base
  const canSave = dirty && !elsewhere && !checked.busy && !broken && busy === null
  const change = (next: string): void => {
    setSaid('')
    clear()
    const base = dirty && draft !== null ? draft.base : file
    setAgentDraft(draftOf, next === file ? null : { text: next, base })
  }
  const save = async (): Promise<void> => {
    if (!canSave) return
    const done = await act('save', () => bridge.call('own-agents.save', { text, replaces: name }))
    if (done === null) return
    setAgentDraft(draftOf, null)
    setSaid(words.saved)
    if (done.agent.name !== name) onGo(pathOf(done.agent.name))
  }
  const nextProblem = useNextProblem(handle, { of: checked.of, busy: checked.busy, problems })
  return (
    <ScrollPage label={name ?? words.newTitle} width="editor">
      <EditorHead
        title={name ?? words.newTitle}
        state={
          broken
            ? words.mistakes(problems.length)
            : checked.busy
              ? words.checking
              : dirty
                ? words.dirty
                : said === ''
                  ? words.same
                  : said
        }
        broken={broken}
        dirty={draft !== null && dirty}
        onRevert={() => {
          setAgentDraft(draftOf, null)
          if (!exists) onGo(LIST)
        }}
      >
        <Button
          size="small"
          tone="strong"
          icon={<Save size={14} aria-hidden="true" />}
          disabled={!canSave}
          focusableWhenDisabled
          title={dirty && broken ? words.mend : undefined}
          onClick={() => void save()}
        >
          {exists ? words.save : words.create}
        </Button>
      </EditorHead>
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {elsewhere ? (
        <TextConflict
          file={file}
          mine={text}
          onTakeFile={() => setAgentDraft(draftOf, null)}
          onKeepMine={() => setAgentDraft(draftOf, { text, base: file })}
        />
      ) : null}
      {whole?.agent.organisation === undefined ? null : (
        <p>
          <ManagedBy name={whole.agent.organisation}>{words.managed}</ManagedBy>
        </p>
      )}
      {whole === null || whole.agent.maker.kind === 'person' ? null : (
        <AgentSwitch whole={whole} dirty={dirty} onTurned={setSaid} />
      )}
      {name !== null && definition !== null && definition.name !== name ? (
        <Notice tone="info">{words.renames(name, definition.name)}</Notice>
      ) : null}
      <div className={agentEditor.sides}>
        <AgentForm text={text} check={checked} onText={change} />
        <AgentText
          Text={Text}
          text={text}
          checked={checked}
          handle={handle}
          onText={change}
          onSave={() => void save()}
          onNextProblem={nextProblem}
        />
      </div>
      <ToolTable checked={checked} />
      {whole !== null && name !== null ? (
        <AgentRuns
          name={name}
          why={
            dirty
              ? strings.runs.first
              : whole.agent.state === 'broken'
                ? strings.runs.brokenFirst
                : whole.agent.state === 'off'
                  ? strings.runs.offFirst
                  : null
          }
          openRun={openRun}
        />
      ) : null}
    </ScrollPage>
  )
}
