// What a mail server answered, as a model reads it. Pure.
import { assertNever } from '../../contract/never.ts'
import type { MailAnswer, MailHead, MailRequest } from '../../contract/call/powers/mail-request.ts'
import type { ToolOutput } from '../../contract/call/tool.ts'
import { lines } from '../service/service-tool.ts'

const headText = ({ id, subject, from, date, unread, flagged }: MailHead): string =>
  lines(
    `id ${id}: ${subject || 'without a subject'}${unread ? ', unread' : ''}${flagged ? ', flagged' : ''}`,
    `from ${from}, ${date}`,
  )

export function answerText(request: MailRequest, answer: MailAnswer): ToolOutput {
  switch (answer.kind) {
    case 'list':
      return {
        text: lines(
          answer.messages.length === 0 ? 'No messages.' : answer.messages.map(headText).join('\n'),
          answer.more
            ? 'There are more: ask for more at once, or search with narrower words.'
            : null,
        ),
        data: { messages: answer.messages.map(({ id }) => id) },
      }
    case 'message': {
      const { message } = answer
      return {
        text: lines(
          `id ${message.id}`,
          `From: ${message.from}`,
          `To: ${message.to}`,
          message.cc === '' ? null : `Cc: ${message.cc}`,
          `Date: ${message.date}`,
          `Subject: ${message.subject}`,
          ...message.attachments.map(
            ({ name, mimeType, bytes }) => `Attachment: ${name} (${mimeType}, ${bytes} bytes)`,
          ),
          '---',
          message.text,
        ),
        data: { id: message.id },
      }
    }
    case 'unread':
      return {
        text: `${answer.unread} unread in ${(request.kind === 'unread' ? request.mailbox : null) ?? 'INBOX'}.`,
        data: { unread: answer.unread },
      }
    case 'sent':
      return { text: `Sent: id ${answer.id}.`, data: { id: answer.id } }
    case 'done':
      return {
        text: request.kind === 'move' ? `Moved to ${request.mailbox}.` : 'Marked.',
      }
    default:
      return assertNever(answer, 'answerText')
  }
}
