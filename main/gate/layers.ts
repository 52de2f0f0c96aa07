// Pure. The layers of the gate, strictest first. Each sees the whole request and returns a
// ruling or nothing; the first ruling decides. Adding a layer, rule or limit can only make a decision
// stricter. Only leases and allow rules loosen one, each within its limits, and both come after
// everything that denies or asks.
import type { Reason } from '../../contract/policy/decision.ts'
import { beyondGrant } from './grant/beyond-grant.ts'
import { inOrder, ruling } from './layers/case.ts'
import type { Case, Layer, Ruling } from './layers/case.ts'
import { byDefault } from './layers/default-layer.ts'
import { flowing } from './layers/flow-layer.ts'
import { denied, leased } from './layers/lease-layer.ts'
import { beyondPreset } from './layers/preset-layer.ts'
import { limited } from './layers/rate-limit-layer.ts'
import { ruled } from './layers/rule-layer.ts'
import { goesOut } from './own-question.ts'
import { stopReason } from './stop/stop-reason.ts'
import { guardCloses, guardHides } from './view.ts'

/** Order of design part 4 step 6; a person who stopped everything comes before all of it. */
export const layers: readonly Layer[] = [
  { name: 'emergency-stop', rule: frozen },
  { name: 'stop', rule: stopped },
  { name: 'grant', rule: notGranted },
  { name: 'guard', rule: guarded },
  { name: 'setting', rule: switchedOff },
  { name: 'preset', rule: beyondPreset },
  { name: 'rate-limit', rule: limited },
  // A standing denial is a rule of the person that ends by itself.
  { name: 'deny-rule', rule: (given) => ruled(given, 'deny') ?? denied(given) },
  { name: 'confirm-rule', rule: (given) => ruled(given, 'confirm') },
  { name: 'flow', rule: flowing },
  { name: 'lease', rule: leased },
  { name: 'allow-rule', rule: (given) => ruled(given, 'allow') },
  { name: 'default', rule: byDefault },
]

function frozen({ request }: Case): Ruling | null {
  return request.frozen
    ? ruling(
        'deny',
        'emergency-stop',
        'everything',
        'emergency-stop.stopped',
        'A person stopped everything.',
      )
    : null
}

function stopped({ request, policy }: Case): Ruling | null {
  let found: Reason[] | null = null
  for (const touch of request.touches) {
    const reason = stopReason(touch, policy, request.manifest.builtIn)
    if (reason !== null) (found ??= []).push(reason)
  }
  if (found === null) return null
  const reasons = inOrder(found)
  return { effect: 'deny', by: { kind: 'stop', id: reasons[0]?.code ?? 'stop' }, reasons }
}

function notGranted({ request, policy }: Case): Ruling | null {
  const reason = beyondGrant(policy.grant, request, policy.roots.foldsCase)
  return reason === null
    ? null
    : ruling('deny', 'grant', request.principal.name, reason.code, reason.text)
}

function guarded({ request: { manifest, touches }, policy }: Case): Ruling | null {
  if (!guardHides(manifest, policy) && !(guardCloses(manifest, policy) && touches.some(goesOut)))
    return null
  return ruling(
    'deny',
    'guard',
    manifest.name,
    'guard.on',
    'The exfiltration guard is on, and this call sends data out.',
  )
}

function switchedOff({ request: { manifest }, policy }: Case): Ruling | null {
  if (policy.tools[manifest.name]?.disabled !== true) return null
  return ruling(
    'deny',
    'setting',
    manifest.name,
    'setting.disabled',
    `You switched ${manifest.name} off.`,
  )
}
