// Every word of the part on scheduled jobs.
export const strings = {
  title: 'Scheduled jobs',
  text: 'Jobs that run later. What needs your approval waits in Approvals.',
  words: 'schedules cron timer jobs later reminders',
  none: 'No jobs are scheduled.',
  next: 'Due next:',
  notDue: 'not due',
  missed: (when: string) => `It was due on ${when}, and nothing ran it.`,
  madeBy: (who: string) => `Made by ${who}`,
  remove: 'Remove',
  sure: (name: string) => `Remove the job ${name}?`,
  cancel: 'Cancel',
  removeNow: 'Remove',
  removed: (name: string) => `${name} is removed.`,
}
