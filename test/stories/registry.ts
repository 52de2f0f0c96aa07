// Every story there is, by hand. One file of stories for each part of the window.
import { approvalCardStories } from './approval-card.tsx'
import { approvalWindowStories } from './approval-window.tsx'
import { managedPolicyStories } from './managed-policy.tsx'
import { ownAgentsStories } from './own-agents.tsx'
import { reviewSheetStories } from './review-sheet.tsx'
import { runChangesStories } from './run-changes.tsx'
import { secondApprovalStories } from './second-approval.tsx'
import { serverQuestionStories } from './server-questions.tsx'
import { settingsStories } from './settings.tsx'
import type { Story } from './story.ts'

export const stories: readonly Story[] = [
  ...approvalCardStories,
  ...approvalWindowStories,
  ...managedPolicyStories,
  ...ownAgentsStories,
  ...reviewSheetStories,
  ...runChangesStories,
  ...secondApprovalStories,
  ...serverQuestionStories,
  ...settingsStories,
]
