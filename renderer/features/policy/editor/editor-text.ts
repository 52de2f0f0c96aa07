// Words of the editor, and of the simulator beside it.
import { counted } from '../../../../contract/counted.ts'

const n = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${more}`

export const editor = {
  label: 'Text of the configuration file',
  hint: 'Ctrl Space completes, Enter or Tab takes what is offered, Esc closes it. F8 goes to the next mistake. Ctrl F finds, Ctrl S saves. Tab leaves the text.',
  /** What the editor itself says, by what it says in English. */
  phrases: {
    Completions: 'Possible values',
    Find: 'Find in the file',
    Replace: 'Replace with',
    next: 'Next',
    previous: 'Previous',
    all: 'Select all',
    'match case': 'Match case',
    regexp: 'Regular expression',
    'by word': 'Whole words',
    replace: 'Replace',
    'replace all': 'Replace all',
    close: 'Close',
    'current match': 'current match',
    'on line': 'on line',
    'replaced match on line $': 'Replaced the match on line $',
    'replaced $ matches': 'Replaced $ matches',
    'Selection deleted': 'Selection deleted',
    'Control character': 'Control character',
  },
  locked: 'This text can only be read now.',
  mistakes: (count: number) => n(count, 'mistake', 'mistakes'),
  warnings: (count: number) => n(count, 'warning', 'warnings'),
  fine: 'No problems',
  checking: 'Checking…',
  save: 'Save…',
  find: 'Find',
  found: (at: number, all: number) => (all === 0 ? 'not found' : `${at} of ${all}`),
  changed: 'Not saved yet',
  same: 'Saved',
  mend: 'Fix the mistakes first.',
  saved: (backup: string | null) =>
    backup === null
      ? 'Saved. It is in use.'
      : `Saved. It is in use. The previous version is kept in ${backup}`,
  stays: 'What you typed stays here when you leave this screen.',
  help: 'What this means',
  usual: (value: string) => `usually ${value === '' ? 'empty' : value}`,
  noHelp: 'Click a setting to see its help.',
  cursor: (line: number, column: number) => `Line ${line}, column ${column}`,
  simulate: 'Test on past calls',
} as const

export const simulator = {
  intro:
    'Replays the newest decisions under the text in the editor, saved or not. Nothing runs and nothing is recorded.',
  under: { draft: 'Using your unsaved text', file: 'Using the saved file' },
  newest: (count: string) => `the newest ${count}`,
  many: 'How many decisions',
  run: 'Simulate',
  cancel: 'Stop',
  stopped: 'Stopped. The results so far are shown.',
  progress: (done: string, of: string) => `${done} of at most ${counted(of, 'decision')}`,
  progressName: 'Replaying the journal',
  broken: 'The text has a mistake. Fix it in the editor first.',
  same: (same: string, calls: string) => `${same} of ${calls} unchanged.`,
  noneChanged: 'No decision would change.',
  nothing: 'No decisions yet',
  nothingText: 'Once agents make calls, you can see here what another policy would decide.',
  allowRefused: (count: number) => `${n(count, 'call', 'calls')} that you denied would run.`,
  ways: 'By change',
  tools: 'By tool',
  changes: 'Calls with a different decision',
  columns: { row: 'Row', when: 'When', tool: 'Tool', was: 'Was', would: 'Would be', why: 'Why' },
  more: (count: number) => `Show ${count} more`,
  skipped: (count: number) => `${n(count, 'decision', 'decisions')} could not be replayed`,
  answered: 'you denied it',
  testerTitle: 'Test bench',
  testerIntro:
    'One call, built or pasted: the decision under the text in the editor, layer by layer.',
  testerTool: 'Tool',
  chooseTool: 'Choose a tool',
  paste: 'Or paste a call as JSON',
  pasteHint:
    '{"tool": "exec", "args": {"command": "git push"}}; you can add principal, agent, channel and taint.',
  explain: 'Explain the pasted call',
  notJson: 'Not valid JSON.',
  noCall: 'A call needs "tool" and "args".',
} as const
