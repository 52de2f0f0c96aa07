// Every word about plugins.
import { counted } from '../../../../contract/counted.ts'
import type { PluginOrigin } from '../../../../contract/plugin/plugin-origin.ts'
import type { PluginState } from '../../../../contract/plugin/listing.ts'

const states: Readonly<Record<PluginState, string>> = {
  open: 'Open',
  new: 'New',
  changed: 'Changed',
  filtered: 'Not allowed',
  shadowed: 'Not used',
  taken: 'Name taken',
  broken: 'Broken',
  registry: 'Not registered',
}
const origins: Readonly<Record<PluginOrigin, string>> = {
  'built-in': 'Built-in folder',
  external: 'External folder',
}

export const pluginStrings = {
  title: 'Plugins',
  list: 'Plugins',
  states,
  origins,
  kinds: { native: 'Program in the sandbox', wasi: 'WASI module' },
  /** Before the folder. */
  none: 'No plugins yet. Start one here, or put NAME.toml and its program into',
  reading: 'Reading the plugin folders…',
  unknown: (name: string) => `There is no plugin named ${name}`,
  unknownText: 'It was removed from its folder, or renamed.',
  about: 'About',
  reach: 'What every call may reach',
  problems: 'What is wrong with it',
  problemAt: (line: number, column: number) => `Line ${line}, column ${column}`,
  manifest: 'Manifest and program',
  manifestText: (name: string) => `Manifest and program of ${name}`,
  manifestDiff: (name: string) => `What changed of ${name} since your review`,
  accept: 'Accept as it is',
  acceptNamed: (name: string) => `Accept as it is: ${name}`,
  close: 'Close',
  closeNamed: (name: string) => `Close ${name}`,
  accepted: 'Accepted.',
  closed: 'Closed.',
  reviewText:
    'Read the manifest. Your acceptance is for exactly this text and this program; any change closes the plugin again.',
  allow: (name: string) => `Let ${name} through`,
  tool: 'Show in Capabilities',
  facts: {
    version: 'Version',
    kind: 'Runs as',
    folder: 'Folder',
    file: 'Manifest',
    program: 'Program',
    tier: 'Base tier',
    limits: 'Limits',
  },
  add: 'New plugin',
  draft: {
    title: 'New plugin',
    lead: 'Gatehouse writes a manifest and a program that gives a text back. You change them in your editor, and accept the plugin when it is as you want it.',
    name: 'Name',
    nameHint:
      'Lower-case letters, digits, - and single _, beginning with a letter, such as word_count.',
    nameWrong: 'Use a name such as word_count.',
    language: 'Written in',
    languages: {
      shell: 'Shell script',
      node: 'Node script',
      c: 'C, built as a WASI module',
    },
    where: (folder: string) => `Files that are written into ${folder}`,
    file: (path: string) => `Text of ${path}`,
    write: 'Write the files',
    build: 'Build the module before you check the plugin: the first lines of the C file say how.',
  },
  author: 'For its author',
  authorText: 'Check reads manifest and program again. Pack puts both into one archive for others.',
  check: 'Check',
  checkNamed: (name: string) => `Check ${name}`,
  pack: 'Pack…',
  packNamed: (name: string) => `Pack ${name}`,
  sound: 'The manifest has no problems.',
  unsound: (count: number) =>
    `The manifest has ${count === 1 ? 'a problem' : `${count} problems`}.`,
  packed: (archive: string, digest: string) => `${archive} is saved. Its digest is ${digest}.`,
  limits: (ms: number, bytes: number) =>
    `${ms.toLocaleString('en')} ms, ${counted(bytes.toLocaleString('en'), 'byte')} of output`,
} as const
