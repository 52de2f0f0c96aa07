// What the part on updates says.

export const updatesStrings = {
  title: 'Updates',
  text: 'Nothing is fetched until you choose a channel, and nothing is installed until you say so.',
  channel: 'Channel',
  channels: { off: 'Off', stable: 'Stable', beta: 'Beta' },
  check: 'Check for updates',
  again: 'Check again',
  download: 'Download',
  install: 'Install and restart',
  cancel: 'Do not install yet',
  off: 'Updates are off.',
  current: 'You have the newest version.',
  unchecked: 'Not checked yet.',
  checking: 'Checking…',
  available: (version: string) => `Version ${version} is available.`,
  downloading: (version: string, percent: number) =>
    `Downloading version ${version}: ${Math.round(percent)} %`,
  ready: (version: string) => `Version ${version} is downloaded and its signature is verified.`,
  waiting: 'It is installed as soon as nothing runs and no approval is pending.',
  installing: 'Backing up the database, then restarting…',
  notes: (version: string) => `What changed in ${version}`,
  noNotes: 'The release says nothing about its changes.',
  backup: 'Your database is backed up first. An older version cannot open it afterwards.',
}
