// Channels: terminal sessions that agents have open. Only on the screens: what is typed here is done
// as the person.
import { z } from 'zod'
import { SessionId } from '../../ids.ts'
import {
  PersonKey,
  TerminalListing,
  TerminalName,
  TerminalText,
  TerminalView,
} from '../../call/powers/terminal.ts'
import { call, none, screens } from '../channel.ts'

const which = { owner: SessionId, name: TerminalName }

export const terminalsChannels = {
  /** The oldest first. */
  'terminals.list': call(screens, none, z.array(TerminalListing)),
  /** `lines` of what has scrolled away as well. Failures: `terminal.unknown`. */
  'terminals.view': call(
    screens,
    z.strictObject({ ...which, lines: z.int().min(0).max(10_000) }),
    TerminalView,
  ),
  /**
   * Types the text, then presses the keys. `hidden`: the text is not written to the journal, for
   * passwords. Failures: `terminal.unknown`, `terminal.ended`, `terminal.long`.
   */
  'terminals.type': call(
    screens,
    z.strictObject({
      ...which,
      text: TerminalText,
      keys: z.array(PersonKey).max(64),
      hidden: z.boolean(),
    }),
    z.null(),
  ),
  /** Ends it with what runs in it. Failures: `terminal.unknown`. */
  'terminals.end': call(screens, z.strictObject(which), z.null()),
} as const
