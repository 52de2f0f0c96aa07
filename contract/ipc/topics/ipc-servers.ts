// Channels: external servers, clients of the gateway, tools, and the hooks of other agents.
import { z } from 'zod'
import { Proof } from '../../approval/proof.ts'
import { CallResult } from '../../call/call.ts'
import { evidence } from '../../approval/evidence.ts'
import { ClientsState, NewClient, ClientRequest } from '../../server/gateway.ts'
import { HookCall, HookDecided, HookEnded } from '../../server/hook.ts'
import { ApprovalId, CallTicket } from '../../ids.ts'
import { Json } from '../../json.ts'
import { ToolUsage } from '../../call/manifest.ts'
import { CommandsRun, ServerConfig, ServerListing, ServerName } from '../../server/server.ts'
import { QuestionAnswer, ServerQuestion } from '../../server/server-question.ts'
import { FoundClient, ServerChange, ServerEdit } from '../../server/server-change.ts'
import { RegistryAnswer } from '../../server/registry-hit.ts'
import { MissedGrant } from '../../server/missed-grant.ts'
import { PackageChoice, PackagePlan } from '../../server/package.ts'
import {
  AcceptedItem,
  ClientFormat,
  ServerImport,
  ServerItem,
  ServerReview,
} from '../../server/server-review.ts'
import { call, everywhere, none, screens, terminal } from '../channel.ts'

export const serversChannels = {
  'servers.list': call(everywhere, none, z.array(ServerListing)),
  /**
   * Starts the server where it does not run, and shows all it offers beside what was reviewed.
   * Opens nothing.
   */
  'servers.review': call(everywhere, z.strictObject({ name: ServerName }), ServerReview),
  /**
   * A person's yes to what they were shown, by its digest. `all`: whatever has no findings; the
   * rest is named. On the command line it carries proof once a passphrase is set.
   */
  'servers.accept': call(
    everywhere,
    z.strictObject({
      name: ServerName,
      items: z.union([z.literal('all'), z.array(AcceptedItem).max(10_000)]),
      digest: z.string(),
      proof: Proof.optional(),
    }),
    ServerReview,
  ),
  /**
   * Reads a link that adds a server. Changes nothing: the screen shows it, asks, and then calls
   * `servers.add`.
   */
  'servers.read-link': call(
    everywhere,
    z.strictObject({ link: z.string().max(65_536) }),
    z.strictObject({ name: ServerName, config: ServerConfig }),
  ),
  /** What servers ask at this moment, oldest first. */
  'servers.questions': call(everywhere, none, z.array(ServerQuestion)),
  /** Gives what still waits. On the command line an approval needs step-up once a passphrase is set. */
  'servers.answer-question': call(
    everywhere,
    z.strictObject({ id: z.string(), answer: QuestionAnswer, proof: Proof.optional() }),
    z.array(ServerQuestion),
  ),
  /** Takes an approval back. */
  'servers.close': call(
    everywhere,
    z.strictObject({ name: ServerName, item: ServerItem }),
    ServerReview,
  ),
  /**
   * Writes it into the configuration. The screen has shown before what would run. None of its
   * tools can be called yet. `fetch`: the package that was looked up for it is downloaded first;
   * where that fails nothing is added.
   */
  'servers.add': call(
    everywhere,
    z.strictObject({
      name: ServerName,
      config: ServerConfig,
      fetch: PackageChoice.optional(),
      ...evidence,
    }),
    z.array(ServerListing),
  ),
  'servers.remove': call(everywhere, z.strictObject({ name: ServerName }), z.array(ServerListing)),
  /** Switches it on where it is off, and begins again where it was stopped. */
  'servers.start': call(
    everywhere,
    z.strictObject({ name: ServerName, ...evidence }),
    z.array(ServerListing),
  ),
  /**
   * The way it is started or reached. What it offers is closed until it is reviewed again, as after
   * any such change.
   */
  'servers.edit': call(
    screens,
    z.strictObject({ ...ServerEdit.shape, ...evidence }),
    z.array(ServerListing),
  ),
  /** Trust, limits, what its sandbox shows, or off. */
  'servers.change': call(
    everywhere,
    z.strictObject({ ...ServerChange.shape, ...evidence }),
    z.array(ServerListing),
  ),
  /**
   * Asks the registry what a server's command would fetch: of one that is there, or of one that is
   * about to be added. Nothing of it is fetched.
   */
  'servers.package': call(
    everywhere,
    z.union([z.strictObject({ name: ServerName }), z.strictObject({ config: ServerConfig })]),
    PackagePlan,
  ),
  /**
   * A person's yes to what they were shown: downloads just that, pins it in the configuration and
   * starts the server from it. `scripts`: those of the packages are run, in the sandbox.
   */
  'servers.fetch': call(
    everywhere,
    z.strictObject({ name: ServerName, fetch: PackageChoice, ...evidence }),
    z.array(ServerListing),
  ),
  /** One thing that it was seen to lack: `missed` of its listing. Nothing else can be granted so. */
  'servers.grant': call(
    everywhere,
    z.strictObject({ name: ServerName, grant: MissedGrant, ...evidence }),
    z.array(ServerListing),
  ),
  /**
   * Searches a list of servers that the person names: the address of a registry, or the whole path
   * of a file. Fetches that list and nothing that it names; adds nothing.
   */
  'servers.search': call(
    everywhere,
    z.strictObject({ from: z.string().min(1).max(4_096), text: z.string().max(200) }),
    RegistryAnswer,
  ),
  /** Ends it and begins again. */
  'servers.restart': call(screens, z.strictObject({ name: ServerName }), z.array(ServerListing)),
  /** Which other clients have a configuration here. Reads none of them. */
  'servers.found': call(screens, none, z.array(FoundClient)),
  /**
   * Reads another client's configuration: a file of this machine by the client's name, or a text.
   * Changes nothing but with `apply`.
   */
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
  'clients.add': call(
    everywhere,
    z.strictObject({ name: ServerName, narrowed: ClientRequest.optional() }),
    NewClient,
  ),
  /** Who runs the shell commands of an agent from now on. */
  'clients.commands': call(
    everywhere,
    z.strictObject({ name: ServerName, run: CommandsRun, ...evidence }),
    ClientsState,
  ),
  /** Its own preset from now on; null: the one in force. */
  'clients.preset': call(
    everywhere,
    z.strictObject({ name: ServerName, preset: z.string().nullable(), ...evidence }),
    ClientsState,
  ),
  'clients.remove': call(everywhere, z.strictObject({ name: ServerName }), ClientsState),
  /** Decisions of the journal since a moment, by tool; a tool without any is left out. */
  'tools.usage': call(everywhere, z.strictObject({ since: z.int().min(0) }), z.array(ToolUsage)),
  /**
   * Before a tool of another agent's own runs: decided, asked and journalled as any call, and left
   * to the agent.
   */
  'hook.decide': call(terminal, HookCall, HookDecided),
  /** What that session has read no longer applies to the next one. */
  'hook.ended': call(terminal, HookEnded, z.null()),
  'tools.run': call(
    terminal,
    z.strictObject({
      tool: z.string(),
      args: Json,
      /** Hold it and wait for a person, or deny at once. */ wait: z.boolean(),
      /** For `tools.held`. `tool.ticket-used` while another call has it. Left out: nobody asks. */
      ticket: CallTicket.optional(),
    }),
    CallResult,
  ),
  /** The approval that a call waits for now, its own or the one that it joined; null: none. */
  'tools.held': call(terminal, z.strictObject({ ticket: CallTicket }), ApprovalId.nullable()),
  /** Takes a call back, while it runs or is held; false: no call with this ticket is there. */
  'tools.cancel': call(terminal, z.strictObject({ ticket: CallTicket }), z.boolean()),
} as const
