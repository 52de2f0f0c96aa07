// `gatehouse servers questions|answer`: what servers ask of the person while a call runs.
import { jsonOf } from '../../../../contract/read-json.ts'
import { failure } from '../../../../contract/failure.ts'
import type { Failure } from '../../../../contract/failure.ts'
import { JsonObject } from '../../../../contract/json.ts'
import { err, ok } from '../../../../contract/result.ts'
import type { Result } from '../../../../contract/result.ts'
import type { QuestionAnswer, ServerQuestion } from '../../../../contract/server/server-question.ts'
import { printJson } from '../command.ts'
import type { Command } from '../command.ts'
import { exit } from '../exit.ts'
import { complain } from '../output/complain.ts'
import { visible } from '../output/show.ts'
import { withEvidence } from '../session/with-evidence.ts'
import { withQueries, withSession } from '../session/with-session.ts'

export const serversQuestions: Command = {
  name: 'servers questions',
  operands: [],
  options: [],
  usage: '',
  summary: 'List what servers ask you while a call runs',
  run: (call) =>
    withQueries(call, async (session) => {
      const { context, json } = call
      const found = await session.call('servers.questions', {})
      if (!found.ok) return complain(context, found.error, json)
      if (json) printJson(context, { questions: found.value })
      else if (found.value.length === 0) context.note('No server asks anything.\n')
      else context.out(`${found.value.map(questionText).join('\n\n')}\n`)
      return exit.done
    }),
}

export const serversAnswer: Command = {
  name: 'servers answer',
  operands: ['ID', 'ANSWER'],
  options: ['totp'],
  usage: '[--totp CODE]',
  summary: 'Answer a server: deny, pass-on (to the client that called), or the fields as JSON',
  run: (call) =>
    withSession(call, async (session) => {
      const { context, json, operands } = call
      const [id = '', word = ''] = operands
      const open = await session.call('servers.questions', {})
      if (!open.ok) return complain(context, open.error, json)
      const answer = answerFrom(
        open.value.find((one) => one.id === id),
        word,
      )
      if (!answer.ok) return complain(context, answer.error, json)
      const done = await withEvidence(call, session, true, ({ proof }) =>
        session.call('servers.answer-question', {
          id,
          answer: answer.value,
          ...(proof === undefined ? {} : { proof }),
        }),
      )
      if (!done.ok) return complain(context, done.error, json)
      if (json) printJson(context, { questions: done.value })
      else context.out(`${visible(id)} is answered: ${answer.value.kind}.\n`)
      return exit.done
    }),
}

function questionText({ id, server, tool, client, parts }: ServerQuestion): string {
  const asked = parts.flatMap(({ kind, words, fields, passable }) => [
    `  ${kind}${passable ? ' (the client can answer it)' : ''}`,
    ...words.split('\n').map((line) => `    ${visible(line)}`),
    ...fields.map(
      ({ name, title, required }) =>
        `    ${visible(name)}: ${visible(title)}${required ? ' (required)' : ''}`,
    ),
  ])
  return [
    `${visible(id)}  ${visible(server)} › ${visible(tool)}${client === null ? '' : ` for ${visible(client)}`}`,
    ...asked,
  ].join('\n')
}

function answerFrom(
  question: ServerQuestion | undefined,
  word: string,
): Result<QuestionAnswer, Failure> {
  if (question === undefined)
    return err(
      failure(
        'question.gone',
        'No server waits for this answer.',
        'See: gatehouse servers questions',
      ),
    )
  if (word === 'deny' || word === 'pass-on') return ok({ kind: word })
  const form = question.parts.find(({ fields }) => fields.length > 0)
  const content = JsonObject.safeParse(jsonOf(word))
  return form === undefined || !content.success
    ? err(
        failure(
          'usage',
          `"${word}" is not an answer to this.`,
          'deny, pass-on, or the fields as JSON such as {"name":"Ada"}.',
        ),
      )
    : ok({ kind: 'answer', content: { [form.key]: { ...content.data } } })
}
