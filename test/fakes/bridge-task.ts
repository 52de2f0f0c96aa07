// What the toy model of the fake bridge understands: the phrases the composer offers as examples.
import type { FilePreview } from '../../contract/approval/approval.ts'
import type { JsonObject } from '../../contract/json.ts'
import type { Tier } from '../../contract/call/tier.ts'
import type { CanonicalTouch } from '../../contract/call/touch.ts'
import { workspace } from './bridge-data.ts'

export type Task =
  | { readonly kind: 'say'; readonly text: string }
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly title: string
      readonly args: JsonObject
      readonly tier: Tier
      readonly asks: boolean
      /** On the STOP list. */
      readonly stop: boolean
      readonly touches: readonly CanonicalTouch[]
      readonly reasons: readonly string[]
      readonly previews: readonly FilePreview[]
      /** Lines that stream while it runs. */
      readonly output: readonly string[]
      readonly result: string
    }

export function readTask(text: string): Task {
  const [, verb = '', rest = ''] = /^(\w+)\s+([^]*)$/.exec(text.trim()) ?? []
  switch (verb.toLowerCase()) {
    case 'read':
      return {
        kind: 'call',
        tool: 'read_file',
        title: 'Read a file',
        args: { path: rest },
        tier: 'R1',
        asks: false,
        stop: rest.startsWith('~/.ssh'),
        touches: [
          rest.startsWith('~/.ssh')
            ? { kind: 'fs.read', path: `/home/ada${rest.slice(1)}`, zone: 'stop', is: 'file' }
            : { kind: 'fs.read', path: `${workspace}/${rest}`, zone: 'workspace', is: 'file' },
        ],
        reasons: [
          rest.startsWith('~/.ssh')
            ? 'Denied: it would touch the keys in ~/.ssh, which nothing may reach.'
            : 'Reading inside the workspace runs without asking.',
        ],
        previews: [],
        output: [],
        result: `# ${rest}\n\nThe fake bridge made this text up.\n`,
      }
    case 'run': {
      const output = Array.from({ length: 8 }, (_, at) => `line ${at + 1} of ${rest}`)
      return {
        kind: 'call',
        tool: 'exec',
        title: 'Run a command',
        args: { command: rest, working_dir: '.' },
        tier: 'R3',
        asks: true,
        stop: false,
        touches: [{ kind: 'proc.run', command: rest, cwd: workspace, zone: 'workspace' }],
        reasons: ['Commands always ask: they can do anything the sandbox lets them.'],
        previews: [],
        output,
        result: output.join('\n'),
      }
    }
    case 'write': {
      const [, file = 'notes.txt', content = ''] = /^(\S+?):\s*([^]*)$/.exec(rest) ?? []
      const path = `${workspace}/${file}`
      return {
        kind: 'call',
        tool: 'write_file',
        title: 'Write a file',
        args: { path: file, content },
        tier: 'R2',
        asks: true,
        stop: false,
        touches: [{ kind: 'fs.write', path, zone: 'workspace', is: 'missing' }],
        reasons: ['It writes inside the workspace.'],
        previews: [{ path, before: null, after: `${content}\n` }],
        output: [],
        result: `Wrote ${file}.`,
      }
    }
    default:
      return {
        kind: 'say',
        text: 'I understand `read FILE`, `run COMMAND` and `write FILE: TEXT`.',
      }
  }
}
