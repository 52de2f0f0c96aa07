// How far a capability of an agent reaches: limits on what its calls may touch or name. What is left
// out does not limit; of a list one member has to match. A call of which a scope cannot tell is
// outside of it.
import { z } from 'zod'
import { HostPattern } from '../policy/host-pattern.ts'
import { CommandPrefix, PathGlob } from '../policy/rule.ts'

const few = <T extends z.ZodType>(item: T) => z.array(item).min(1).max(256).readonly().optional()
const word = z.string().trim().min(1).max(512)

export const Scope = z.strictObject({
  paths: few(PathGlob).describe(
    'Files and folders: src/** from the workspace, /etc/* from the root, ~/docs from your home.',
  ),
  hosts: few(HostPattern).describe('Hosts that requests may go to: example.org, *.example.org.'),
  commands: few(CommandPrefix).describe('A program and its first words: git status, npm test.'),
  labels: few(word).describe('Labels or mailboxes of mail, as the service names them.'),
  recipients: few(word).describe('Addresses that email may go to: ana@example.org, *@example.org.'),
  calendars: few(word).describe('Calendars by name or id.'),
  categories: few(word).describe('Categories of the memory.'),
  repositories: few(word).describe('Repositories: owner/name, or owner/* for all of an owner.'),
  servers: few(word).describe('MCP servers by their short name.'),
})
export type Scope = z.infer<typeof Scope>
export const ScopeName = z.enum(Scope.keyof().options)
export type ScopeName = z.infer<typeof ScopeName>
