// Every word of the part on mail and calendars in Settings.
export const mailStrings = {
  title: 'Mail and calendar',
  text: 'What agents read and send as you. Reading runs; sending always waits for your approval.',
  words: 'mail imap smtp gmail email calendar ics free time working hours slots soft focus',
  mail: 'Mail',
  providers: { gmail: 'Google account', server: 'Mail server (IMAP and SMTP)' },
  calendar: 'Calendar',
  calendars: { google: 'Google account', files: 'Calendar files', both: 'Both' },
  google: 'Sign in to Google under Capabilities, in google_mail or google_calendar.',
  password:
    'The connection is encrypted before anything of yours is sent. Store the password under Capabilities, in send_email.',
  imap: 'IMAP server',
  smtp: 'SMTP server',
  user: 'Name to sign in with',
  from: 'Your address',
  usualPort: (port: number, later: number) =>
    `Port ${port} unless you write another. On ${later} encryption begins with STARTTLS.`,
  files: 'Calendar files',
  filesHint:
    'Paths of .ics files, separated by commas. For another person add their address: /team/ada.ics = ada@example.org',
  zone: 'Time zone',
  zoneHint: 'Leave empty for that of this machine.',
  hours: 'Working hours',
  hoursHint: 'Monday to Friday. Other days are set in the configuration file.',
  softWords: 'Words for time that can be moved',
  softWordsHint: 'Separated by commas. Events with one of them in the title are soft blocks.',
  notSet: 'Not set',
  examples: {
    server: 'mail.example.org',
    address: 'me@example.org',
    file: '~/calendar.ics',
    zone: 'Europe/Berlin',
  },
  bad: {
    files: 'Each file needs a path. An address comes after “=”.',
    hours: 'Two times such as 09:00–17:00.',
    softWords: 'At least one word, each up to 50 characters.',
  },
}
