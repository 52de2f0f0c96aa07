// Settings of Codex that let its tools run unasked.
import { isObject } from '../../../contract/is-object.ts'
import type { AgentSettings } from './agent-settings.ts'
import { hooksOff, isFalse, isTrue, offInProfile, oneOf } from './audit-switch.ts'

export const codexSettings: AgentSettings = {
  more: (join, { env, homedir, cwd }) =>
    [
      join(env['CODEX_HOME'] || join(homedir, '.codex'), 'hooks.json'),
      join(cwd, '.codex', 'hooks.json'),
    ].map((file) => ({
      file,
      format: 'json',
    })),
  switches: [
    {
      path: ['approval_policy'],
      kind: 'free-mode',
      frees: oneOf('never'),
      says: 'it never asks',
      mend: 'Set approval_policy to on-request or untrusted.',
    },
    {
      path: ['sandbox_mode'],
      kind: 'free-mode',
      frees: oneOf('danger-full-access'),
      says: 'its own sandbox is off',
      mend: 'Set sandbox_mode to workspace-write or read-only.',
    },
    hooksOff(['features', 'hooks'], isFalse),
    hooksOff(['features', 'codex_hooks'], isFalse),
    {
      ...hooksOff(
        ['profiles'],
        (value) => isObject(value) && Object.values(value).some(offInProfile),
      ),
      says: 'one of its profiles switches hooks off',
    },
    {
      ...hooksOff(['features', 'code_mode'], isTrue),
      says: 'its code mode runs tools of which no hook hears',
    },
    {
      ...hooksOff(['features', 'code_mode_only'], isTrue),
      says: 'its code mode runs tools of which no hook hears',
    },
    {
      ...hooksOff(['bypass_hook_trust'], isTrue),
      kind: 'free-mode',
      says: 'it runs untrusted hooks',
    },
    { ...hooksOff(['allow_managed_hooks_only'], isTrue), only: 'managed' },
  ],
}
