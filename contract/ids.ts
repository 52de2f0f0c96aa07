// Every id is branded and born here: mixing up a call id and an approval id is a security bug.
import { z } from 'zod'

const id = <const B extends string>(prefix: string, _brand: B) =>
  z
    .string()
    .regex(new RegExp(`^${prefix}_[0-9a-z]{8,40}$`))
    .brand<B>()

export const CallId = id('call', 'CallId')
export type CallId = z.infer<typeof CallId>
/**
 * Drawn by the command line for one call, and told to nobody else: with it, it finds what that call
 * asks, and nothing that another call does.
 */
export const CallTicket = z.uuid().brand<'CallTicket'>()
export type CallTicket = z.infer<typeof CallTicket>
export const ApprovalId = id('apr', 'ApprovalId')
export type ApprovalId = z.infer<typeof ApprovalId>
export const RunId = id('run', 'RunId')
export type RunId = z.infer<typeof RunId>
/** Of no run: of a call that is only asked about. */
export const SUPPOSED_RUN = RunId.parse('run_supposed00')
export const LeaseId = id('lease', 'LeaseId')
export type LeaseId = z.infer<typeof LeaseId>
export const JobId = id('job', 'JobId')
export type JobId = z.infer<typeof JobId>
export const JobRunId = id('jrun', 'JobRunId')
export type JobRunId = z.infer<typeof JobRunId>
/** What a session lease is bound to: one run of an agent, or one command-line process. */
export const SessionId = id('ses', 'SessionId')
export type SessionId = z.infer<typeof SessionId>

const sha256 = <const B extends string>(_brand: B) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .brand<B>()

/** SHA-256 of the canonical JSON of {tool, action, args}. This hash *is* the request. */
export const RequestHash = sha256('RequestHash')
export type RequestHash = z.infer<typeof RequestHash>
/** SHA-256 over everything that can change a decision. */
export const PolicyHash = sha256('PolicyHash')
export type PolicyHash = z.infer<typeof PolicyHash>
/** SHA-256 of a tool's manifest and input schema. */
export const DefinitionHash = sha256('DefinitionHash')
export type DefinitionHash = z.infer<typeof DefinitionHash>
/** SHA-256 of the canonical JSON of what a model was asked in one step. */
export const PromptHash = sha256('PromptHash')
export type PromptHash = z.infer<typeof PromptHash>
/** SHA-256 of the canonical JSON of what a call gave its caller. */
export const ResultHash = sha256('ResultHash')
export type ResultHash = z.infer<typeof ResultHash>
export const FileHash = sha256('FileHash')
export type FileHash = z.infer<typeof FileHash>
