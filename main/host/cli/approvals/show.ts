// `gatehouse approvals show`.
import type { Approval } from '../../../../contract/approval/approval.ts'
import { denies } from '../../../../contract/approval/approval.ts'
import { coverText } from '../output/answer-text.ts'
import { card, section } from '../output/card.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { exit } from '../exit.ts'
import { clock, visible } from '../output/show.ts'
import { withApproval } from '../session/with-approval.ts'
import { withTables } from '../session/with-session.ts'

export const approvalsShow: Command = {
  name: 'approvals show',
  operands: ['ID'],
  options: [],
  usage: '',
  summary: 'Show a pending approval in full, with its possible answers',
  run: (call) =>
    withApproval(
      call,
      async (_session, approval) => {
        const { context, json } = call
        if (json) printJson(context, { approval })
        else
          context.out(
            `${card(approval, context.color)}${[...ended(approval), ...answers(approval), ...bound(approval)].join('\n')}\n`,
          )
        return exit.done
      },
      withTables,
    ),
}

const ended = ({ state, answer, answeredAt, answeredOn, word }: Approval): string[] =>
  section('answered', [
    state === 'pending'
      ? 'not yet'
      : `${state}${answer === null ? '' : `: ${answer}`}${answeredAt === null ? '' : `, ${clock(answeredAt)}`}${answeredOn === null ? '' : `, ${answeredOn}`}`,
    ...(word === null ? [] : [`with the note: ${visible(word)}`]),
  ])

const option = {
  once: 'approve',
  session: 'approve --session',
  scope: 'approve --scope-index N',
  always: 'approve --always',
  'deny-once': 'deny',
  'deny-scope': 'deny --scope-index N',
  'deny-always': 'deny --always',
} as const

function answers(approval: Approval): string[] {
  if (approval.state !== 'pending') return []
  return [
    ...section(
      'answers, and what each covers',
      approval.answers
        .filter((answer) => approval.second === undefined || denies(answer))
        .map((answer) => `${option[answer].padEnd(20)}  ${coverText(answer, approval)}`),
    ),
    ...section(
      `scopes, with --scope-index N${approval.durations.length === 0 ? '' : ` and --for ${approval.durations.join('|')}`}`,
      approval.proposals.map(
        ({ text, allows }, at) =>
          `${at + 1}  ${visible(text)}${allows ? '' : '  (can only be denied)'}`,
      ),
    ),
  ]
}

const bound = ({
  callId,
  runId,
  requestHash,
  definitionHash,
  policyHash,
  fileHashes,
}: Approval): string[] =>
  section('valid only for', [
    `call        ${callId}${runId === null ? '' : ` of ${runId}`}`,
    `request     ${requestHash}`,
    `definition  ${definitionHash}`,
    `policy      ${policyHash}`,
    ...Object.entries(fileHashes).map(
      ([path, hash]) => `file        ${hash ?? 'not there'}  ${visible(path)}`,
    ),
  ])
