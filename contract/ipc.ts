// The whole surface of Gatehouse towards its screens and its command line, in one table. No channel exists outside it.
import { z } from 'zod'
import { AppState } from './app-state.ts'
import { AuditCheck, AuditOverview, CallReceipt, CountedRows, ExportFormat, ExportPiece, FoundRows, QueryText, SavedView } from './audit.ts'
import { Approval, ApprovalAnswer, ApprovalState, Proof, Reply } from './approval.ts'
import { CallResult } from './call.ts'
import { ConfigPatch } from './config.ts'
import { evidence } from './evidence.ts'
import { Credential, CredentialName, NewCredential, SecretsState } from './credential.ts'
import { ClientsState, NewClient } from './gateway.ts'
import { HookCall, HookDecided } from './hook.ts'
import { ApprovalId, CallId, LeaseId, RunId, SessionId } from './ids.ts'
import type { PanelEvent } from './event.ts'
import type { Failure } from './failure.ts'
import { Json, JsonObject } from './json.ts'
import { JournalFilter, JournalRow, Verification } from './journal.ts'
import { KeptPlace } from './kept.ts'
import { Lease, LeaseScope } from './lease.ts'
import { FoundServers } from './local-model.ts'
import { ToolListing, ToolUsage } from './manifest.ts'
import { StopDone } from './panic.ts'
import { PolicyReport, Simulation, Supposed, SupposedCall } from './policy.ts'
import { PolicyComparison, PolicyEdit, PolicyOverview, PolicyUsage, SimulatedPiece, TextHash } from './policy-file.ts'
import { Presence } from './presence.ts'
import type { Surface } from './principal.ts'
import { ServerConfig, ServerListing, ServerName } from './server.ts'
import { FoundClient, ServerChange, ServerEdit } from './server-change.ts'
import { ClientFormat, ServerImport, ServerItem, ServerReview } from './server-review.ts'
import { DoctorReport } from './protection.ts'
import type { Result } from './result.ts'
import { Run, RunItem, RunMatch, RunTotals } from './run.ts'
import { TourState, TourStep } from './tour.ts'
import { UndoDone, UndoForce, UndoPreview } from './undo-preview.ts'

const everywhere = ['window', 'browser', 'cli'] as const
const screens = ['window', 'browser'] as const
const terminal = ['cli'] as const

const call = <I extends z.ZodType, O extends z.ZodType>(from: readonly Surface[], input: I, output: O) => ({ from, input, output })

const none = z.strictObject({})
/** `attach`: files to read with the message, by path. Each is read as a call, so the gate sees it. */
const message = { text: z.string().min(1).max(100_000), attach: z.array(z.string().min(1).max(4_096)).max(20).optional() }

/** `from`: the surfaces a channel may be called on. The door refuses every other. */
export const ipc = {
  'app.state': call(everywhere, none, AppState),
  /** What makes anything freer takes a second word or a proof, as `policy.write` does. */
  'config.update': call(everywhere, z.strictObject({ ...ConfigPatch.shape, ...evidence }), AppState),
  /** Kept in memory until Gatehouse ends, or with `keep` in the store of credentials; empty forgets both that may be there. */
  'model.set-key': call(screens, z.strictObject({ key: z.string().max(4096), keep: z.boolean().default(false) }), AppState),
  /** Asks the model server for one word. */
  'model.check': call(screens, none, z.strictObject({ text: z.string(), durationMs: z.number() })),
  /** Model servers at their usual ports of this machine. Looks when `again` says so, and once unasked while no model was ever chosen. */
  'model.find': call(screens, z.strictObject({ again: z.boolean() }), FoundServers),
  'guard.set': call(everywhere, z.strictObject({ on: z.boolean(), ...evidence }), AppState),

  /** Stops everything, and asks for nothing. Every call of anybody is refused from then on, over restarts. */
  'panic.press': call(everywhere, none, StopDone),
  /** Lets calls run again: with a proof where one can be given, else said twice. What was ended stays ended. */
  'panic.lift': call(everywhere, z.strictObject({ proof: Proof.optional(), confirmed: z.boolean().default(false) }), none),

  'runs.list': call(everywhere, z.strictObject({ before: z.int().optional(), limit: z.int().min(1).max(200) }), z.array(Run)),
  /** With its newest items (200 unless told), in order, whether there are older ones, and the runs that go on from it in another way. */
  'runs.get': call(
    everywhere,
    z.strictObject({ id: RunId, limit: z.int().min(1).max(1_000).optional() }),
    z.strictObject({ run: Run, items: z.array(RunItem), older: z.boolean(), branches: z.array(Run) }),
  ),
  /** Items before one, in order. */
  'runs.items': call(
    everywhere,
    z.strictObject({ id: RunId, before: z.int(), limit: z.int().min(1).max(1_000) }),
    z.strictObject({ items: z.array(RunItem), older: z.boolean() }),
  ),
  /** Runs with these words in title, messages or arguments of calls, newest first, each once. */
  'runs.search': call(everywhere, z.strictObject({ text: z.string().max(200), limit: z.int().min(1).max(100) }), z.array(RunMatch)),
  /** What all runs have used together. */
  'runs.totals': call(everywhere, none, RunTotals),
  /** Begins a run with its first message. */
  'runs.start': call(screens, z.strictObject(message), Run),
  'runs.send': call(screens, z.strictObject({ id: RunId, ...message }), Run),
  /** A new run that goes on from just before a message, with another in its place. The old one stays as it is. */
  'runs.branch': call(screens, z.strictObject({ id: RunId, item: z.int(), ...message }), Run),
  'runs.rename': call(screens, z.strictObject({ id: RunId, title: z.string().trim().min(1).max(200) }), Run),
  /**
   * Takes away its transcript, those of its other versions, and what was rehearsed for its calls. The journal and the answers
   * keep their rows. Fails with `run.busy` or `run.held` while one of them is at work or waits.
   */
  'runs.remove': call(screens, z.strictObject({ id: RunId }), z.strictObject({ removed: z.array(RunId) })),
  /** Ends one call of it that runs or is held; the run goes on. */
  'runs.stop-call': call(screens, z.strictObject({ id: RunId, callId: CallId }), Run),
  'runs.stop': call(screens, z.strictObject({ id: RunId }), Run),
  'runs.resume': call(screens, z.strictObject({ id: RunId }), Run),

  'tour.state': call(screens, none, TourState),
  /** The first begins a new run; the others go on with it. */
  'tour.step': call(screens, z.strictObject({ step: TourStep, id: RunId.optional() }), Run),
  /** Takes the demo folder away. The run and the rows of the journal stay. */
  'tour.remove': call(screens, none, TourState),

  /** Paths of the workspace, relative to it, that fit what is being typed; folders end in a slash. Only what may be listed without asking. */
  'workspace.paths': call(
    screens,
    z.strictObject({ text: z.string().max(1_000), limit: z.int().min(1).max(100) }),
    z.strictObject({ paths: z.array(z.string()), more: z.boolean() }),
  ),

  /** Folders that agents worked in before, newest first. */
  'workspace.recent': call(screens, none, z.array(z.string())),
  /** The system's own dialog for a folder; null when it was closed. Changes nothing. `workspace.no-dialog` in a browser. */
  'workspace.pick': call(screens, none, z.strictObject({ path: z.string().nullable() })),

  'approvals.list': call(
    everywhere,
    z.strictObject({ states: z.array(ApprovalState), before: z.int().optional(), limit: z.int().min(1).max(200) }),
    z.array(Approval),
  ),
  'approvals.get': call(everywhere, z.strictObject({ id: ApprovalId }), Approval),
  /** Answers once. A second answer, an expired or a changed question fails and says so. */
  'approvals.answer': call(everywhere, z.strictObject({ id: ApprovalId, ...Reply.shape }), Approval),
  /** Runs the held call in a throw-away copy of the workspace, the network closed, and gives the question with what came of it. */
  'approvals.rehearse': call(everywhere, z.strictObject({ id: ApprovalId }), Approval),
  /** What a lasting answer would have done over the journal. */
  'approvals.preview': call(
    everywhere,
    z.strictObject({ id: ApprovalId, answer: ApprovalAnswer, scope: LeaseScope.optional() }),
    Simulation,
  ),

  'leases.list': call(everywhere, z.strictObject({ all: z.boolean().default(false) }), z.array(Lease)),
  /** One, those of a session, or all. Gives how many ended. */
  'leases.revoke': call(
    everywhere,
    z.union([z.strictObject({ id: LeaseId }), z.strictObject({ session: SessionId }), z.strictObject({ all: z.literal(true) })]),
    z.strictObject({ revoked: z.int() }),
  ),
  /** By hand, for one tool and action. */
  'leases.grant': call(
    everywhere,
    z.strictObject({ tool: z.string(), action: z.string().nullable().default(null), scope: LeaseScope, ...evidence }),
    Lease,
  ),

  /** Whether a passphrase and one-time codes are set, and for how long answers are locked. */
  'presence.state': call(everywhere, none, Presence),
  /** `current` is needed once one is set. */
  'presence.set-passphrase': call(
    everywhere,
    z.strictObject({ current: z.string().max(1024).optional(), passphrase: z.string().min(8).max(1024) }),
    Presence,
  ),
  /** Gives the secret to put into an authenticator; it counts once a first code has confirmed it. */
  'presence.begin-totp': call(
    everywhere,
    z.strictObject({ passphrase: z.string() }),
    z.strictObject({ secret: z.string(), uri: z.string() }),
  ),
  'presence.confirm-totp': call(everywhere, z.strictObject({ code: z.string() }), Presence),
  'presence.remove-totp': call(everywhere, z.strictObject({ passphrase: z.string() }), Presence),

  /** Whether the store of credentials is open, what keeps it, and how many are in it. */
  'secrets.state': call(everywhere, none, SecretsState),
  /** Names, hosts and headers; never a value. */
  'secrets.list': call(everywhere, none, z.array(Credential)),
  /** The value goes in and never comes out. */
  'secrets.set': call(everywhere, NewCredential, Credential),
  'secrets.remove': call(everywhere, z.strictObject({ name: CredentialName }), z.array(Credential)),
  /** With the passphrase, or without one by the keychain of the system. */
  'secrets.unlock': call(everywhere, z.strictObject({ passphrase: z.string().min(1).max(1024).optional() }), SecretsState),
  'secrets.lock': call(everywhere, none, SecretsState),

  /** Under the policy in force, or under another configuration file's text. Nothing is recorded. */
  'policy.explain': call(
    everywhere,
    z.strictObject({ calls: z.array(SupposedCall).min(1).max(1_000), text: z.string().max(1_048_576).optional() }),
    z.array(Supposed),
  ),
  'policy.report': call(everywhere, none, PolicyReport),
  /** Reads a whole configuration file's text and says what is wrong with it; changes nothing. */
  'policy.check': call(everywhere, z.strictObject({ text: z.string().max(1_048_576) }), PolicyReport),
  /** Replays the newest decisions of the journal under another configuration file's text. */
  'policy.simulate': call(everywhere, z.strictObject({ text: z.string().max(1_048_576), limit: z.int().min(1).max(100_000) }), Simulation),

  /** The whole file with what of it is in force. */
  'policy.overview': call(screens, none, PolicyOverview),
  /** A text with one change in it; comments and order stay. Writes nothing. */
  'policy.edit': call(screens, z.strictObject({ text: z.string().max(1_048_576), edit: PolicyEdit }), z.strictObject({ text: z.string() })),
  /** What saving a text would make freer, and what it takes. */
  'policy.compare': call(screens, z.strictObject({ text: z.string().max(1_048_576) }), PolicyComparison),
  /** Puts a text in the place of the file, which must still be the one of that hash (`config.changed` else), and keeps the old one beside it. */
  'policy.write': call(
    screens,
    z.strictObject({
      text: z.string().max(1_048_576),
      expectedHash: TextHash,
      ...evidence,
    }),
    z.strictObject({ overview: PolicyOverview, backup: z.string().nullable() }),
  ),
  /** As `policy.simulate`, a piece at a time, so that it can be watched and stopped. */
  'policy.replay': call(
    screens,
    z.strictObject({ text: z.string().max(1_048_576), before: z.int().optional(), limit: z.int().min(1).max(1_000) }),
    SimulatedPiece,
  ),
  'policy.usage': call(screens, none, PolicyUsage),
  /** JSON Schema of the file, with what each setting means. */
  'policy.schema': call(screens, none, JsonObject),

  'servers.list': call(everywhere, none, z.array(ServerListing)),
  /** Starts the server where it does not run, and shows all it offers beside what was reviewed. Opens nothing. */
  'servers.review': call(everywhere, z.strictObject({ name: ServerName }), ServerReview),
  /** A person's yes to what they were shown, by its digest. `all`: whatever has no findings; the rest is named. On the command line it carries proof once a passphrase is set. */
  'servers.accept': call(
    everywhere,
    z.strictObject({
      name: ServerName,
      items: z.union([z.literal('all'), z.array(ServerItem).max(10_000)]),
      digest: z.string(),
      proof: Proof.optional(),
    }),
    ServerReview,
  ),
  /** Reads a link that wants a server added. Changes nothing: whoever shows it asks, and then calls `servers.add`. */
  'servers.read-link': call(
    everywhere,
    z.strictObject({ link: z.string().max(65_536) }),
    z.strictObject({ name: ServerName, config: ServerConfig }),
  ),
  /** Takes a yes back. */
  'servers.close': call(everywhere, z.strictObject({ name: ServerName, item: ServerItem }), ServerReview),
  /** Writes it into the configuration. What would be run is shown by whoever asks, before. Nothing of it can be called yet. */
  'servers.add': call(everywhere, z.strictObject({ name: ServerName, config: ServerConfig, ...evidence }), z.array(ServerListing)),
  'servers.remove': call(everywhere, z.strictObject({ name: ServerName }), z.array(ServerListing)),
  /** Switches it on where it is off, and begins anew where it was stopped. */
  'servers.start': call(everywhere, z.strictObject({ name: ServerName, ...evidence }), z.array(ServerListing)),
  /** The way it is started or reached. What it offers is closed until it is reviewed again, as after any such change. */
  'servers.edit': call(screens, z.strictObject({ ...ServerEdit.shape, ...evidence }), z.array(ServerListing)),
  /** Trust, limits, what its sandbox shows, or off. */
  'servers.change': call(screens, z.strictObject({ ...ServerChange.shape, ...evidence }), z.array(ServerListing)),
  /** Ends it and begins anew. */
  'servers.restart': call(screens, z.strictObject({ name: ServerName }), z.array(ServerListing)),
  /** Which other clients have a configuration here. Reads none of them. */
  'servers.found': call(screens, none, z.array(FoundClient)),
  /** Reads another client's configuration: a file of this machine by the client's name, or a text. Changes nothing but with `apply`. */
  'servers.import': call(
    everywhere,
    z.strictObject({
      from: ClientFormat,
      text: z.string().max(4_194_304).optional(),
      names: z.array(z.string()).optional(),
      apply: z.boolean(),
    }),
    ServerImport,
  ),
  /** The servers in another client's form; references to secrets, never values. */
  'servers.export': call(
    everywhere,
    z.strictObject({ format: ClientFormat, names: z.array(z.string()).optional() }),
    z.strictObject({ text: z.string(), notes: z.array(z.string()) }),
  ),

  /** Clients that may come in over HTTP, and where. */
  'clients.list': call(everywhere, none, ClientsState),
  /** Gives a token, this once; an earlier one of that name counts no more. */
  'clients.add': call(everywhere, z.strictObject({ name: ServerName }), NewClient),
  'clients.remove': call(everywhere, z.strictObject({ name: ServerName }), ClientsState),

  'tools.list': call(everywhere, none, z.array(ToolListing)),
  /** Decisions of the journal since a moment, by tool; a tool without any is left out. */
  'tools.usage': call(everywhere, z.strictObject({ since: z.int().min(0) }), z.array(ToolUsage)),
  /** Before a tool of another agent's own runs: decided, asked and journalled as any call, and left to the agent. */
  'hook.decide': call(terminal, HookCall, HookDecided),

  'tools.run': call(
    terminal,
    z.strictObject({ tool: z.string(), args: Json, /** Hold it and wait for a person, or deny at once. */ wait: z.boolean() }),
    CallResult,
  ),

  /** `total`: all rows, or with a filter those that fit, counted no further than 1,000. */
  'audit.page': call(
    everywhere,
    z.strictObject({ before: z.int().optional(), limit: z.int().min(1).max(200), filter: JournalFilter.prefault({}) }),
    z.strictObject({ rows: z.array(JournalRow), total: z.int() }),
  ),
  'audit.verify': call(everywhere, none, Verification),
  /** A page of the rows that a query asks for, newest first. A wrong query fails with `query.wrong`. */
  'audit.search': call(
    everywhere,
    z.strictObject({ query: QueryText, before: z.int().optional(), after: z.int().optional(), limit: z.int().min(1).max(200) }),
    FoundRows,
  ),
  /** Goes on counting for a moment; whoever does not ask again has stopped it. `from`: how many were counted so far. */
  'audit.count': call(
    everywhere,
    z.strictObject({
      query: QueryText,
      before: z.int().optional(),
      after: z.int().optional(),
      every: z.int().min(1).max(1_000),
      from: z.int().min(0),
    }),
    CountedRows,
  ),
  /** Known values of a key, for completing what is typed. */
  'audit.values': call(
    screens,
    z.strictObject({ key: z.string().max(40), typed: z.string().max(200) }),
    z.array(z.strictObject({ value: z.string(), n: z.int() })),
  ),
  'audit.overview': call(
    everywhere,
    z.strictObject({ hours: z.union([z.literal(24), z.literal(168), z.literal(720), z.literal(2160)]) }),
    AuditOverview,
  ),
  /** How the check of the whole chain stands; with `start`, one that goes on without anybody waiting is begun. */
  'audit.check': call(everywhere, z.strictObject({ start: z.boolean() }), AuditCheck),
  'audit.call': call(everywhere, z.strictObject({ callId: CallId }), CallReceipt),
  /** A piece at a time, oldest first, as redacted as the journal is. `until`: the `seq` of the first piece, so that it ends. */
  'audit.export': call(
    everywhere,
    z.strictObject({ format: ExportFormat, query: QueryText, after: z.int().optional(), until: z.int().optional() }),
    ExportPiece,
  ),
  'audit.views': call(screens, none, z.array(SavedView)),
  /** In place of one of that name. */
  'audit.save-view': call(screens, SavedView, z.array(SavedView)),
  'audit.remove-view': call(screens, z.strictObject({ name: z.string() }), z.array(SavedView)),

  /** What undoing a call would change. Changes nothing. */
  'undo.preview': call(everywhere, z.strictObject({ callId: CallId }), UndoPreview),
  /** Puts back what a call changed. `force`: also paths that changed since. An undo of an undo does it again. */
  'undo.apply': call(everywhere, z.strictObject({ callId: CallId, force: UndoForce.default([]), proof: Proof.optional() }), UndoDone),

  'doctor.report': call(everywhere, none, DoctorReport),
  /** Where everything lies on this machine, and how large it is. */
  'data.places': call(screens, none, z.array(KeptPlace)),
} as const

type Table = typeof ipc
export type IpcChannel = keyof Table
export type Input<C extends IpcChannel> = z.output<Table[C]['input']>
export type Output<C extends IpcChannel> = z.output<Table[C]['output']>

/** Who is calling: set by the host that took the call, never by the caller. */
export type Caller = { readonly surface: Surface }

export type Handlers = { readonly [C in IpcChannel]: (input: Input<C>, caller: Caller) => Promise<Result<Output<C>, Failure>> }

/** What a screen holds: the same table from the other side. Never rejects; a lost connection is a failure with code `bridge.lost`. */
export type Bridge = {
  call<C extends IpcChannel>(channel: C, input: z.input<Table[C]['input']>): Promise<Result<Output<C>, Failure>>
  /** Called with every event from now on, and once with `null` whenever events may have been missed, so that the screen re-reads. */
  subscribe(listener: (event: PanelEvent | null) => void): () => void
}
