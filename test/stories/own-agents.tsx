// Agents of one's own: their list, the form of one with mistakes, and what one may do.
import { useState } from 'react'
import { useBridge } from '../../renderer/bridge/bridge-context.ts'
import { AgentSwitch } from '../../renderer/features/own-agents/edit/agent-switch.tsx'
import { useRead } from '../../renderer/state/use-read.ts'
import { AgentForm } from '../../renderer/features/own-agents/edit/agent-form.tsx'
import { ToolTable } from '../../renderer/features/own-agents/edit/tool-table.tsx'
import { useAgentCheck } from '../../renderer/features/own-agents/edit/use-agent-check.ts'
import { AgentList } from '../../renderer/features/own-agents/list/agent-list.tsx'
import type { Story } from './story.ts'

const nowhere = (): void => {}

function Form({ begin }: { readonly begin: string }) {
  const [text, setText] = useState(begin)
  return <AgentForm text={text} check={useAgentCheck(text, null)} onText={setText} />
}

const Tools = ({ of }: { readonly of: string }) => <ToolTable checked={useAgentCheck(of, null)} />

function Off({ name }: { readonly name: string }) {
  const { value } = useRead(useBridge(), 'own-agents.get', { name }, 0)
  return value === null ? null : <AgentSwitch whole={value} dirty={false} onTurned={nowhere} />
}

const fine = `name: release_notes
description: Writes the notes of a release from the log of Git.
capabilities:
  - fs_read: {paths: ["src/**", "docs/**"]}
  - command_run: {commands: [git log, git show]}
  - mail_write
limits: {steps: 12}
`
const mistaken = fine.replace('mail_write', 'mail_wriet').replace('{steps: 12}', '{steps: 0}')

export const ownAgentsStories: readonly Story[] = [
  { name: 'own-agents-list', width: 900, element: () => <AgentList onGo={nowhere} /> },
  { name: 'own-agents-list-narrow', width: 380, element: () => <AgentList onGo={nowhere} /> },
  {
    name: 'own-agents-form',
    width: 560,
    acts: [{ passMs: 400 }],
    element: () => <Form begin={fine} />,
  },
  {
    name: 'own-agents-form-mistakes',
    width: 560,
    acts: [{ passMs: 400 }],
    element: () => <Form begin={mistaken} />,
  },
  {
    name: 'own-agents-off',
    width: 900,
    element: () => <Off name="weekly_report" />,
  },
  {
    name: 'own-agents-tools',
    width: 980,
    acts: [{ passMs: 400 }],
    element: () => <Tools of={fine} />,
  },
]
