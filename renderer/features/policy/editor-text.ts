// Words of the editor, and of the simulator beside it.
const n = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${more}`

export const editor = {
  label: 'Text of the configuration file',
  hint: 'Ctrl Space completes, Enter or Tab takes what is offered, Esc closes it. F8 goes to the next mistake. Ctrl F finds, Ctrl S saves.',
  proposals: 'What can stand here',
  mistakes: (count: number) => n(count, 'mistake', 'mistakes'),
  warnings: (count: number) => n(count, 'warning', 'warnings'),
  fine: 'No mistakes',
  checking: 'Checking…',
  save: 'Save…',
  revert: 'Throw changes away',
  revertSure: 'Yes, throw them away',
  find: 'Find',
  findLabel: 'Find in the file',
  found: (at: number, all: number) => (all === 0 ? 'not found' : `${at} of ${all}`),
  next: 'Next',
  previous: 'Previous',
  close: 'Close',
  changed: 'Not saved yet',
  same: 'As in the file.',
  mend: 'Mend the mistakes first.',
  conflict: 'The file was changed elsewhere while you were writing here.',
  showBoth: 'Show both',
  hideBoth: 'Hide',
  both: 'The file as it is now, and your text',
  keepMine: 'Go on with mine',
  takeTheirs: 'Take the file',
  saved: (backup: string | null) =>
    backup === null
      ? 'Saved. It is in use.'
      : `Saved. It is in use. The previous version is kept in ${backup}`,
  stays: 'What you typed stays here when you leave this screen.',
  help: 'What this means',
  usual: (value: string) => `usually ${value === '' ? 'empty' : value}`,
  noHelp: 'Put the cursor on a setting, and what it means stands here.',
  cursor: (line: number, column: number) => `Line ${line}, column ${column}`,
  simulate: 'Try over the journal',
} as const

export const simulator = {
  intro:
    'What the newest decisions would have been under the text in the editor, saved or not. Nothing runs and nothing is recorded.',
  under: { draft: 'Under your unsaved text', file: 'Under the file as it is' },
  newest: (count: string) => `the newest ${count}`,
  many: 'How many decisions',
  run: 'Simulate',
  cancel: 'Stop',
  stopped: 'Stopped. What stands here is what was replayed by then.',
  progress: (done: string, of: string) => `${done} of at most ${of} decisions`,
  progressName: 'Replaying the journal',
  broken: 'The text has a mistake. Fix it in the editor first.',
  same: (same: string, calls: string) => `${same} of ${calls} stay as they were.`,
  noneChanged: 'Nothing would have been decided otherwise.',
  nothing: 'No decisions yet',
  nothingText:
    'As soon as agents have asked for something, you can see here what another policy would have made of it.',
  allowRefused: (count: number) => `${n(count, 'call', 'calls')} that you refused would run.`,
  ways: 'By what changes',
  tools: 'By tool',
  changes: 'Calls that would be decided otherwise',
  columns: { row: 'Row', when: 'When', tool: 'Tool', was: 'Was', would: 'Would be', why: 'Why' },
  more: (count: number) => `Show ${count} more`,
  skipped: (count: number) => `${n(count, 'decision', 'decisions')} could not be replayed`,
  answered: 'you said no',
  benchTitle: 'Test bench',
  benchText:
    'One call, built or pasted: what the gate would say under the text in the editor, and what each layer says.',
  benchTool: 'Tool',
  chooseTool: 'Choose a tool',
  paste: 'Or paste a call as JSON',
  pasteHint:
    '{"tool": "exec", "args": {"command": "git push"}}; principal, agent, channel and taint may be added.',
  explain: 'Explain the pasted call',
  notJson: 'This is not JSON yet.',
  noCall: 'A call needs "tool" and "args".',
} as const
