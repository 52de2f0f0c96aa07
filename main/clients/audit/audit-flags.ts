// What an agent that runs at this moment was told on its command line, and what its environment
// says: no file shows that.
import type { ClientName, HostFacts } from '../connect/agents/clients.ts'
import { STEERING } from './audit-switch.ts'

/** The words of a process that runs here, the program first. */
export type CommandLine = readonly string[]

type Flag = { readonly flag: RegExp; readonly says: string }

const noHooks = 'so it does not call the hook of Gatehouse'

const flags: Readonly<
  Partial<Record<ClientName, { readonly program: RegExp; readonly flags: readonly Flag[] }>>
> = {
  'claude-code': {
    program: /(?:^|[\\/])claude(?:\.exe|\.js)?$|claude-code[\\/]cli\.js$/,
    flags: [
      { flag: /^--(?:bare|safe-mode)$/, says: `it was started without hooks, ${noHooks}` },
      {
        flag: /^--(?:setting-sources|settings)(?:=|$)/,
        says: 'it was started with settings of its own, which may leave the hook out',
      },
      {
        flag: /^--(?:allow-)?dangerously-skip-permissions$|bypassPermissions/,
        says: 'it was started without permissions of its own',
      },
    ],
  },
  codex: {
    program: /(?:^|[\\/])codex(?:\.exe|\.js)?$/,
    flags: [
      {
        flag: /features\.(?:codex_)?hooks\s*=\s*false|^--disable=?hooks$/,
        says: `it was started without hooks, ${noHooks}`,
      },
      {
        flag: /^--dangerously-bypass-hook-trust$/,
        says: 'it was started with untrusted hooks enabled',
      },
      {
        flag: /^--(?:dangerously-bypass-approvals-and-sandbox|yolo)$/,
        says: 'it was started without approvals and sandbox of its own',
      },
    ],
  },
  'gemini-cli': {
    program: /(?:^|[\\/])gemini(?:\.exe|\.js)?$/,
    flags: [
      {
        flag: /^(?:--yolo|-y|--approval-mode=yolo)$/,
        says: 'it was started to run tools without asking',
      },
    ],
  },
  'qwen-code': {
    program: /(?:^|[\\/])qwen(?:\.exe|\.js)?$/,
    flags: [
      { flag: /^--bare$/, says: `it was started without hooks, ${noHooks}` },
      { flag: /^(?:--yolo|-y)$/, says: 'it was started to run tools without asking' },
    ],
  },
}

/** Sentences; empty where nothing is found. */
export function flagsOf(agent: ClientName, lines: readonly CommandLine[]): readonly string[] {
  const known = flags[agent]
  if (known === undefined) return []
  // A program for Node is its second word.
  const ours = lines.filter((words) => words.slice(0, 2).some((word) => known.program.test(word)))
  const said = ours.flatMap((words) =>
    known.flags.flatMap(({ flag, says }) => {
      const word = words.find((each) => flag.test(each))
      return word === undefined ? [] : [`${says} (${word.split('=', 1)[0] ?? ''}).`]
    }),
  )
  return [...new Set(said)]
}

const variables: Readonly<Partial<Record<ClientName, readonly string[]>>> = {
  'claude-code': ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'],
  'gemini-cli': ['GEMINI_CLI_SYSTEM_SETTINGS_PATH', 'GEMINI_CLI_SYSTEM_DEFAULTS_PATH'],
  'qwen-code': ['QWEN_CODE_SYSTEM_SETTINGS_PATH', 'QWEN_CODE_SYSTEM_DEFAULTS_PATH'],
}

/** Names of variables that switch hooks off, or lead to other settings of the system. */
export const variablesOf = (agent: ClientName, env: HostFacts['env']): readonly string[] =>
  (variables[agent] ?? []).filter((name) => (env[name] ?? '') !== '' && env[name] !== '0')

/** They take every variable of such a file. */
const READS_ENV_FILES: readonly ClientName[] = ['gemini-cli', 'qwen-code']

/** Those that a file of a project would set. */
export const variablesIn = (agent: ClientName, text: string): readonly string[] =>
  [...(variables[agent] ?? []), ...(READS_ENV_FILES.includes(agent) ? STEERING : [])].filter(
    (name) => new RegExp(String.raw`^\s*(?:export\s+)?${name}\s*=`, 'm').test(text),
  )
