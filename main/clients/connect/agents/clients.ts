// The clients that can be connected, each with a file of its own: where it keeps its configuration on
// each system, and what an entry of ours looks like there.
import { claudeCode } from './claude-code.ts'
import { claudeDesktop } from './claude-desktop.ts'
import type { Client } from './client.ts'
import { cline } from './cline.ts'
import { codex } from './codex.ts'
import { continueDev } from './continue.ts'
import { cursor } from './cursor.ts'
import { geminiCli } from './gemini-cli.ts'
import { goose } from './goose.ts'
import { openCode } from './opencode.ts'
import { qwenCode } from './qwen-code.ts'
import { vsCode } from './vscode.ts'

export { locationsOn } from './client.ts'
export type { Endpoint, Format, HostFacts, Program, Scope, ConfigTarget } from './client.ts'

export const clientNames = [
  'claude-code',
  'cursor',
  'goose',
  'codex',
  'vscode',
  'claude-desktop',
  'gemini-cli',
  'opencode',
  'qwen-code',
  'continue',
  'cline',
] as const
export type ClientName = (typeof clientNames)[number]
export const isClientName = (name: string): name is ClientName =>
  clientNames.some((each) => each === name)

export const clients: Readonly<Record<ClientName, Client>> = {
  'claude-code': claudeCode,
  cursor,
  goose,
  codex,
  vscode: vsCode,
  'claude-desktop': claudeDesktop,
  'gemini-cli': geminiCli,
  opencode: openCode,
  'qwen-code': qwenCode,
  continue: continueDev,
  cline,
}
