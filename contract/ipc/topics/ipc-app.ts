// Channels: the app as a whole: its state, the configuration, the model, stopping everything, where
// things lie.
import { z } from 'zod'
import { AppState } from '../app-state.ts'
import { Proof } from '../../approval/proof.ts'
import { ConfigPatch } from '../../policy/config/config-patch.ts'
import { evidence } from '../../approval/evidence.ts'
import { StorageEntry } from '../../storage-entry.ts'
import { FoundServers } from '../../agent/local-model.ts'
import { ModelDraft, ModelServerDraft } from '../../agent/model-draft.ts'
import { StopDone } from '../../approval/emergency-stop.ts'
import { DoctorReport } from '../../protection.ts'
import { UpdateState } from '../../desktop/update.ts'
import { call, everywhere, none, screens, terminal } from '../channel.ts'

export const appChannels = {
  'app.state': call(everywhere, none, AppState),
  /**
   * A new one-time address of the window in a browser, for a page that lost its own. Anyone who has
   * it answers as the person, so once a passphrase is set it takes the proof.
   */
  'app.link': call(
    terminal,
    z.strictObject({ proof: Proof.optional() }),
    z.strictObject({ url: z.string() }),
  ),
  /**
   * Ends every page in a browser and every link. None of them comes back, also not after a restart.
   * It only takes away, so it asks for nothing.
   */
  'app.close-pages': call(terminal, none, z.strictObject({ pages: z.int().nonnegative() })),
  /** What makes anything looser takes a second word or a proof, as `policy.write` does. */
  'config.update': call(
    everywhere,
    z.strictObject({ ...ConfigPatch.shape, ...evidence }),
    AppState,
  ),
  /**
   * Kept in memory until Gatehouse ends, or with `keep` in the credential store; empty forgets
   * both that may be there.
   */
  'model.set-key': call(
    screens,
    z.strictObject({ key: z.string().max(4096), keep: z.boolean().default(false) }),
    AppState,
  ),
  /** Asks the model server for one word; with a draft, the one that is being filled in. */
  'model.check': call(
    screens,
    z.strictObject({ draft: ModelDraft.optional() }),
    z.strictObject({ text: z.string(), durationMs: z.number() }),
  ),
  /** Which models a server has that is being filled in. */
  'model.list': call(screens, ModelServerDraft, z.strictObject({ models: z.array(z.string()) })),
  /**
   * Model servers at their usual ports of this machine. Looks when `again` says so, and once
   * unasked while no model was ever chosen.
   */
  'model.find': call(screens, z.strictObject({ again: z.boolean() }), FoundServers),
  'guard.set': call(everywhere, z.strictObject({ on: z.boolean(), ...evidence }), AppState),
  /**
   * Stops everything, and asks for nothing. Every call of anybody is refused from then on, over
   * restarts.
   */
  'emergency-stop.stop': call(everywhere, none, StopDone),
  /**
   * Lets calls run again: with a proof where one can be given, else said twice. What was ended
   * stays ended.
   */
  'emergency-stop.resume': call(
    everywhere,
    z.strictObject({ proof: Proof.optional(), confirmed: z.boolean().default(false) }),
    none,
  ),
  'updates.state': call(screens, none, UpdateState),
  /** Asks the feed of the chosen channel. */
  'updates.check': call(screens, none, UpdateState),
  'updates.download': call(screens, none, UpdateState),
  /** As soon as nothing runs or is held; `wait` false takes that back. */
  'updates.install': call(screens, z.strictObject({ wait: z.boolean() }), UpdateState),
  'doctor.report': call(everywhere, none, DoctorReport),
  /** Where everything lies on this machine, and how large it is. */
  'storage.usage': call(screens, none, z.array(StorageEntry)),
} as const
