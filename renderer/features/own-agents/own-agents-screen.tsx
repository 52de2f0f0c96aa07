// Agents of the person's own: the list of their files, or one of them as form and text.
import type { ComponentType } from 'react'
import { AgentEditor } from './edit/agent-editor.tsx'
import type { AgentTextProps } from './edit/text-slot.ts'
import { AgentList } from './list/agent-list.tsx'

type Props = {
  /** list; new: one without a file; otherwise the name of a file. */
  readonly at: { readonly kind: 'list' | 'new' } | { readonly kind: 'file'; readonly name: string }
  /** The editor of the text, from the frame. */
  readonly Text: ComponentType<AgentTextProps>
  onGo(path: string): void
  openRun(id: string): void
}

export function OwnAgentsScreen({ at, Text, onGo, openRun }: Props) {
  if (at.kind === 'list') return <AgentList onGo={onGo} />
  return (
    <AgentEditor
      key={at.kind === 'file' ? at.name : ''}
      name={at.kind === 'file' ? at.name : null}
      Text={Text}
      onGo={onGo}
      openRun={openRun}
    />
  )
}
