// What of a plan a person is shown, on the command line and in the window.
import type { AgentFileChange } from '../../../contract/agent/other-agent.ts'
import type { Plan } from './connect.ts'

/**
 * Only what comes in and goes out: the lines around it are the person's, and may hold their
 * secrets.
 */
export const shownChanges = ({ changes }: Plan): readonly AgentFileChange[] =>
  changes.map(({ target, fileState, before, edit }) => ({
    file: target.file,
    leadsTo: fileState.linked ? fileState.real : null,
    created: fileState.text === null,
    line: before.slice(0, edit.at).split('\n').length,
    removed: edit.removed,
    inserted: edit.inserted,
  }))
