// The folder that agents work in: by its path, by the system's dialog where there is one, or one
// that was used before.
import { FolderOpen } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { AppState } from '../../../contract/ipc/app-state.ts'
import type { Failure } from '../../../contract/failure.ts'
import { useBridge } from '../../bridge/bridge-context.ts'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { Notice, TroubleText } from '../../ui/panel.tsx'
import { SavedField } from './saved-field.tsx'
import { SettingsPart } from './settings-part.tsx'
import { strings } from './strings.ts'
import { useSave } from './use-save.ts'
import css from './workspace-section.module.css'

const words = strings.workspaces

export function WorkspaceSection({
  app,
  children,
}: {
  readonly app: AppState
  readonly children: ReactNode
}) {
  const bridge = useBridge()
  const { path, ready, text } = app.workspace
  const recent = useRead(bridge, 'workspace.recent', {}, path)
  const { state, save } = useSave()
  const [trouble, setTrouble] = useState<Failure | null>(null)
  const error = trouble ?? (state.kind === 'failed' ? state.error : null)
  const pick = async (): Promise<void> => {
    const picked = await bridge.call('workspace.pick', {})
    setTrouble(picked.ok ? null : picked.error)
    if (picked.ok && picked.value.path !== null && picked.value.path !== path)
      await save({ workspace: picked.value.path })
  }
  return (
    <SettingsPart topic="workspace" title={strings.workspace} text={strings.workspaceText}>
      <SavedField
        label={strings.folder}
        hint={strings.folderHint}
        value={path}
        mono
        patch={(typed) => ({ workspace: typed.trim() === '' ? null : typed.trim() })}
      />
      {app.host === 'electron' ? (
        <div>
          <Button
            size="small"
            icon={<FolderOpen size={14} aria-hidden="true" />}
            onClick={() => void pick()}
          >
            {words.pick}
          </Button>
        </div>
      ) : null}
      {error === null ? null : (
        <Notice tone="bad" alert>
          <TroubleText {...error} />
        </Notice>
      )}
      {ready ? null : <Notice tone="warn">{text}</Notice>}
      {(recent.value ?? []).length === 0 ? null : (
        <div role="group" aria-label={words.recent} className={css.recent}>
          <p className={css.title}>{words.recent}</p>
          <ul>
            {(recent.value ?? []).map((folder) => (
              <li key={folder}>
                <code title={folder}>{folder}</code>
                <Button
                  size="small"
                  aria-label={words.useNamed(folder)}
                  onClick={() => void save({ workspace: folder })}
                >
                  {words.use}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {children}
    </SettingsPart>
  )
}
