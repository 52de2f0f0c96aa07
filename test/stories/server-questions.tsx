// What a server asks of the person while a call runs.
import { QuestionCard } from '../../renderer/features/approvals/questions/server-questions.tsx'
import { askedQuestions } from '../fakes/bridge-questions.ts'
import type { Story } from './story.ts'

export const serverQuestionStories: readonly Story[] = askedQuestions.map((question) => ({
  name: 'server-question',
  element: () => <QuestionCard question={question} onAnswered={() => {}} />,
}))
