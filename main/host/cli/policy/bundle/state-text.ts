// The state of the organisation’s bundle as lines.
import { heldLines } from '../../../../../contract/bundle/held-text.ts'
import type { BundleState, ManagedPolicy } from '../../../../../contract/bundle/state.ts'
import { clock, columns, visible } from '../../output/show.ts'

export function stateLines(state: BundleState): readonly string[] {
  if (state.kind === 'none') return ['This machine follows no organisation.']
  const { organisation, source, inForce, expiredSince, waiting, checked, trouble, next } = state
  const name = visible(organisation)
  return [
    inForce === null
      ? `No bundle of ${name} is here yet: everything but harmless work needs approval.`
      : `Bundle ${inForce.serial} of ${name} is in force, issued ${inForce.issued}.`,
    ...(inForce === null
      ? []
      : [
          expiredSince === null
            ? `It expires ${inForce.expires}.`
            : `It has been expired since ${clock(expiredSince)}, and stays in force.`,
        ]),
    `Source: ${visible(source)}`,
    checked === null ? 'The source has not given a bundle yet.' : `Last checked ${clock(checked)}.`,
    ...(trouble === null
      ? []
      : [
          `Since ${clock(trouble.since)} it gives no valid bundle: ${visible(trouble.why.text)}`,
          ...(trouble.why.hint === undefined ? [] : [`  ${visible(trouble.why.hint)}`]),
        ]),
    ...(next === null ? [] : [`It is asked again at ${clock(next)}.`]),
    ...(waiting === null
      ? []
      : [
          `Bundle ${waiting.bundle.serial} waits for you, because it loosens something:`,
          ...waiting.relaxes.map((text) => `  ${visible(text)}`),
          'To put it in force: gatehouse policy bundle accept',
        ]),
  ]
}

/** What it holds, a line each: nobody has to guess why something is asked. */
export function heldText(managed: ManagedPolicy): string {
  const lines = heldLines(managed)
  return lines.length === 0
    ? `${visible(managed.organisation)} holds nothing.\n`
    : `Managed by ${visible(managed.organisation)}:\n${columns(lines.map((line) => ['', ...line.map(visible)]))}`
}
