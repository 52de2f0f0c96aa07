// What the tour says and where, without the schemas, so that a screen can know it.

/**
 * The agent that its calls are made as; so they are told apart in runs, on cards and in the
 * journal.
 */
export const TOUR_AGENT = 'tour'

/** Its folder, in the workspace. */
export const TOUR_FOLDER = 'gatehouse-tour'

/** What is said in each step, as a person would type it to the manual driver. */
export const TOUR_STEPS = [
  `read ${TOUR_FOLDER}/letter.txt`,
  `write ${TOUR_FOLDER}/answer.txt: Thank you for the letter. I have read it, and I ask before I write.`,
  'read ~/.ssh/id_ed25519',
] as const
