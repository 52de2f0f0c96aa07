// Every story there is, by hand. One file of stories for each part of the window.
import { agentStories } from './agents.tsx'
import { approvalCardStories } from './approval-card.tsx'
import { approvalWindowStories } from './approval-window.tsx'
import { fleetStories } from './fleet.tsx'
import { managedPolicyStories } from './managed-policy.tsx'
import { ownAgentsStories } from './own-agents.tsx'
import { pluginStories } from './plugins.tsx'
import { resultStories } from './results.tsx'
import { reviewSheetStories } from './review-sheet.tsx'
import { runChangesStories } from './run-changes.tsx'
import { schedulesStories } from './schedules.tsx'
import { secondApprovalStories } from './second-approval.tsx'
import { serverAccessStories } from './server-access.tsx'
import { serverQuestionStories } from './server-questions.tsx'
import { serviceStories } from './services.tsx'
import { settingsStories } from './settings.tsx'
import { subAgentStories } from './sub-agents.tsx'
import type { Story } from './story.ts'

export const stories: readonly Story[] = [
  ...agentStories,
  ...approvalCardStories,
  ...approvalWindowStories,
  ...fleetStories,
  ...managedPolicyStories,
  ...ownAgentsStories,
  ...pluginStories,
  ...resultStories,
  ...reviewSheetStories,
  ...runChangesStories,
  ...schedulesStories,
  ...secondApprovalStories,
  ...serverAccessStories,
  ...serverQuestionStories,
  ...serviceStories,
  ...settingsStories,
  ...subAgentStories,
]
