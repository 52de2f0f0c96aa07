// What a tool can be given to work with. A power is bound to the permitted touches of one call and
// checks again at the moment of use. Tools import nothing from Node: this file is all they can do.
import { z } from 'zod'
import type { PageReading, ReadPage } from './page-reading.ts'
import type { SearchDocuments } from './documents-power.ts'
import type { Content } from '../content.ts'
import type { Failure } from '../../failure.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { MailAnswer, MailServerRequest } from './mail-request.ts'
import type { PluginPower } from '../../plugin/plugin-power.ts'
import type { Result } from '../../result.ts'
import type { AskKind } from '../../server/server-question.ts'
import type { ResultPower } from './result-power.ts'
import type { SubagentPower } from './subagent-power.ts'
import type { TerminalScreen, TerminalStep } from './terminal.ts'
import type { EventsPower } from '../../inbound/events-power.ts'
import type { Method } from '../touch.ts'
import type { NotifyPower, RecordsPower } from '../../record/records-power.ts'
import type { DeadLetter, DeadLetterState, Job, JobLimits, JobListing } from '../../schedule/job.ts'
import type { JobRun } from '../../schedule/job-run.ts'
import type { TriggerAsked } from '../../schedule/trigger.ts'

export type FileText = { readonly text: string; readonly bytes: number }
export type FolderEntry = {
  readonly name: string
  readonly is: 'file' | 'folder' | 'link' | 'other'
  readonly bytes: number
}
export type Written = { readonly bytes: number; readonly created: boolean }

export type FindRequest = {
  /** `*.ts` is a name in any folder, `src/**` a path from the searched folder; null: all there is. */
  readonly glob: string | null
  readonly what: 'file' | 'folder' | 'both'
  /** Names that begin with a dot as well. */
  readonly hidden: boolean
  /** What ignore files leave out as well. */
  readonly ignored: boolean
  /** Folders below the searched one that are entered: 1 is its own names alone. Left out: all. */
  readonly depth?: number
  readonly most: number
  readonly timeMs: number
}
export type SearchRequest = Omit<FindRequest, 'what'> & {
  readonly pattern: string
  /** As it is written; else a regular expression. */
  readonly literally: boolean
  readonly ignoreCase: boolean
  /** Lines shown before and after each that matches. */
  readonly around: number
}
export type FoundLine = {
  /** From 1. */
  readonly line: number
  readonly text: string
  readonly before: readonly string[]
  readonly after: readonly string[]
}
/** What was not looked into, so that nobody takes it for searched. */
export type LeftOut = {
  readonly large: number
  readonly binary: number
  readonly unreadable: number
  /** Files with several names, of which another may lie outside. */
  readonly linked: number
}
type SearchEnd = {
  /** There is more than was asked for. */
  readonly more: boolean
  /** Not everything was looked at: the time was up, or there are too many files. */
  readonly cut: 'time' | 'size' | null
  readonly leftOut: LeftOut
}
/** Paths from the folder that was searched, sorted folder by folder. */
export type FoundFiles = SearchEnd & { readonly files: readonly string[] }
export type FoundLines = SearchEnd & {
  readonly found: readonly { readonly file: string; readonly lines: readonly FoundLine[] }[]
}

export type ReadPower = {
  /**
   * UTF-8 text of a regular file of at most `maxBytes`. Fails on binary content rather than guess.
   */
  readText(path: string, limits: { readonly maxBytes: number }): Promise<Result<FileText, Failure>>
  /** All bytes of a regular file of at most `maxBytes`. Fails as `readText`, whatever they are. */
  readBytes(
    path: string,
    limits: { readonly maxBytes: number },
  ): Promise<Result<Uint8Array, Failure>>
  /** Sorted by name. Links are named, never followed. */
  list(path: string): Promise<Result<readonly FolderEntry[], Failure>>
  /**
   * Names of files below a folder. Links are not followed. Fails with `search.glob` where the glob
   * cannot be read, and as `list`.
   */
  find(path: string, request: FindRequest): Promise<Result<FoundFiles, Failure>>
  /**
   * Lines of the text files below a folder, or of one file. Fails with `search.pattern`,
   * `search.glob`, and as `list`.
   */
  search(path: string, request: SearchRequest): Promise<Result<FoundLines, Failure>>
  /** Passages of files below the permitted workspace. Left out: there is no index here. */
  readonly documents?: SearchDocuments
}

export type WritePower = {
  /**
   * Writes whole files atomically, creating parent folders inside the permitted root; keeps the
   * mode of what it replaces.
   */
  writeText(path: string, text: string): Promise<Result<Written, Failure>>
  /** The same for bytes as they are. */
  writeBytes(path: string, bytes: Uint8Array): Promise<Result<Written, Failure>>
  /**
   * Gives a regular file another name; both have to be permitted. Fails with `file.exists` where
   * something has that name already, and as `writeText`.
   */
  move(path: string, to: string): Promise<Result<null, Failure>>
}

export type FetchRequest = {
  readonly method: Method
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly timeoutMs: number
  readonly maxBytes: number
  /** Redirect hops to follow, each checked before it is dialled. */
  readonly maxRedirects: number
  /**
   * Name of a stored credential that the call was permitted. The outbound client adds its header;
   * nobody else sees the value.
   */
  readonly credential: string | null
  /**
   * The credential goes into the query under this name, because the service takes it nowhere else.
   * Left out: into its header.
   */
  readonly credentialInQuery?: string
}

export type FetchResponse = {
  readonly status: number
  readonly finalUrl: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly contentType: string
  readonly body: Uint8Array
  /** The body was longer than `maxBytes` and was cut. */
  readonly truncated: boolean
  /** dropped: sent at first, and left off where a redirect led to a place that it is not for. */
  readonly credential: 'none' | 'sent' | 'dropped'
}

/** One step in the browser of the session. Elements are named as the last look at the page did. */
export type BrowseStep =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'navigate'; readonly page: string; readonly to: 'back' | 'forward' | 'reload' }
  | { readonly kind: 'click'; readonly page: string; readonly element: string }
  | {
      readonly kind: 'type'
      readonly page: string
      readonly element: string
      readonly text: string
      /** What is there is replaced. */
      readonly fill: boolean
      readonly enter: boolean
    }
  | { readonly kind: 'eval'; readonly page: string; readonly script: string }
  | {
      readonly kind: 'scroll'
      readonly direction: 'up' | 'down' | 'left' | 'right'
      readonly pixels: number
    }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'look' | 'close' }
  | {
      readonly kind: 'get'
      readonly what: 'text' | 'html' | 'value'
      readonly element: string | null
    }

export type BrowsedPage = {
  readonly url: string
  readonly title: string
  /** As its server answered; null: it does not say. */
  readonly status: number | null
  /** What is on it, elements with their references. */
  readonly text: string
  /** What `eval` and `get` gave. */
  readonly value: string | null
  /** JPEG in base64, of what is in sight. */
  readonly picture: string | null
  /** Requests that were not let through: host and how many. */
  readonly blocked: readonly { readonly host: string; readonly requests: number }[]
}

export type FetchPower = {
  fetch(request: FetchRequest): Promise<Result<FetchResponse, Failure>>
  /**
   * Reads an answer in a thread, which takes the bytes along: they are gone here. Left out: it has to
   * be read here, in turns.
   */
  readPage?(reading: PageReading): Promise<Result<ReadPage, Failure>>
  /** Keeps what was fetched in a file; its path, or null where it cannot be kept. */
  saveMedia?(body: Uint8Array, mimeType: string): Promise<string | null>
  /** Left out: there is no browser here. */
  browse?(step: BrowseStep): Promise<Result<BrowsedPage, Failure>>
}

export type ProcessRequest = {
  readonly command: string
  readonly cwd: string
  readonly timeoutMs: number
}

/**
 * A host that a program tried to reach, and whether a connection was opened. Bytes out and back.
 */
export const Reached = z.strictObject({
  host: z.string(),
  port: z.int(),
  allowed: z.boolean(),
  bytesUp: z.int(),
  bytesDown: z.int(),
})
export type Reached = z.infer<typeof Reached>

export type ProcessEnd = {
  readonly stdout: string
  readonly stderr: string
  /** Bytes the child wrote, kept or not. */
  readonly stdoutBytes: number
  readonly stderrBytes: number
  /**
   * Paths in the workspace that other programs run or trust on their own (hooks, tasks, agent
   * settings, repositories) and that are new or other than before the command. Left out when there
   * are none.
   */
  readonly planted?: readonly string[]
  /** Of those, the ones that Git would have run: they were renamed and do nothing now. */
  readonly held?: readonly string[]
  readonly end:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'signalled'; readonly signal: string }
    | { readonly kind: 'timed-out' }
    | { readonly kind: 'flooded'; readonly stream: 'stdout' | 'stderr' }
    | { readonly kind: 'cancelled' }
}

export type RunPower = {
  run(request: ProcessRequest): Promise<Result<ProcessEnd, Failure>>
  /** Left out: no session can be kept here. */
  terminal?: TerminalPower
}

/** The terminal sessions of the caller, and of nobody else. */
export type TerminalPower = {
  /** Fails with `terminal.outside-permit` for what this call was not permitted. */
  step(step: TerminalStep): Promise<Result<TerminalScreen, Failure>>
  list(): Promise<readonly TerminalScreen[]>
}

/** Fails with `mail.outside-permit` for a server, a credential or recipients not permitted. */
export type MailPower = {
  ask(request: MailServerRequest): Promise<Result<MailAnswer, Failure>>
}

/**
 * The hosts it was permitted are opened to the program that `proc.run` of the same call starts.
 * `mail`: the person's mail server, where it is one of them.
 */
export type ConnectPower = { readonly mail?: MailPower }

/**
 * A permitted credential is named in a request, and the outbound client adds it. Its value is never
 * handed out; only a reference is, which means it in this session and is worth nothing elsewhere.
 */
export type CredentialPower = {
  /** Fails with `secrets.outside-permit` for a credential that this call was not permitted. */
  refer(name: string): Result<CredentialReference, Failure>
}

export type CredentialReference = {
  readonly reference: string
  /** Where it may be sent. */
  readonly hosts: readonly string[]
  readonly minutes: number
}

export type ServerCall = {
  readonly server: string
  readonly tool: string
  readonly args: JsonObject
  readonly timeoutMs: number
}

export type ServerAnswer = {
  readonly content: readonly Content[]
  /** As the declared output schema has it; null where there is none. */
  readonly structured: Json | null
  /** The server says that the call failed; the text says how. */
  readonly failed: boolean
}

/** How far a call of a server has come, as the server says it; `total` where it says so. */
export type CallProgress = {
  readonly done: number
  readonly total: number | null
  readonly text: string
}

/** A line that a server logs while it works on a call. */
export type CallLog = { readonly level: string; readonly data: Json }

/** Who wants to hear of a call while it runs. */
export type CallListener = {
  progress(reported: CallProgress): void
  log(line: CallLog): void
  /** From which level on lines are wanted; null: none are. */
  readonly logLevel: string | null
  /** As it calls itself. */
  readonly client: string
  /** Whether its person or its model could answer what a server asks. */
  can(kind: AskKind): boolean
  /**
   * Puts what a server asks to the client, in the protocol's own words. What it does not answer is
   * left out.
   */
  ask(requests: Readonly<Record<string, ServerAsk>>): Promise<Readonly<Record<string, JsonObject>>>
}

export type ServerAsk = { readonly kind: AskKind; readonly request: JsonObject }

export type ServerRead = {
  readonly server: string
  readonly uri: string
  readonly timeoutMs: number
}
export type ServerPrompt = {
  readonly server: string
  readonly name: string
  readonly args: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/** What a person's client may fill in for an argument of a prompt, or in the address of a template. */
export type ServerCompletion = {
  readonly server: string
  readonly what: 'resource' | 'prompt'
  /** Of the prompt, or the address of the template. */
  readonly name: string
  readonly argument: { readonly name: string; readonly value: string }
  /** Arguments that are known already. */
  readonly known: Readonly<Record<string, string>>
  readonly timeoutMs: number
}

/**
 * Calls what was permitted by name of an external server: a tool, a resource by its address, a
 * prompt.
 */
export type ServerPower = {
  call(request: ServerCall): Promise<Result<ServerAnswer, Failure>>
  read(request: ServerRead): Promise<Result<ServerAnswer, Failure>>
  /** `structured` holds "roles": who says each part of the content. */
  prompt(request: ServerPrompt): Promise<Result<ServerAnswer, Failure>>
  /** `structured` holds "values", "total" and "hasMore". */
  complete(request: ServerCompletion): Promise<Result<ServerAnswer, Failure>>
}

export type Memory = {
  readonly id: number
  /** Where it is from: `notes`, or `knowledge:` with a name for what a person put there. */
  readonly source: string
  /** What it is about, and its name there: one entry for each pair. Empty: a note without. */
  readonly category: string
  readonly key: string
  readonly text: string
  /** Who noted it: kind and name of the caller. Empty in older rows. */
  readonly agent: string
  /** Where text came from that anyone may have written and that may be in it; null: nowhere. */
  readonly untrusted: string | null
  /** Epoch milliseconds. */
  readonly at: number
}
/** `score` is that of BM25: the lower, the better it fits. */
export type FoundMemory = Memory & { readonly score: number }
export type MemoryAsked = {
  readonly query: string
  /** Null: all sources. */
  readonly source: string | null
  /** Null: any. */
  readonly category?: string | null
  readonly most: number
}
export type MemorySearch = MemoryAsked & {
  /** As the index has them; one of them at the beginning of a word is enough. */
  readonly words: readonly string[]
  readonly found: readonly FoundMemory[]
  /** Of how many. */
  readonly entries: number
}

/** Fails with `memory.outside-permit` for what this call was not permitted. */
export type MemoryPower = {
  search(asked: MemoryAsked): Promise<Result<MemorySearch, Failure>>
  /** The last search of this session; null where there was none. */
  last(): Promise<Result<MemorySearch | null, Failure>>
  sources(): Promise<Result<readonly { source: string; entries: number }[], Failure>>
  add(source: string, text: string): Promise<Result<Memory, Failure>>
  /** In the place of what was there under the same category and key. */
  put(entry: Pick<Memory, 'category' | 'key' | 'text'>): Promise<Result<Memory, Failure>>
  /** What the caller noted, the newest first. Fails with `memory.another` for another agent. */
  own(agent: string | null): Promise<Result<readonly Memory[], Failure>>
  /** How many were deleted. Fails as `own`. */
  clearOwn(agent: string | null): Promise<Result<number, Failure>>
  /** Fails with `memory.unknown`, and with `memory.knowledge` for what a person put there. */
  remove(id: number): Promise<Result<Memory, Failure>>
}

/** A job as it is asked for. What is left out is as usual. */
export type JobDraft = Pick<Job, 'name' | 'type' | 'message'> &
  Partial<JobLimits & Pick<Job, 'agent' | 'paused'>> & { readonly trigger: TriggerAsked }
/** What is left out stays. */
export type JobChange = Partial<JobDraft & Pick<Job, 'paused'>>

/**
 * Jobs that are kept to run later. Fails with `schedule.outside-permit` for what this call was not
 * permitted, `schedule.unknown`, `schedule.never`, `schedule.full`.
 */
export type SchedulePower = {
  list(): Promise<Result<readonly JobListing[], Failure>>
  get(id: string): Promise<Result<JobListing, Failure>>
  add(draft: JobDraft): Promise<Result<JobListing, Failure>>
  change(id: string, change: JobChange): Promise<Result<JobListing, Failure>>
  remove(id: string): Promise<Result<Job, Failure>>
  /** Null: in any state. */
  deadLetters(state: DeadLetterState | null): Promise<Result<readonly DeadLetter[], Failure>>
  /** How many were cleared. */
  clearDeadLetters(state: DeadLetterState | null): Promise<Result<number, Failure>>
  /** Once, now. Fails with `schedule.busy`, and while everything is stopped. */
  run(id: string): Promise<Result<JobRun, Failure>>
  /** With what it was given then. Fails with `schedule.no-letter`, `schedule.running`. */
  repeat(letter: string): Promise<Result<DeadLetter, Failure>>
  /** The newest first; null: of all jobs. */
  history(id: string | null, most: number): Promise<Result<readonly JobRun[], Failure>>
}

export type Powers = {
  readonly memory: MemoryPower
  readonly subagent: SubagentPower
  readonly schedule: SchedulePower
  readonly record: RecordsPower
  readonly event: EventsPower
  readonly notification: NotifyPower
  readonly result: ResultPower
  readonly 'fs.read': ReadPower
  readonly 'fs.write': WritePower
  readonly 'net.fetch': FetchPower
  readonly 'proc.run': RunPower
  readonly 'net.connect': ConnectPower
  readonly 'secrets.get': CredentialPower
  readonly 'mcp.call': ServerPower
  readonly 'plugin.run': PluginPower
}
