// Every word of the settings screen.

import { counted } from '../../../contract/counted.ts'
import { updatesStrings } from './updates-strings.ts'

export const strings = {
  title: 'Settings',
  intro: 'Changes are saved automatically to your configuration file. Your comments are kept.',
  workspace: 'Workspace',
  workspaceText:
    'Agents can read here freely and need approval to write. Everything outside needs approval.',
  folder: 'Workspace folder',
  folderHint: 'A full path, or ~/… Leave empty for the default.',
  resetTo: (usual: string) => `Back to ${usual}, the default`,
  save: 'Save',
  saved: 'Saved',
  model: 'Model',
  modelText:
    'The model decides what to do next. The key never reaches an agent, and is never written in plain text.',
  provider: 'Provider',
  providers: {
    manual: 'Manual: you play the model',
    anthropic: 'Anthropic',
    'openai-compatible': 'OpenAI-compatible server',
  },
  modelManual: 'No model is connected, so you play the model.',
  modelUnnamed: 'No name',
  modelAt: (where: string) => `at ${where}`,
  modelConnect: 'Connect a model…',
  modelChange: 'Change model or key…',
  modelBack: 'Play the model yourself',
  keyEnv: 'Environment variable with the key',
  keyEnvHint: 'Only the name of the variable is saved.',
  keySet: 'A key is set.',
  keyNotSet: 'No key is set.',
  test: 'Test connection',
  testing: 'Testing…',
  answered: (text: string, time: string) => `It answered “${text}” in ${time}.`,
  guard: 'Exfiltration guard',
  guardText:
    'While it is on, tools that send data out are hidden from every agent and denied, in running sessions too. Commands get no network.',
  guardOn: 'On',
  guardOff: 'Off',
  guardHidden: 'Hidden now',
  guardNothing: 'Nothing is hidden now.',
  approvals: 'Approvals',
  approvalsText: 'If nobody answers in this time, the call is denied once.',
  timeout: 'Time to answer, in seconds',
  timeoutBad: 'A whole number from 1 to 86,400.',
  attention: {
    title: 'Notifications and sound',
    text: 'How Gatehouse notifies you about a held call. A notification has the title of the call, with the beginning of a command, the path of a file or the host of a request, and nothing more of it.',
    notify: 'Browser notifications',
    sound: 'Sound',
    byDesktop:
      'Your system shows a notification for each held call while the window is not in front.',
    refused:
      'The browser does not allow notifications here. Allow them for this address in the browser first, then switch this on.',
  },
  desktop: {
    title: 'Desktop app',
    text: 'How Gatehouse behaves around its window. Everything is off until you switch it on.',
    approvalWindow: 'Approval window',
    approvalWindowText:
      'A small window opens over other programs for each held call. It does not take the keyboard, and a click that brings it to the front answers nothing.',
    approveFromNotification: 'Approve from notifications',
    approveFromNotificationText:
      'A notification of a small call up to R2 shows the whole call, also on a locked screen, and has an Approve button. Larger or riskier calls have Open instead.',
    openAtLogin: 'Open at login',
    openAtLoginText: 'Gatehouse starts in the background when you log in. The tray icon opens it.',
    elsewhere: 'This page is open in a browser. These settings take effect in the desktop app.',
  },
  updates: updatesStrings,
  stepUp: 'Passphrase and codes',
  stepUpText:
    'Proves that you, not a program, approve. Required to approve R4 calls, and for every approval on the command line. Gatehouse stores only a hash of the passphrase.',
  passphraseSet: 'A passphrase is set.',
  passphraseNotSet: 'No passphrase is set, so R4 calls cannot be approved.',
  passphraseLocked: (left: string) => `Too many attempts. Try again in ${left}.`,
  passphraseCurrent: 'Current passphrase',
  passphraseNew: 'New passphrase',
  passphraseAgain: 'Repeat passphrase',
  passphraseHint: 'At least 8 characters. Use several random words.',
  passphraseShort: 'Use at least 8 characters.',
  passphraseDiffers: 'The passphrases differ.',
  passphraseDo: { set: 'Set passphrase', change: 'Change passphrase' },
  passphraseDone: 'The passphrase is set.',
  touchId: 'Touch ID',
  touchIdText:
    'Touch ID is accepted in place of the passphrase when you approve a call in the window. Everything else still needs the passphrase or a code.',
  totpOn: 'One-time codes are set up. They are accepted in place of the passphrase.',
  totpOff: 'No one-time codes are set up.',
  totpStart: 'Set up one-time codes…',
  totpRemove: 'Remove one-time codes…',
  totpPassphrase: 'Passphrase',
  totpGo: { start: 'Show the secret', remove: 'Remove' },
  totpSecret: 'Add this secret to your authenticator, then confirm it with a first code.',
  totpCode: 'First code',
  totpConfirm: 'Confirm',
  preset: 'Preset',
  presetText:
    'How much agents do without asking. A stricter one applies at once; a looser one is confirmed first.',
  protections: 'Protections of this machine',
  protectionsText: 'Tested on this machine.',
  states: { enforced: 'enforced', missing: 'missing', impossible: 'not on this system' },
  checks: { ok: 'fine', unset: 'not set up', warn: 'check this', fail: 'broken' },
  checksTitle: 'Checks',
  runners: {
    title: 'What runs commands',
    text: 'What each way of running commands holds. The key runner in the configuration chooses between the sandbox and a container.',
    holds: 'What holds',
    used: 'in use here',
  },
  groups: { missing: 'Missing', enforced: 'Enforced', impossible: 'Not possible on this system' },
  sandboxIs: (text: string) =>
    `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.+$/, '')}.`,
  tally: ({
    enforced,
    missing,
    all,
  }: {
    readonly enforced: number
    readonly missing: number
    readonly all: number
  }) =>
    missing === 0
      ? `${enforced} of ${all} protections hold.`
      : `${enforced} of ${all} protections hold, ${missing} missing.`,
  copyWords: { copy: 'Copy', copied: 'Copied', chosen: 'Selected: copy it with Ctrl+C.' },
  configTrouble: (line: number) => `Your configuration file, line ${line}:`,
  credentials: {
    title: 'Stored credentials',
    text: 'Agents use credentials by name and never see a value. Gatehouse adds the value only to requests to the hosts listed here.',
    kinds: {
      none: 'No stored credentials',
      locked: 'Locked',
      open: 'Open',
      broken: 'Not available',
    },
    storedBy: {
      system: 'kept by the keychain of the system',
      passphrase: 'kept by the Gatehouse passphrase',
    },
    count: (n: number) => counted(n, 'credential'),
    passphrase: 'Gatehouse passphrase',
    passphraseFirst:
      'This creates the store and opens it from now on. It is the passphrase of Passphrase and codes, above.',
    unlock: 'Unlock',
    unlockSystem: 'Open with the keychain',
    opening: 'Opening…',
    opened: 'The store is open until Gatehouse quits.',
    lock: 'Lock now',
    locked: 'The store is locked.',
    to: 'Sent to',
    header: 'as',
    basic: 'Basic •••',
    neverUsed: 'never used',
    used: (when: string) => `last used ${when}`,
    add: 'Add a credential…',
    addTitle: 'New credential',
    replace: 'Replace',
    replaceTitle: (name: string) => `Another value for ${name}`,
    replaceNow: 'Replace value',
    remove: 'Remove',
    sure: (name: string) =>
      `Remove ${name}? Its value is deleted, and calls that use it are denied.`,
    keep: 'Cancel',
    removeNow: 'Remove',
    removed: (name: string) => `${name} is removed.`,
    stored: (name: string) => `${name} is stored.`,
    name: 'Name',
    nameHint: 'The name agents use, such as github-token.',
    hosts: 'Hosts it may be sent to',
    hostsHint: 'One per line: example.org is that name alone, *.example.org the names below it.',
    headerName: 'Header',
    headerHint: 'Such as authorization or x-api-key.',
    template: 'Header value',
    templateHint: '{} is the value. Basic is for user:password.',
    value: 'Value',
    newValue: 'New value',
    valueHint: 'It leaves this page when you store it, and is never shown again.',
    valueBasic:
      'As user:password. It leaves this page when you store it, and is never shown again.',
    cancel: 'Cancel',
    store: 'Store',
    storing: 'Storing…',
    wrong: {
      name: 'Lower-case letters, digits and hyphens, such as github-token.',
      host: (host: string) =>
        `${host} is not a host such as example.org, *.example.org or localhost:8080.`,
      header: 'A header name such as x-api-key.',
      template: 'Basic, or a text with {} in it once.',
      value: 'Use at least 8 characters.',
    },
  },
  topics: {
    nav: 'Parts of the settings',
    search: 'Search settings',
    found: (n: number) => counted(n, 'part'),
    none: (typed: string) => `No setting matches “${typed}”.`,
    all: 'Show all',
    firstSteps: 'First steps',
    firstStepsText:
      'Three real calls show what the gate does: one is allowed, one needs approval, one is denied.',
    local: 'On this machine',
    gateway: 'Other agents',
    gatewayText:
      'Claude Code, Cursor, Goose and others can send their calls through this gate. Each has its own name.',
    gatewayGo: 'Agents',
    words: {
      firstSteps: 'tour demo folder newcomer help begin',
      model:
        'provider name base url key environment variable test connection local ollama lm studio llama.cpp vllm',
      notifications: 'bell desktop sound',
      updates: 'version channel stable beta download install release',
      desktop: 'tray window always on top start login autostart background',
      stepUp: 'passphrase one-time codes totp step-up',
      credentials: 'secrets tokens api keys keychain lock unlock',
      gateway: 'mcp clients token connect',
      appearance: 'theme dark light contrast density compact zoom shortcuts',
      preset: 'flow ask careful read-only approvals questions policy',
      protections: 'doctor sandbox checks system node runner container docker podman',
      data: 'configuration hash about',
      licences: 'about open source license packages',
    },
  },
  workspaces: {
    pick: 'Choose a folder…',
    recent: 'Used before',
    use: 'Use',
    useNamed: (folder: string) => `Use ${folder}`,
  },
  licences: {
    title: 'Licences',
    text: 'Gatehouse and the packages that ship in it, each with its licence. Those of Chromium come with Electron, in LICENSES.chromium.html beside its program.',
    show: 'Show the licences',
    unread: 'The list could not be read. It is written by the build: npm run build.',
    find: 'Search the licences',
    findPlaceholder: 'Name or licence',
    count: (shown: number, all: number) =>
      shown === all ? counted(all, 'package') : `${shown} of ${counted(all, 'package')}`,
    textOf: (name: string) => `Licence of ${name}`,
    noText: (licence: string) =>
      `This package does not include its licence text. It declares: ${licence}`,
  },
  data: 'Data and version',
  stored: {
    names: {
      config: 'Configuration',
      journal: 'Journal, runs and answers',
      index: 'Index of the journal’s search',
      documents: 'Index of documents',
      undo: 'Undo data',
    },
    notThere: 'not there yet',
    size: (bytes: number) =>
      bytes < 1_024
        ? counted(bytes, 'byte')
        : bytes < 1_048_576
          ? `${(bytes / 1_024).toFixed(0)} kB`
          : `${(bytes / 1_048_576).toFixed(1)} MB`,
  },
  dataText:
    'All of it stays on this machine. The journal only grows. Undo data is cleaned up automatically.',
  file: 'Configuration file',
  policy: 'Policy hash',
  version: 'Version',
  runsOn: (platform: string, node: string) => `System: ${platform}, Node ${node}`,
  appearance: {
    title: 'Appearance and keys',
    text: 'Saved in the configuration file, for every window.',
    theme: 'Theme',
    themes: { system: 'System', light: 'Light', dark: 'Dark' },
    contrast: 'Contrast',
    contrasts: { system: 'System', normal: 'Normal', more: 'High' },
    density: 'Density',
    densities: { comfortable: 'Comfortable', compact: 'Compact' },
    size: 'Text size',
    percent: (percent: number) => `${percent} %`,
    keys: 'Single-letter keys',
    reset: 'Back to the defaults',
    keysText:
      'J, K, A, D and G with a letter. Off: only keys with Ctrl or Cmd, and the function keys.',
  },
}
