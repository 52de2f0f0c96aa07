// Every word about a command that has run in a copy already.
export const stagedStrings = {
  title: 'What it did',
  aside: 'your files are not changed yet',
  lead: 'It has run in a copy. Approving writes these changes; nothing runs again.',
  asideThen: 'in a copy, before the answer',
  leadThen: 'It ran in a copy, and its changes waited for an answer. Nothing ran again.',
  denying: 'Denying throws them away, and the agent is told.',
  approve: 'Approve these changes',
  changes: 'Changes that approving writes',
  diffOf: (path: string) => `What approving writes to ${path}`,
  exited: (code: number) => `Exit ${code}`,
  writes: 'Writes the files listed under “What it did”, in the workspace.',
  ranIn: 'Ran',
  conflicts: (files: number) =>
    files === 1
      ? 'This file changed in the workspace since the command ran:'
      : `These ${files} files changed in the workspace since the command ran:`,
  conflictsDo:
    'So these changes can no longer be written. Run the command again in a new copy: they are thrown away, and a new card shows what it does to the files as they are now.',
  runAgain: 'Run again on what is there now',
  running: 'Running again in a new copy…',
  blocked:
    'Files changed since it ran, so these changes can no longer be written. Run it again above, or deny it.',
}
